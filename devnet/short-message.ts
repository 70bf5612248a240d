/** Longer messages hold data, such as a contract's code, which no one reads on a screen. */
const MOST_LETTERS = 1_000;

/**
 * Returns an error's message for the screen. Errors of viem repeat the whole transaction, with the code of a contract
 * that is deployed: of these it is the short message and the node's own words. viem itself is not loaded for it.
 */
export function shortMessage(error: unknown): string {
  if (!(error instanceof Error)) return cut(String(error));
  const summary = textOf(error, 'shortMessage') ?? error.message;
  const details = textOf(error, 'details') ?? '';
  return cut(summary.includes(details) ? summary : `${summary} ${details}`);
}

function textOf(error: Error, name: 'shortMessage' | 'details'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the short message of an error that no one expected, and where it was thrown. */
export function shortStack(error: Error): string {
  const places = error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [];
  return [shortMessage(error), ...places].join('\n');
}

function cut(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)} … (${text.length} letters)`;
}
