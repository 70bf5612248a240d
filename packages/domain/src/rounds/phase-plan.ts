import { floorShare } from '../money/division.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import { checkTerms, type Terms, type TermsViolation } from './terms.ts';

/**
 * What the operator publishes for a phase; times in UTC milliseconds, JU in base units.
 * docs/money-rules.md#2-terms-of-a-round.
 */
export type PhasePlan = {
  readonly city: string;
  readonly phase: number;
  readonly firstOpensAt: number;
  readonly windowMs: number;
  /** The least time between the end of a round and the opening of the next. */
  readonly gapMs: number;
  /** How many rounds the phase has. */
  readonly rounds: number;
  readonly firstQuota: TokenAmount;
  /** Growth of the quota from round to round. */
  readonly growthBps: number;
  /** The terms that every round of the phase has. */
  readonly terms: Omit<Terms, 'city' | 'phase' | 'number' | 'opensAt' | 'closesAt' | 'quota'>;
};

/** The phase's latest round, once it ended: `endedAt` is when, as section 3 has it. */
export type EndedRound = Pick<Terms, 'number' | 'closesAt' | 'quota'> & {
  readonly outcome: 'minted' | 'failed';
  readonly endedAt: number;
};

export type NextRound =
  | { readonly kind: 'round'; readonly terms: Terms }
  | { readonly kind: 'phase-over'; readonly why: 'round-failed' | 'all-rounds-held' };

const MAXIMUM_GROWTH_BPS = 100_000;

/**
 * The terms of the next round of a phase: the first one when nothing went before, none after a failed round or the last
 * one. Its quota is the previous one plus `growthBps` of it, rounded down each time. It opens one gap after the
 * previous window's planned end, or after the previous round's actual end if that was later.
 * docs/money-rules.md#2-terms-of-a-round.
 */
export function nextRound(plan: PhasePlan, previous: EndedRound | null): NextRound {
  if (previous === null) {
    return {
      kind: 'round',
      terms: roundTerms(plan, { number: 1, opensAt: plan.firstOpensAt, quota: plan.firstQuota }),
    };
  }
  if (previous.outcome === 'failed') return { kind: 'phase-over', why: 'round-failed' };
  if (previous.number >= plan.rounds) return { kind: 'phase-over', why: 'all-rounds-held' };

  const isLate = previous.endedAt > previous.closesAt;
  const over = isLate ? previous.endedAt : previous.closesAt;
  const quota = tokenAmount(previous.quota + floorShare(previous.quota, plan.growthBps));
  return { kind: 'round', terms: roundTerms(plan, { number: previous.number + 1, opensAt: over + plan.gapMs, quota }) };
}

/**
 * The next planned opening of a phase in UTC milliseconds, while `current` (its latest round; null before the first) is
 * not over yet: undefined when it failed or is the last. docs/money-rules.md#2-terms-of-a-round.
 */
export function nextPhaseTime(
  plan: PhasePlan,
  current: (Pick<Terms, 'number' | 'closesAt'> & { readonly failed: boolean }) | null,
): number | undefined {
  if (current === null) return plan.firstOpensAt;
  if (current.failed || current.number >= plan.rounds) return undefined;
  return current.closesAt + plan.gapMs;
}

/**
 * Every bound that the plan breaks, those of its rounds' terms included; none for a good plan.
 * docs/money-rules.md#2-terms-of-a-round.
 */
export function checkPhasePlan(plan: PhasePlan): TermsViolation[] {
  const own = [
    { field: 'windowMs', bound: 'a whole number from 1', holds: isFrom(plan.windowMs, 1) },
    { field: 'gapMs', bound: 'a whole number from 0', holds: isFrom(plan.gapMs, 0) },
    { field: 'rounds', bound: 'a whole number from 1', holds: isFrom(plan.rounds, 1) },
    {
      field: 'growthBps',
      bound: `a whole number from 0 to ${MAXIMUM_GROWTH_BPS}`,
      holds: isFrom(plan.growthBps, 0) && plan.growthBps <= MAXIMUM_GROWTH_BPS,
    },
  ];
  // Quotas only grow, so terms that are good in the first round are good in every later one.
  const first = roundTerms(plan, { number: 1, opensAt: plan.firstOpensAt, quota: plan.firstQuota });
  return [
    ...own.filter(({ holds }) => !holds).map(({ field, bound }) => ({ field, bound })),
    ...checkTerms(first).map(({ field, bound }) => ({ field: PLAN_FIELDS.get(field) ?? field, bound })),
  ];
}

/** The names that fields of the first round's terms have in the plan. */
const PLAN_FIELDS = new Map([
  ['opensAt', 'firstOpensAt'],
  ['closesAt', 'windowMs'],
  ['quota', 'firstQuota'],
]);

function roundTerms(plan: PhasePlan, round: Pick<Terms, 'number' | 'opensAt' | 'quota'>): Terms {
  return {
    ...plan.terms,
    ...round,
    city: plan.city,
    phase: plan.phase,
    closesAt: round.opensAt + plan.windowMs,
  };
}

function isFrom(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}
