/** Limit of the rounds in one call for outcomes. In a separate file, because the page imports no validation. */
export const MOST_AWAITED_ROUNDS = 50;
