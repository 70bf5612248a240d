import { type PhasePlan, planJson } from '@city-mint/domain/rounds/phase-plan';
import type { Database } from '@city-mint/server/platform/database/database';
import { publishPlan } from '@city-mint/server/rounds/offers/commands';
import type { Address } from 'viem';
import { decide } from '../../builders/signed-decisions.ts';
import { publishing } from '../../builders/signed-settings.ts';
import { CHAIN_ID } from './system-addresses.ts';

/**
 * Publishes a plan that the preview of operators need not accept, with the signatures of two operators: the auditor
 * believes no other.
 */
export async function publishSigned(db: Database, plan: PhasePlan, vault: Address): Promise<void> {
  await decide(db, publishing(JSON.parse(planJson(plan))), { chainId: CHAIN_ID, vault });
  const published = await publishPlan(db, plan);
  if (!('planId' in published)) throw new Error(`not published: ${JSON.stringify(published)}`);
}
