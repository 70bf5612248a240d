import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { spanOfTerms, type TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parsePlan, parseTerms, readableOnly } from '../stored-terms.ts';

const planState = z.enum(['running', 'ended', 'failed', 'cancelled']);

export type PublishedPlan = {
  readonly planId: bigint;
  readonly plan: PhasePlan;
  readonly state: z.output<typeof planState>;
  readonly nextPhaseTime: Date | null;
  readonly publishedAt: Date;
};

/** Returns published phase plans with ids below `before` (null = from the newest on), newest first. */
export async function listPlans(
  db: Database,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<PublishedPlan[]> {
  let query = db.selectFrom('phase_plan').select(['id', 'plan', 'state', 'next_phase_time', 'published_at']);
  if (page.before !== null) query = query.where('id', '<', page.before);
  const plans = await query.orderBy('id', 'desc').limit(page.limit).execute();
  return plans.map((published) => ({
    planId: published.id,
    plan: parsePlan(published.plan),
    state: planState.parse(published.state),
    nextPhaseTime: published.next_phase_time,
    publishedAt: published.published_at,
  }));
}

/** Returns the last published plan of a city, by its name; undefined if there is none. */
export async function findLastPlan(
  db: Database,
  city: string,
): Promise<{ readonly planId: bigint; readonly plan: PhasePlan } | undefined> {
  const last = await db
    .selectFrom('phase_plan')
    .innerJoin('city', 'city.id', 'phase_plan.city_id')
    .select(['phase_plan.id', 'phase_plan.plan'])
    .where('city.name', '=', city)
    .orderBy('phase_plan.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && { planId: last.id, plan: parsePlan(last.plan) };
}

/** Returns the span of each share and multiple, in bps, over the running phase plans; null while none runs. */
export async function readLiveTerms(db: Database): Promise<TermsSpan | null> {
  const runningPlans = await db.selectFrom('phase_plan').select('plan').where('state', '=', 'running').execute();
  return spanOfTerms(readableOnly(runningPlans, ({ plan }) => parsePlan(plan).terms));
}

/**
 * Returns how many running plans, and rounds that are not over, this release cannot read: what it counts is
 * backed off, and needs a newer release or a person.
 */
export async function countUnreadable(db: Database): Promise<number> {
  const [plans, rounds] = await Promise.all([
    db.selectFrom('phase_plan').select('plan').where('state', '=', 'running').execute(),
    db
      .selectFrom('round')
      .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
      .select('terms')
      .where('due_at', 'is not', null)
      .execute(),
  ]);
  const readablePlans = readableOnly(plans, ({ plan }) => parsePlan(plan));
  const readableRounds = readableOnly(rounds, ({ terms }) => parseTerms(terms));
  return plans.length - readablePlans.length + rounds.length - readableRounds.length;
}
