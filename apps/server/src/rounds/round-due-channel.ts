/** NOTIFY channel on which a round that became full wakes the worker; a notice that is lost costs a quarter of a second. */
export const ROUND_DUE_CHANNEL = 'round_due';
