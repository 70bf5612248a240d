import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { smallestAmount, type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';

/** The account's auto-mint: its settings and the log of its latest rounds. */
export type AutoMint = ReplyOf<'POST /api/biz/set/repeat'>;

type City = ReplyOf<'GET /api/app/warehouses'>['cities'][number];
export type NextRound = NonNullable<City['nextRound']>;

/** The limits of auto-mint, decimal strings in JU; a maximum of 0 means none. */
export type AutoMintLimits = { readonly keep: string; readonly perRoundMaximum: string };

export type AutoMintPlan = {
  /** JU of the join, exact. */
  readonly amount: string;
  /** JU that the order would lose at most if the round fails. */
  readonly worst: string;
  /** The reason not to join; null if it would join. */
  readonly skip: 'nothing-above-keep' | 'below-minimum' | null;
};

/** Returns the next round to open across all cities; null while none is announced. */
export function nextRound(cities: readonly Pick<City, 'nextRound'>[]): NextRound | null {
  const ahead = cities.flatMap((city) => city.nextRound ?? []);
  return ahead.toSorted((a, b) => a.opensAt - b.opensAt)[0] ?? null;
}

/**
 * Returns what auto-mint would do in a round with this balance: join with the available JU above `keep`, at most
 * `perRoundMaximum`, the wallet's maximum and the quota. Users who enabled it earlier join first, so the accepted
 * amount can be smaller. docs/money-rules.md#4-join
 */
export function planAutoMint(
  round: Pick<NextRound, 'quota' | 'minimum' | 'walletMaximum' | 'maximumLoss'>,
  { available, limits }: { readonly available: string; readonly limits: AutoMintLimits },
): AutoMintPlan {
  const balance = unitsOf(available);
  const free = smallestAmount(balance, (balance - unitsOf(limits.keep)) as TokenAmount);
  const quota = unitsOf(round.quota);
  const caps = [unitsOf(limits.perRoundMaximum), unitsOf(round.walletMaximum)].filter((cap) => cap > 0n);
  const amount = free > 0n ? smallestAmount(free, quota, ...caps) : ZERO;
  if (amount === 0n) return { amount: '0', worst: '0', skip: 'nothing-above-keep' };
  if (amount < unitsOf(round.minimum)) return { amount: '0', worst: '0', skip: 'below-minimum' };
  // The maximum loss is given for a full quota; an order bears its proportional part.
  const worst = quota === 0n ? 0n : divide(amount * unitsOf(round.maximumLoss), { by: quota, rounding: 'up' });
  return { amount: formatAmount(amount), worst: formatAmount(worst), skip: null };
}

export type Bead = 'won' | 'lost' | 'skipped' | 'open';

type Cycle = AutoMint['cycles']['items'][number];

/** Returns how the log shows a round: skipped, or by its outcome. */
export function beadOf({ event, outcome }: Pick<Cycle, 'event' | 'outcome'>): Bead {
  if (event !== 'joined') return 'skipped';
  if (outcome === null) return 'open';
  return outcome === 'minted' ? 'won' : outcome === 'failed' ? 'lost' : 'skipped';
}
