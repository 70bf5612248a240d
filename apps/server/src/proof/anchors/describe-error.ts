import { BaseError } from 'viem';

const MOST_LETTERS = 300;

/** In a line what a node or a contract had against a call. */
export function describeError(error: unknown): string {
  const plain = error instanceof Error ? error.message : String(error);
  const text = error instanceof BaseError ? error.details || error.shortMessage : plain;
  // A node may put a contract's raw answer into its words, and no row takes a zero byte.
  return text
    .replaceAll(/[^!-~]+/g, ' ')
    .trim()
    .slice(0, MOST_LETTERS);
}
