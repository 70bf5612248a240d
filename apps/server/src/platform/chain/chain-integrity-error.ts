/** What a node reported that cannot be true, or that cannot be explained. Nothing is applied then. */
export type IntegrityErrorCode =
  | 'other-chain'
  | 'other-genesis'
  | 'nodes-disagree'
  | 'block-changed'
  | 'foreign-log'
  | 'removed-log'
  | 'log-not-in-receipt'
  | 'unreadable-log'
  | 'sequence-gap'
  | 'unexplained-event';

/**
 * Stops the reading of the chain, until an operator resumes it when retries do not help: going on could credit money
 * that is not there. Every other error is a fault of one node and is retried without end.
 */
export class ChainIntegrityError extends Error {
  readonly code: IntegrityErrorCode;

  constructor(code: IntegrityErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.name = 'ChainIntegrityError';
    this.code = code;
  }
}
