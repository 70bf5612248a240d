/** What a query says of itself. */
type QueryMeta = {
  /** It works without an overlay, and its failures show nothing while there are earlier data. */
  readonly silent?: boolean;
  /**
   * Whose copy for reading without a network has its answers: the address that asked, or `EVERYBODY` for what the API
   * tells to all and the account's screens show as well. None: they are not stored, which is right for what is worth
   * nothing later, such as reads of the chain.
   */
  readonly copiedFor?: string | null;
};

/** Answers to everybody; no address is written like this. */
export const EVERYBODY = 'everybody';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}
