import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { autoMintRisk, decideAsFirst } from '@city-mint/domain/rounds/auto-mint-risk';
import type { AutoMintDecision } from '@city-mint/domain/rounds/decide-auto-mint';

/** The account's auto-mint: its settings and the log of its latest rounds. */
export type AutoMint = ReplyOf<'POST /api/biz/set/repeat'>;

type City = ReplyOf<'GET /api/app/warehouses'>['cities'][number];
export type NextRound = NonNullable<City['nextRound']>;

/** The limits of auto-mint, amounts in JU; 0 means none, and keeps nothing. */
export type AutoMintLimits = Pick<
  AutoMint['settings'],
  'keep' | 'perRoundMaximum' | 'stopAfterLosses' | 'parallelRounds'
>;

/** Failed rounds in a row after which the page shows the balance. */
const ASSUMED_FAILURES = 30;

/** The action of auto-mint in the next round, and its largest loss by the round's terms; exact amounts in JU. */
export type AutoMintPlan = {
  /** JU of the join. */
  readonly amount: string;
  /** The reason not to join; null if it would join. */
  readonly skip: 'nothing-above-keep' | 'below-minimum' | 'turned-off' | null;
  /** The most that all of its orders that are not settled can lose together. */
  readonly atATime: string;
  /** The rounds that fail in a row before it stops or cannot join; at most thirty, where `stops` is false. */
  readonly failures: number;
  readonly stops: boolean;
  /** The balance after them. */
  readonly left: string;
};

/** Returns the next round to open across all cities; null while none is announced. */
export function nextRound(cities: readonly Pick<City, 'nextRound'>[]): NextRound | null {
  const ahead = cities.flatMap((city) => city.nextRound ?? []);
  return ahead.toSorted((a, b) => a.opensAt - b.opensAt)[0] ?? null;
}

type PlanInput = { readonly available: string; readonly failedRounds: number; readonly limits: AutoMintLimits };

/**
 * Returns the action of auto-mint in a round with this balance and these limits, and its largest loss. Users who
 * enabled it earlier join first, so the accepted amount can be smaller. docs/money-rules.md#4-join
 */
export function planAutoMint(
  next: Pick<NextRound, 'quota' | 'minimum' | 'walletMaximum' | 'maximumLoss'>,
  { available, failedRounds, limits }: PlanInput,
): AutoMintPlan {
  const round = {
    ...{ quota: unitsOf(next.quota), minimum: unitsOf(next.minimum) },
    ...{ walletMaximum: unitsOf(next.walletMaximum), maximumLoss: unitsOf(next.maximumLoss) },
  };
  const settings = { ...limits, keep: unitsOf(limits.keep), perRoundMaximum: unitsOf(limits.perRoundMaximum) };
  const start = { available: unitsOf(available), failedRounds, settings };
  const decision = decideAsFirst(round, start);
  const risk = autoMintRisk(round, start, ASSUMED_FAILURES);
  return {
    amount: decision.kind === 'joined' ? formatAmount(decision.accepted) : '0',
    skip: skipOf(decision),
    atATime: formatAmount(risk.atATime),
    failures: risk.failedRounds,
    stops: risk.failedRounds < ASSUMED_FAILURES,
    left: formatAmount(risk.left),
  };
}

function skipOf(decision: AutoMintDecision): AutoMintPlan['skip'] {
  if (decision.kind === 'joined') return null;
  if (decision.kind === 'turned-off') return 'turned-off';
  return decision.reason === 'below-minimum' ? 'below-minimum' : 'nothing-above-keep';
}

export type Bead = 'won' | 'lost' | 'skipped' | 'open';

type Cycle = AutoMint['cycles']['items'][number];

/** Returns how the log shows a round: skipped, or by its outcome. */
export function beadOf({ event, outcome }: Pick<Cycle, 'event' | 'outcome'>): Bead {
  if (event !== 'joined') return 'skipped';
  if (outcome === null) return 'open';
  return outcome === 'minted' ? 'won' : outcome === 'failed' ? 'lost' : 'skipped';
}
