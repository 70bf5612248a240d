import { checkPhasePlan, type PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { TermsViolation } from '@city-mint/domain/rounds/terms';
import type { Database } from '#platform/database/database.ts';
import { planJson } from '../terms/stored-terms.ts';

export type PublishAnswer =
  | { readonly planId: bigint }
  | { readonly refusal: 'plan-out-of-bounds'; readonly violations: readonly TermsViolation[] }
  | { readonly refusal: 'unknown-city' | 'phase-exists' };

/**
 * Publishes a phase plan; the worker publishes its first round at once and each later one when the one before has ended. Times in UTC
 * milliseconds, amounts in base units. rules.md section 2.
 */
export async function publishPlan(db: Database, plan: PhasePlan): Promise<PublishAnswer> {
  const violations = checkPhasePlan(plan);
  if (violations.length > 0) return { refusal: 'plan-out-of-bounds', violations };
  const city = await db.selectFrom('city').select('id').where('name', '=', plan.city).executeTakeFirst();
  if (city === undefined) return { refusal: 'unknown-city' };
  const row = await db
    .insertInto('phase_plan')
    .values({
      city_id: city.id,
      phase: plan.phase,
      plan: planJson(plan),
      next_phase_time: new Date(plan.firstOpensAt),
    })
    .onConflict((conflict) => conflict.columns(['city_id', 'phase']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row === undefined ? { refusal: 'phase-exists' } : { planId: row.id };
}
