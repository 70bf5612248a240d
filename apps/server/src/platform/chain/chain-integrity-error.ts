/** What a node reported that cannot be true, or that cannot be explained. Nothing is applied then. */
export type IntegrityErrorCode =
  | 'other-chain'
  | 'other-genesis'
  | 'nodes-disagree'
  | 'block-changed'
  | 'log-of-other-block'
  | 'foreign-log'
  | 'removed-log'
  | 'log-not-in-receipt'
  | 'unreadable-log'
  | 'sequence-gap'
  | 'unexplained-event';

/**
 * Stops the reading of the chain, until an operator resumes it when retries do not help: going on could credit money
 * that is not there. Every other error is a fault of nodes and is retried without end.
 */
export class ChainIntegrityError extends Error {
  readonly code: IntegrityErrorCode;

  constructor(code: IntegrityErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.name = 'ChainIntegrityError';
    this.code = code;
  }
}

/** Returns the integrity error in an error or one that it wraps (viem wraps what a node throws), or undefined. */
export function integrityErrorIn(error: unknown): ChainIntegrityError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof ChainIntegrityError) return inner;
  }
  return undefined;
}
