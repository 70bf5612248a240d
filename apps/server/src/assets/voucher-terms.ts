import { MAX_VOUCHER_TTL_SECONDS } from '@city-mint/chain-contract/voucher';

/** How long a voucher can be sent. */
export const VOUCHER_TTL_SECONDS = 20n * 60n;
/** Signatures that one withdrawal gets at most; after the last one has expired the amount goes back. */
export const MAX_SIGNATURES = 3;
/** A block's time may lie this much before the clocks that signed. */
const CLOCK_SLACK_SECONDS = 60n;

/** The times between which a voucher holds, in UTC seconds: from `validAfter` until before `deadline`. */
export type VoucherTerm = { readonly validAfter: bigint; readonly deadline: bigint };

/**
 * When a voucher signed now holds. The chain decides by its own blocks' times, so the later of both clocks gives the deadline and the
 * earlier one the beginning; never longer than the vault allows.
 */
export function voucherTerm(clocks: { now: Date; headAt: Date; ttlSeconds: bigint }): VoucherTerm {
  const times = [clocks.now, clocks.headAt].map((time) => BigInt(Math.floor(time.getTime() / 1000)));
  const [earlier = 0n, later = 0n] = times.sort((a, b) => (a < b ? -1 : 1));
  const deadline = later + clocks.ttlSeconds;
  const wanted = earlier - CLOCK_SLACK_SECONDS;
  const oldest = deadline - MAX_VOUCHER_TTL_SECONDS;
  return { validAfter: wanted > oldest ? wanted : oldest, deadline };
}
