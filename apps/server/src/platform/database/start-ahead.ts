/**
 * Starts work whose result is awaited later, so that the database works while this process does. Returns its promise;
 * its error is thrown to whoever awaits it, and ends no process if an earlier error leaves it without a reader.
 */
export function startAhead<Result>(work: () => Promise<Result>): Promise<Result> {
  const started = work();
  started.catch(() => undefined);
  return started;
}
