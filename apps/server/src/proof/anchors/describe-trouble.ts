import { BaseError } from 'viem';

const MOST_LETTERS = 300;

/** In a line what a node or a contract had against a call. */
export function describeTrouble(error: unknown): string {
  const inner = error instanceof BaseError ? error.walk() : error;
  const text =
    inner instanceof BaseError
      ? inner.details || inner.shortMessage
      : inner instanceof Error
        ? inner.message
        : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, MOST_LETTERS);
}
