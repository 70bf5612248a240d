/** Options of a query. */
type QueryMeta = {
  /** A refresh that fails shows no toast: earlier data stay. */
  readonly silent?: boolean;
  /**
   * The owner of the offline copy of its replies: the account's address, or `EVERYBODY` for public replies that the
   * account's screens also show. By default they are not stored, as suits data that are of no use later, e.g. reads of
   * the chain.
   */
  readonly copiedFor?: string | null;
};

/** Owner of public replies; no address looks like this. */
export const EVERYBODY = 'everybody';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}
