/** How long a voucher can be sent, in seconds. */
export const VOUCHER_TTL_SECONDS = 20n * 60n;
/** Signatures that one withdrawal gets at most; after the last one has expired the amount is returned. */
export const MAX_SIGNATURES = 3;
/** A block's time may be this much behind the clocks of the signer. */
const CLOCK_SLACK_SECONDS = 60n;

/** The times between which a voucher is valid, in UTC seconds: from `validAfter` until before `deadline`. */
export type VoucherTerm = { readonly validAfter: bigint; readonly deadline: bigint };

/**
 * Returns when a voucher signed now is valid. The chain decides by its block times, so the later of both
 * clocks (UTC milliseconds) sets the deadline and the earlier one the beginning; never longer than the vault allows.
 */
export function voucherTerm(clocks: {
  readonly nowMs: number;
  /** The time of the chain's newest block. */
  readonly headMs: number;
  readonly ttlSeconds: bigint;
  /** The vault's own bound. */
  readonly maximumTtlSeconds: bigint;
}): VoucherTerm {
  const [now, head] = [BigInt(clocks.nowMs) / 1000n, BigInt(clocks.headMs) / 1000n];
  const [earlier, later] = now < head ? [now, head] : [head, now];
  const deadline = later + clocks.ttlSeconds;
  const wantedStart = earlier - CLOCK_SLACK_SECONDS;
  const earliestStart = deadline - clocks.maximumTtlSeconds;
  return { validAfter: wantedStart > earliestStart ? wantedStart : earliestStart, deadline };
}
