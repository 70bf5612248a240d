/** NOTIFY channel on which a round that became full wakes the worker; a notice that is lost costs a quarter of a second. */
export const ROUND_DUE_CHANNEL = 'round_due';
/** The same for the tokens of a settlement, which can be paid from when its fees are taken. */
export const TOKENS_DUE_CHANNEL = 'tokens_due';
