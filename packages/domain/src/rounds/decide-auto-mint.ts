import { smallestAmount, type TokenAmount } from '../money/token-amount.ts';
import { decideJoin, type JoinRefusal, type JoinRequest, type JoinRound } from './decide-join.ts';

/** A user's auto-mint settings; JU in base units. docs/money-rules.md#4-join. */
export type AutoMintSettings = {
  readonly enabled: boolean;
  /** What stays available, whatever happens. */
  readonly keep: TokenAmount;
  /** 0 = none. */
  readonly perRoundMaximum: TokenAmount;
  /** Failed rounds after which it turns itself off; 0 = never. */
  readonly stopAfterLosses: number;
  /** Rounds that are not settled in which it may have orders at the same time; 0 = any number. */
  readonly parallelRounds: number;
};

/**
 * The user's state when the round opens; `failedRounds` since auto-mint was turned on, `unsettledOrders` are those by
 * auto-mint in rounds that are not settled.
 */
export type AutoMintUser = Omit<JoinRequest, 'termsHash' | 'amount'> & {
  readonly failedRounds: number;
  readonly unsettledOrders: number;
};

export const AUTO_MINT_SKIPS = ['auto-mint-off', 'already-in-a-round', 'nothing-above-keep'] as const;
export type AutoMintSkip = (typeof AUTO_MINT_SKIPS)[number] | JoinRefusal;

export type AutoMintDecision =
  | { readonly kind: 'joined'; readonly accepted: TokenAmount; readonly rank: number }
  | { readonly kind: 'skipped'; readonly reason: AutoMintSkip }
  /** It must be turned off now, and the user notified. */
  | { readonly kind: 'turned-off' };

/**
 * Returns what auto-mint does for one user as a round opens: joins with `min(available - keep, perRoundMaximum)`, skips
 * with the reason for the log, or turns itself off after its losses. docs/money-rules.md#4-join.
 */
export function decideAutoMint(round: JoinRound, user: AutoMintUser, settings: AutoMintSettings): AutoMintDecision {
  if (!settings.enabled) return { kind: 'skipped', reason: 'auto-mint-off' };
  if (settings.stopAfterLosses > 0 && user.failedRounds >= settings.stopAfterLosses) return { kind: 'turned-off' };
  if (settings.parallelRounds > 0 && user.unsettledOrders >= settings.parallelRounds) {
    return { kind: 'skipped', reason: 'already-in-a-round' };
  }

  const free = smallestAmount(user.available, user.available - settings.keep);
  if (free === 0n) return { kind: 'skipped', reason: 'nothing-above-keep' };
  const amount = settings.perRoundMaximum === 0n ? free : smallestAmount(free, settings.perRoundMaximum);

  const decision = decideJoin(round, { ...user, amount, termsHash: round.termsHash });
  if (!decision.ok) return { kind: 'skipped', reason: decision.refusal };
  return { kind: 'joined', accepted: decision.accepted, rank: decision.rank };
}
