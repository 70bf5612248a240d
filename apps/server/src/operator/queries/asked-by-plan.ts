import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { type TermsSpan, widenSpan } from '@city-mint/domain/rounds/terms-span';
import type { Database } from '#platform/database/database.ts';
import { type AskedAgain, findAskedAgain } from '#session/queries/asked-again.ts';
import type { Operator } from '#session/queries/covering.ts';

/**
 * Returns the users whom the publication of this plan would ask for a new consent, while the terms on offer are `now`,
 * and the terms that cause it.
 */
export async function findAskedByPlan(
  db: Database,
  { runBy, plan, now }: { readonly runBy: Operator; readonly plan: PhasePlan; readonly now: TermsSpan | null },
): Promise<AskedAgain> {
  return findAskedAgain(db, { operator: runBy, now, after: widenSpan(now, plan.terms) });
}
