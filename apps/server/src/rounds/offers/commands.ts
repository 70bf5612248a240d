import type { FieldViolation } from '@city-mint/domain/json/field-table';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import {
  checkPhasePlan,
  type EndedRound,
  nextRound,
  type PhasePlan,
  planJson,
} from '@city-mint/domain/rounds/phase-plan';
import { termsJson } from '@city-mint/domain/rounds/terms-json';
import { type PublishedSimulation, simulationJson } from '@city-mint/domain/simulation/published-simulation';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { PhasePlan as PhasePlanRow } from '#platform/database/generated/db.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { PlanStepError } from '../round/step-errors.ts';
import { hashTerms, parsePlan } from '../terms/stored-terms.ts';
import type { CityNames } from './queries/cities.ts';

/** How long a plan waits after a failure. */
const FAILURE_RETRY_MS = 5_000;

/** Adds a city at its coordinates in degrees, with names to display; changes nothing if one with this name exists. */
export async function addCity(
  db: Database,
  city: { readonly name: string; readonly latitude: number; readonly longitude: number; readonly names?: CityNames },
): Promise<void> {
  await db
    .insertInto('city')
    .values({ ...city, names: JSON.stringify(city.names ?? {}) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Sets the coordinates, in degrees, of the city with this name. */
export async function editCity(
  tx: Database,
  city: { readonly name: string; readonly latitude: number; readonly longitude: number },
): Promise<void> {
  const { name, latitude, longitude } = city;
  await tx.updateTable('city').set({ latitude, longitude }).where('name', '=', name).execute();
}

/** Sets the displayed names of a city: all of them, by language. */
export async function nameCity(
  tx: Database,
  city: { readonly name: string; readonly names: CityNames },
): Promise<void> {
  const names = JSON.stringify(city.names);
  await tx.updateTable('city').set({ names }).where('name', '=', city.name).execute();
}

export type PublishAnswer =
  | { readonly planId: bigint }
  | { readonly refusal: 'plan-out-of-bounds'; readonly violations: readonly FieldViolation[] }
  | { readonly refusal: 'unknown-city' | 'phase-exists' };

/**
 * Publishes a phase plan: times in UTC milliseconds, amounts in base units; with the simulation that its operator saw,
 * if any. The worker publishes its first round immediately and each later one when the previous one has ended. Returns
 * the plan's id or the refusal (docs/money-rules.md#2-terms-of-a-round).
 */
export async function publishPlan(
  db: Database,
  plan: PhasePlan,
  simulation?: PublishedSimulation,
): Promise<PublishAnswer> {
  const violations = checkPhasePlan(plan);
  if (violations.length > 0) return { refusal: 'plan-out-of-bounds', violations };
  const city = await db.selectFrom('city').select('id').where('name', '=', plan.city).executeTakeFirst();
  if (city === undefined) return { refusal: 'unknown-city' };
  const published = await db
    .insertInto('phase_plan')
    .values({
      city_id: city.id,
      phase: plan.phase,
      plan: planJson(plan),
      simulation: simulation === undefined ? null : simulationJson(simulation),
      next_phase_time: new Date(plan.firstOpensAt),
    })
    .onConflict((conflict) => conflict.columns(['city_id', 'phase']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return published === undefined ? { refusal: 'phase-exists' } : { planId: published.id };
}

/**
 * Publishes the next round of one due plan, with fixed and hashed terms and open accounts. Closes the plan instead
 * after a failed, cancelled or its last round, or when operators ended it. Returns false when no plan is due; throws a
 * `PlanStepError` when this plan failed (docs/money-rules.md#2-terms-of-a-round).
 */
export async function publishNextRound(db: Database): Promise<boolean> {
  let planId: bigint | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const duePlan = await tx
        .selectFrom('phase_plan')
        .selectAll()
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      planId = duePlan?.id;
      if (duePlan === undefined) return false;
      await continuePlan(tx, duePlan);
      return true;
    });
  } catch (error) {
    throw planId === undefined ? error : new PlanStepError(planId, error);
  }
}

async function continuePlan(tx: Database, duePlan: Selectable<PhasePlanRow>): Promise<void> {
  const last = await readLastRound(tx, duePlan.id);
  // Only a plan with a round can be ending; its stored later rounds need not be readable.
  if (duePlan.state === 'ending' && last !== null) return closePlan(tx, duePlan.id);
  const next = nextRound(parsePlan(duePlan.plan), last);
  if (next.kind === 'phase-over') return closePlan(tx, duePlan.id);
  await sql`select publish_round(${duePlan.id}, ${termsJson(next.terms)}::jsonb, ${hashTerms(next.terms)})`.execute(tx);
}

async function closePlan(tx: Database, planId: bigint): Promise<void> {
  await sql`select close_plan(${planId})`.execute(tx);
}

/**
 * Revokes a plan whose first round has not begun: it is not held, and a published first round is cancelled without
 * orders. Returns false when the plan is not running, its first round has opened, or auto-mint has placed orders in it
 * (docs/money-rules.md#2-terms-of-a-round).
 */
export async function revokePlan(tx: Database, planId: bigint, reason: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select revoke_plan(${planId}, ${reason}) as done`.execute(tx);
  return rows[0]?.done === true;
}

/**
 * Ends a running plan after its round with this number: no later one is published. Returns false when the plan is not
 * running, or a later round has been published (docs/money-rules.md#2-terms-of-a-round).
 */
export async function endPlan(tx: Database, planId: bigint, lastRound: number): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select end_plan(${planId}, ${lastRound}::int) as done`.execute(tx);
  return rows[0]?.done === true;
}

/** Retries a failed plan after a few seconds, so that the others are not delayed. */
export async function backOffPlan(db: Database, planId: bigint): Promise<void> {
  await db
    .updateTable('phase_plan')
    .set({ due_at: sql<Date>`clock_timestamp() + ${FAILURE_RETRY_MS}::int * interval '1 millisecond'` })
    .where('id', '=', planId)
    .where('due_at', 'is not', null)
    .execute();
}

const endedOutcome = z.enum(['minted', 'failed', 'cancelled']);

/** The plan's latest round; the plan is due only when that round has been settled. */
async function readLastRound(tx: Database, planId: bigint): Promise<EndedRound | null> {
  const last = await tx
    .selectFrom('round')
    .leftJoin('round_settlement', 'round_settlement.round_id', 'round.id')
    .select(['number', 'quota', 'closes_at', 'outcome', 'settled_at'])
    .where('plan_id', '=', planId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return null;
  if (last.settled_at === null) throw new Error(`plan ${planId} is due before its round ${last.number} is settled`);
  return {
    number: last.number,
    quota: tokenAmount(last.quota),
    closesAt: last.closes_at.getTime(),
    outcome: endedOutcome.parse(last.outcome),
    endedAt: last.settled_at.getTime(),
  };
}
