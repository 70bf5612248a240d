/** Transactions end long before this: what was begun before a period and written in it is found that far back. */
const LONGEST_TRANSACTION_MS = 3_600_000;

/** From when on the causes of a period that begins at `from` (UTC milliseconds) have to be given. */
export function statementSince(from: number): Date {
  return new Date(from - LONGEST_TRANSACTION_MS);
}
