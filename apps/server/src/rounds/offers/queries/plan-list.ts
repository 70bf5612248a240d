import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { type PublishedSimulation, parseSimulation } from '@city-mint/domain/simulation/published-simulation';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { timeOfUs, usOf } from '#platform/database/time-of-us.ts';
import type { TimelineKey } from '#platform/paging.ts';
import { parsePlan, readOrNull } from '../../terms/stored-terms.ts';
import { planState } from './plans.ts';

export type PublishedPlan = {
  readonly planId: bigint;
  readonly city: string;
  readonly phase: number;
  /** Null where this release cannot read it. */
  readonly plan: PhasePlan | null;
  readonly state: z.output<typeof planState>;
  readonly nextPhaseTime: Date | null;
  readonly publishedAt: Date;
  /** Its key in the list. */
  readonly key: TimelineKey;
};

/** Filters a list of plans: `from` (inclusive) and `to` (exclusive) limit the publication, UTC milliseconds. */
export type PlanFilter = {
  readonly state?: z.output<typeof planState> | undefined;
  readonly cityId?: bigint | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

function selectPlans(db: Database) {
  return db
    .selectFrom('phase_plan')
    .innerJoin('city', 'city.id', 'phase_plan.city_id')
    .select([
      'phase_plan.id',
      'city.name',
      'phase_plan.phase',
      'phase_plan.plan',
      'phase_plan.simulation',
      'phase_plan.state',
      'phase_plan.next_phase_time',
      'phase_plan.published_at',
      usOf('published_at').as('published_us'),
    ]);
}

type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>;

function toPublishedPlan(row: PlanRow): PublishedPlan {
  return {
    planId: row.id,
    city: row.name,
    phase: row.phase,
    plan: readOrNull(() => parsePlan(row.plan)),
    state: planState.parse(row.state),
    nextPhaseTime: row.next_phase_time,
    publishedAt: row.published_at,
    key: { atUs: row.published_us, code: 0n, id: row.id },
  };
}

/** Returns phase plans after a key (null = from the beginning), last published first. */
export async function listPlans(
  db: Database,
  { state, cityId, from, to }: PlanFilter,
  page: { readonly after: TimelineKey | null; readonly limit: number },
): Promise<PublishedPlan[]> {
  let query = selectPlans(db);
  if (state !== undefined) query = query.where('state', '=', state);
  if (cityId !== undefined) query = query.where('city_id', '=', cityId);
  if (from !== undefined) query = query.where('published_at', '>=', new Date(from));
  if (to !== undefined) query = query.where('published_at', '<', new Date(to));
  if (page.after !== null) {
    const { atUs, id } = page.after;
    query = query.where(sql<boolean>`(published_at, phase_plan.id) < (${timeOfUs(atUs)}, ${id}::bigint)`);
  }
  const plans = await query
    .orderBy('published_at', 'desc')
    .orderBy('phase_plan.id', 'desc')
    .limit(page.limit)
    .execute();
  return plans.map(toPublishedPlan);
}

/** A plan with its published simulation, which is null if there is none, or it cannot be read. */
export type PlanDetail = PublishedPlan & {
  readonly simulation: PublishedSimulation | null;
  /** The plan of the same city that it was compared with: the previous one that was not revoked. */
  readonly before: PhasePlan | null;
};

/** Returns a plan by its id, or undefined. */
export async function readPlanDetail(db: Database, planId: bigint): Promise<PlanDetail | undefined> {
  const row = await selectPlans(db).where('phase_plan.id', '=', planId).executeTakeFirst();
  if (row === undefined) return undefined;
  const before = await db
    .selectFrom('phase_plan')
    .select('plan')
    .where('city_id', '=', (city) => city.selectFrom('city').select('id').where('name', '=', row.name))
    .where('state', '!=', 'revoked')
    .where(sql<boolean>`(published_at, id) < (${timeOfUs(row.published_us)}, ${planId}::bigint)`)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...toPublishedPlan(row),
    simulation: simulationOf(row.simulation),
    before: before === undefined ? null : readOrNull(() => parsePlan(before.plan)),
  };
}

/** Returns the plan of a round with its stored documents; undefined when the round does not exist. */
export async function readPlanOfRound(db: Database, roundId: bigint) {
  const row = await selectPlans(db)
    .innerJoin('round', 'round.plan_id', 'phase_plan.id')
    .where('round.id', '=', roundId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const published = toPublishedPlan(row);
  return {
    ...published,
    document: published.plan === null ? null : row.plan,
    simulation: simulationOf(row.simulation) === null ? null : row.simulation,
  };
}

/** An unreadable simulation counts as none: no round depends on it. */
function simulationOf(stored: unknown): PublishedSimulation | null {
  const parsed = stored === null ? null : parseSimulation(stored);
  return parsed?.ok === true ? parsed.simulation : null;
}
