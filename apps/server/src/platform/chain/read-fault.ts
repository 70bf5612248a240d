import { nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';

/**
 * Why a range was not read: its size; too many calls; a node that answers other calls left the one for the logs without
 * an answer in time; or anything else, such as an outage.
 */
export type ReadFault = 'too-large' | 'rate-limited' | 'no-logs' | 'other';

/** Several nodes were asked and too few answered; `errors` has the error of each. */
export class TooFewAnswersError extends AggregateError {
  override readonly name = 'TooFewAnswersError';

  constructor(answers: { readonly count: number; readonly of: number }, errors: readonly unknown[]) {
    super(errors, `${answers.count} of ${answers.of} chain nodes answered`, { cause: errors[0] });
  }
}

/** The logs of a range could not be read. */
export class LogsFault extends Error {
  override readonly name = 'LogsFault';
  readonly fault: ReadFault;

  constructor(cause: unknown) {
    const errors = nodeErrorsIn(cause);
    const kinds = errors.map((error) => nodeErrorKind(error, { method: 'eth_getLogs' }));
    const fault = kinds.includes('range-too-large') ? 'too-large' : faultOfKinds(kinds);
    super('the logs of the range were not read', { cause });
    this.fault = fault === 'other' && errors.some(isTimeout) ? 'no-logs' : fault;
  }
}

/** Returns the fault behind an error of a poll. */
export function readFaultOf(error: unknown): ReadFault {
  const logsFault = linksOf(error).find((link) => link instanceof LogsFault);
  return logsFault?.fault ?? faultOfKinds(nodeErrorsIn(error).map((one) => nodeErrorKind(one, { method: 'any' })));
}

function faultOfKinds(kinds: readonly string[]): ReadFault {
  return kinds.includes('rate-limited') ? 'rate-limited' : 'other';
}

/** Returns the error of each node that was asked. */
function nodeErrorsIn(error: unknown): readonly unknown[] {
  const several = linksOf(error).find((link) => link instanceof TooFewAnswersError);
  return several?.errors ?? [error];
}

const TIMEOUT_STATUS: readonly unknown[] = [408, 504, 524];

function isTimeout(error: unknown): boolean {
  return linksOf(error).some(
    (link) => link.name === 'TimeoutError' || TIMEOUT_STATUS.includes(Reflect.get(link, 'status')),
  );
}

/** Returns an error and the errors that it wraps (viem wraps those of a transport). */
function linksOf(error: unknown): Error[] {
  const links: Error[] = [];
  for (let link = error; link instanceof Error; link = link.cause) links.push(link);
  return links;
}
