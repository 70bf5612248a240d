import type { Signing } from '@city-mint/api-contract/operator/signed-action';
import { planRequest } from '@city-mint/api-contract/rounds/plan-request';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { parsePlan } from '@city-mint/domain/rounds/phase-plan';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { operatorPublication } from './operator-plan.ts';
import { decide } from './signed-decisions.ts';

/** The action that publishes a plan (its document in base units), with the crowd of tests. */
export function publishing(document: unknown) {
  const parsed = parsePlan(document);
  if (!parsed.ok) throw new Error(parsed.error);
  const { city } = parsed.plan;
  return {
    key: 'POST /api/ops/plans/publish' as const,
    fields: { ...operatorPublication(city), ...planRequest(parsed.plan) },
    subject: `plans ${city}`,
  };
}

/**
 * Logs two operators' signatures of the plans that builders published by themselves, as the process of operators would
 * have, for the vault of tests or another. Needs the owner's connection.
 */
export async function signPlans(db: Database, system: Partial<Signing> = {}): Promise<void> {
  const { rows } = await sql<{ plan: unknown }>`
    select plan from phase_plan p where not exists (
      select from operator_log l where l.action = 'plans/publish' and l.subject = 'plans ' || (p.plan ->> 'city')
        and l.signed -> 'message' ->> 'phase' = p.plan ->> 'phase')
    order by id`.execute(db);
  for (const { plan } of rows) await decide(db, publishing(plan), system);
}

/** Sets the cap of the reserve (JU in base units), as two operators signed it. Needs the owner's connection. */
export async function setSignedCap(db: Database, cap: bigint): Promise<void> {
  await sql`update reserve_setting set cap = ${cap.toString()}::numeric`.execute(db);
  await decide(db, { key: 'POST /api/ops/reserve/cap', fields: { cap: formatAmount(cap) }, subject: 'reserve-cap' });
}
