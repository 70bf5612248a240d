import type { FieldViolation } from '@city-mint/domain/json/field-table';
import { checkPhasePlan, type PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { checkPlanBounds, type PlanPublication } from '@city-mint/domain/rounds/plan-bounds';
import { readBalance } from '#ledger/accounts/queries.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';

/** The limits that a plan is checked against, besides the emission and the clock; FMC in base units. */
export type PlanLimits = Pick<PlanPublication, 'mintPerJuMaximum' | 'noticeMs'>;

/**
 * Returns every bound that a plan would break if it were published now, those of its terms first; empty for a valid
 * plan (docs/money-rules.md#2-terms-of-a-round).
 */
export async function readPlanViolations(db: Database, plan: PhasePlan, limits: PlanLimits): Promise<FieldViolation[]> {
  const emissionRemaining = await readBalance(db, { kind: 'emission', currency: 'FMC', owner: 0n });
  const now = await databaseTime(db);
  return [...checkPhasePlan(plan), ...checkPlanBounds(plan, { ...limits, emissionRemaining, now })];
}
