/** A withdrawal that is over, and the X-Request-Id of the call that asked for it. */
export type EndedWithdrawal = { readonly id: bigint; readonly callId: string | null };
