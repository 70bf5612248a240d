import { checkFields, type FieldViolation, readFields, type ValuesOf } from '../json/field-table.ts';
import { createJsonReader } from '../json/json-reader.ts';
import { floorShare } from '../money/division.ts';
import { tokenAmount } from '../money/token-amount.ts';
import { checkTerms, PLAN_TERM_FIELDS, type PlanTerms, type Terms } from './terms.ts';

/** The fields of a phase plan other than the terms of its rounds. */
export const PLAN_FIELDS = {
  city: { kind: 'text' },
  phase: { kind: 'count' },
  firstOpensAt: { kind: 'time' },
  windowMs: { kind: 'duration', from: 1 },
  /** The least time between the end of a round and the opening of the next. */
  gapMs: { kind: 'duration' },
  /** How many rounds the phase has. */
  rounds: { kind: 'count' },
  firstQuota: { kind: 'amount', from: 1 },
  /** Growth of the quota from round to round. */
  growthBps: { kind: 'factor' },
} as const;

/**
 * The plan that the operator publishes for a phase; times in UTC milliseconds, JU in base units.
 * docs/money-rules.md#2-terms-of-a-round
 */
export type PhasePlan = ValuesOf<typeof PLAN_FIELDS> & { readonly terms: PlanTerms };

/** The phase's latest round, once it ended: `endedAt` is when (docs/money-rules.md#2-terms-of-a-round). */
export type EndedRound = Pick<Terms, 'number' | 'closesAt' | 'quota'> & {
  readonly outcome: 'minted' | 'failed' | 'cancelled';
  readonly endedAt: number;
};

export type NextRound =
  | { readonly kind: 'round'; readonly terms: Terms }
  | { readonly kind: 'phase-over'; readonly why: 'round-failed' | 'round-cancelled' | 'all-rounds-held' };

/**
 * The terms of the next round of a phase: the first one when nothing went before, none after a failed or cancelled
 * round or the last one. Its quota is the previous one plus `growthBps` of it, rounded down each time. It opens one gap
 * after the previous window's planned end, or after the previous round's actual end if that was later.
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
  if (previous.outcome === 'cancelled') return { kind: 'phase-over', why: 'round-cancelled' };
  if (previous.number >= plan.rounds) return { kind: 'phase-over', why: 'all-rounds-held' };

  const isLate = previous.endedAt > previous.closesAt;
  const over = isLate ? previous.endedAt : previous.closesAt;
  const quota = tokenAmount(previous.quota + floorShare(previous.quota, plan.growthBps));
  return { kind: 'round', terms: roundTerms(plan, { number: previous.number + 1, opensAt: over + plan.gapMs, quota }) };
}

/** Returns every bound that the plan breaks, those of its rounds' terms included; empty for a valid plan. */
export function checkPhasePlan(plan: PhasePlan): FieldViolation[] {
  const { windowMs, gapMs, rounds, growthBps } = PLAN_FIELDS;
  // Quotas only grow, so terms that are valid in the first round are valid in every later one.
  const first = roundTerms(plan, { number: 1, opensAt: plan.firstOpensAt, quota: plan.firstQuota });
  return [
    ...checkFields({ windowMs, gapMs, rounds, growthBps }, plan),
    ...checkTerms(first).map(({ field, bound }) => ({ field: NAMES_IN_PLAN.get(field) ?? field, bound })),
  ];
}

/** `error` is one line with the place and the fault. */
export type ParsedPlan = { ok: true; plan: PhasePlan } | { ok: false; error: string };

/** Returns a plan from its JSON (`planJson`, parsed), or an error. Bounds were checked when it was published. */
export function parsePlan(document: unknown): ParsedPlan {
  const reader = createJsonReader();
  const place = { value: document, path: '' };
  const plan = {
    ...readFields(PLAN_FIELDS, { reader, place }),
    terms: readFields(PLAN_TERM_FIELDS, { reader, place: reader.field(place, 'terms') }),
  };
  const error = reader.problem();
  return error === undefined ? { ok: true, plan } : { ok: false, error };
}

/** Returns a plan as JSON: its fields only, amounts as strings of base units. */
export function planJson(plan: PhasePlan): string {
  const own = { ...pick(plan, PLAN_FIELDS), terms: pick(plan.terms, PLAN_TERM_FIELDS) };
  return JSON.stringify(own, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The entries of a value that have a field in the table. */
function pick(value: object, fields: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in fields));
}

/** The names that fields of the first round's terms have in the plan. */
const NAMES_IN_PLAN = new Map([
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
