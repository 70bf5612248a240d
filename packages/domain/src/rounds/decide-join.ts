import { smallestAmount, type TokenAmount } from '../money/token-amount.ts';
import { acceptedAmount } from './accepted-amount.ts';
import type { RoundState } from './round-state.ts';
import type { Terms } from './terms.ts';

/** Why a join is refused, in checking order. docs/money-rules.md#4-join. */
export const JOIN_REFUSALS = [
  'region-not-allowed',
  'consent-required',
  'joins-paused',
  'round-not-open',
  'round-full',
  'terms-changed',
  'amount-not-positive',
  'below-minimum',
  'wallet-maximum-reached',
  'insufficient-balance',
] as const;
export type JoinRefusal = (typeof JOIN_REFUSALS)[number];

/** The round at the moment of the decision; `now` in UTC milliseconds, `orders` is how many it has. */
export type JoinRound = Pick<Terms, 'opensAt' | 'closesAt' | 'quota' | 'minimum' | 'walletMaximum'> & {
  readonly state: RoundState;
  readonly now: number;
  readonly paused: boolean;
  readonly termsHash: string;
  readonly filled: TokenAmount;
  readonly orders: number;
};

/** The participant's request and balances: JU available, and already in this round. */
export type JoinRequest = {
  /** Joining is off in the region from which the participant asks. */
  readonly isBarred?: boolean;
  readonly consented: boolean;
  readonly termsHash: string;
  readonly amount: TokenAmount;
  readonly alreadyJoined: TokenAmount;
  readonly available: TokenAmount;
};

export type JoinDecision =
  | { readonly ok: true; readonly accepted: TokenAmount; readonly rank: number }
  | { readonly ok: false; readonly refusal: JoinRefusal };

/**
 * Whether the order is accepted, with how much and at which rank, or the first refusal that applies. Only the accepted
 * amount is debited. docs/money-rules.md#4-join.
 */
export function decideJoin(round: JoinRound, request: JoinRequest): JoinDecision {
  const refusal = JOIN_REFUSALS.find((code) => APPLIES[code](round, request));
  if (refusal !== undefined) return { ok: false, refusal };
  return { ok: true, accepted: acceptedAmount(round, request), rank: round.orders + 1 };
}

const APPLIES: Record<JoinRefusal, (round: JoinRound, request: JoinRequest) => boolean> = {
  'region-not-allowed': (_, { isBarred = false }) => isBarred,
  'consent-required': (_, { consented }) => !consented,
  'joins-paused': ({ paused }) => paused,
  // A full round says that it is full, also when its window is over.
  'round-not-open': ({ state, now, opensAt, closesAt }) =>
    state !== 'full' && (state !== 'open' || now < opensAt || now >= closesAt),
  'round-full': ({ state, filled, quota }) => state === 'full' || filled >= quota,
  'terms-changed': (round, request) => round.termsHash !== request.termsHash,
  'amount-not-positive': (_, { amount }) => amount <= 0n,
  // The last order may be smaller than the minimum.
  'below-minimum': ({ minimum, quota, filled }, { amount }) => amount < smallestAmount(minimum, quota - filled),
  'wallet-maximum-reached': ({ walletMaximum }, { alreadyJoined }) =>
    walletMaximum > 0n && alreadyJoined >= walletMaximum,
  'insufficient-balance': (_, { amount, available }) => amount > available,
};
