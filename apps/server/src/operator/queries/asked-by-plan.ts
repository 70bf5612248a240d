import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { type TermsSpan, widenSpan } from '@city-mint/domain/rounds/terms-span';
import type { Database } from '#platform/database/database.ts';
import { type AskedAgain, findAskedAgain } from '#session/queries/asked-again.ts';
import type { Operator } from '#session/queries/covering.ts';

/**
 * Returns who would be asked for a new consent if this plan were published while the terms on offer are `now`, and
 * which of its terms ask for it.
 */
export async function findAskedByPlan(
  db: Database,
  { runBy, plan, now }: { readonly runBy: Operator; readonly plan: PhasePlan; readonly now: TermsSpan | null },
): Promise<AskedAgain> {
  return findAskedAgain(db, { operator: runBy, now, after: widenSpan(now, plan.terms) });
}
