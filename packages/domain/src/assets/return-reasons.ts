/**
 * Why the amount of a withdrawal was returned: its voucher expired or was cancelled, operators rejected it, or its
 * account demanded its money on the chain, for which a request without a voucher makes room.
 */
export const RETURN_REASONS = ['expired', 'cancelled', 'rejected', 'demanded'] as const;
