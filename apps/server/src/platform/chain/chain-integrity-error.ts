/** What a node said that cannot be true, or that this process cannot explain. Whoever meets one applies nothing. */
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
 * Stops the reading of the chain, for good when it does not go away by asking again: going on could credit money that is not there. Every
 * other error is mere trouble with a node and is tried again for ever.
 */
export class ChainIntegrityError extends Error {
  readonly code: IntegrityErrorCode;

  constructor(code: IntegrityErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.name = 'ChainIntegrityError';
    this.code = code;
  }
}
