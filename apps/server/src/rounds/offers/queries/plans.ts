import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { spanOfTerms, type TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parsePlan } from '../stored-terms.ts';

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

/** Returns the span of each share and multiple, in bps, over the running phase plans; null while none runs. */
export async function readLiveTerms(db: Database): Promise<TermsSpan | null> {
  const runningPlans = await db.selectFrom('phase_plan').select('plan').where('state', '=', 'running').execute();
  return spanOfTerms(runningPlans.map(({ plan }) => parsePlan(plan).terms));
}
