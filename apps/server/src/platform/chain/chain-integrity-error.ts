/** Reports of a node that cannot be true or cannot be explained. They are never applied. */
export type IntegrityErrorCode =
  | 'other-chain'
  | 'other-genesis'
  | 'nodes-disagree'
  | 'block-changed'
  | 'log-of-other-block'
  | 'foreign-log'
  | 'removed-log'
  | 'log-not-in-receipt'
  | 'missing-data'
  | 'unreadable-log'
  | 'sequence-gap'
  | 'unexplained-event';

/**
 * Halts the reader of the chain when retries do not help, until an operator resumes it: continuing could credit money
 * that does not exist. Every other error is a fault of nodes and is retried without end.
 */
export class ChainIntegrityError extends Error {
  readonly code: IntegrityErrorCode;

  constructor(code: IntegrityErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.name = 'ChainIntegrityError';
    this.code = code;
  }
}

/** Returns the integrity error in an error or one that it wraps (viem wraps errors of a node), or undefined. */
export function integrityErrorIn(error: unknown): ChainIntegrityError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof ChainIntegrityError) return inner;
  }
  return undefined;
}
