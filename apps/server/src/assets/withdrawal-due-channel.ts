/** The NOTIFY channel on which a withdrawal that is due to be signed wakes the worker. */
export const WITHDRAWAL_DUE_CHANNEL = 'withdrawal_due';
