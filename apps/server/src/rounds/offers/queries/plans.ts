import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { spanOfTerms, type TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parsePlan, readableOnly } from '../../terms/stored-terms.ts';

/** The states of a plan, from its column. */
export const planState = z.enum(['running', 'ending', 'ended', 'failed', 'cancelled', 'revoked']);

/** A plan for operators' decisions. */
export type PlanNow = {
  readonly city: string;
  readonly phase: number;
  readonly state: z.output<typeof planState>;
  readonly nextPhaseTime: Date | null;
  /** The number of the last published round; null before the first. */
  readonly lastRound: number | null;
  /** Whether its first round has opened, or already has orders of auto-mint. */
  readonly hasBegun: boolean;
};

/** Returns a plan without its terms, which this release may be unable to read; undefined when it does not exist. */
export async function findPlan(db: Database, planId: bigint): Promise<PlanNow | undefined> {
  const { rows } = await sql<Omit<PlanNow, 'state'> & { state: string }>`
    select c.name as city, p.phase, p.state, p.next_phase_time as "nextPhaseTime", max(r.number) as "lastRound",
      coalesce(bool_or(r.state <> 'scheduled' or r.order_count > 0), false) as "hasBegun"
    from phase_plan p
    join city c on c.id = p.city_id
    left join round r on r.plan_id = p.id
    where p.id = ${planId}
    group by p.id, c.name`.execute(db);
  const [plan] = rows;
  return plan && { ...plan, state: planState.parse(plan.state) };
}

/**
 * Returns the last published plan of a city that was not revoked, by the city's name; undefined if there is none. A
 * revoked plan is not a reference for the next one, because it could be made worse than any.
 */
export async function findLastPlan(
  db: Database,
  city: string,
): Promise<{ readonly planId: bigint; readonly plan: PhasePlan } | undefined> {
  const last = await db
    .selectFrom('phase_plan')
    .innerJoin('city', 'city.id', 'phase_plan.city_id')
    .select(['phase_plan.id', 'phase_plan.plan'])
    .where('city.name', '=', city)
    .where('phase_plan.state', '!=', 'revoked')
    .orderBy('phase_plan.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && { planId: last.id, plan: parsePlan(last.plan) };
}

/**
 * Returns the span of each share and multiple, in bps, over the phase plans that run or end, from their publication on:
 * before any of their rounds opens. Null while there is none.
 */
export async function readLiveTerms(db: Database): Promise<TermsSpan | null> {
  return spanOf(await livePlans(db).select('plan').execute());
}

/** Returns a reader of the same, which reads the plans themselves only when others run than at the last reading. */
export function createLiveTermsReader(db: Database): () => Promise<TermsSpan | null> {
  let last: { readonly plans: string; readonly terms: TermsSpan | null } | undefined;
  return async () => {
    const ids = await livePlans(db).select('id').execute();
    if (last?.plans === keyOf(ids)) return last.terms;
    const plans = await livePlans(db).select(['id', 'plan']).execute();
    last = { plans: keyOf(plans), terms: spanOf(plans) };
    return last.terms;
  };
}

const livePlans = (db: Database) =>
  db.selectFrom('phase_plan').where('state', 'in', ['running', 'ending']).orderBy('id');

const spanOf = (plans: readonly { readonly plan: unknown }[]) =>
  spanOfTerms(readableOnly(plans, ({ plan }) => parsePlan(plan).terms));

const keyOf = (plans: readonly { readonly id: bigint }[]) => plans.map(({ id }) => id).join();
