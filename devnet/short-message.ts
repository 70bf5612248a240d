import { BaseError } from 'viem';

/** Longer messages hold data, such as a contract's code, which no one reads on a screen. */
const MOST_LETTERS = 1_000;

/**
 * Returns an error's message for the screen. Errors of viem repeat the whole transaction, with the code of a contract
 * that is deployed: of these it is the short message and the node's own words.
 */
export function shortMessage(error: unknown): string {
  if (error instanceof BaseError) {
    const { shortMessage: summary, details } = error;
    return cut(
      details === undefined || details === '' || summary.includes(details) ? summary : `${summary} ${details}`,
    );
  }
  return cut(error instanceof Error ? error.message : String(error));
}

function cut(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)} … (${text.length} letters)`;
}
