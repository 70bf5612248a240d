import { tokenAmount } from '@city-mint/domain/money/token-amount';
import {
  checkPhasePlan,
  type EndedRound,
  nextPhaseTime,
  nextRound,
  type PhasePlan,
} from '@city-mint/domain/rounds/phase-plan';
import type { Terms, TermsViolation } from '@city-mint/domain/rounds/terms';
import { termsJson } from '@city-mint/domain/rounds/terms-json';
import { sql } from 'kysely';
import { openAccounts } from '#ledger/commands/open-accounts.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { hashTerms, parsePlan, planJson } from './stored-terms.ts';

/** Adds a city with its place in degrees, once: a name that is there already changes nothing. */
export async function addCity(
  db: Database,
  city: { readonly name: string; readonly latitude: number; readonly longitude: number },
): Promise<void> {
  await db
    .insertInto('city')
    .values(city)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Moves a city, found by its name, on the map; degrees. */
export async function editCity(
  tx: Database,
  city: { readonly name: string; readonly latitude: number; readonly longitude: number },
): Promise<void> {
  const { name, latitude, longitude } = city;
  await tx.updateTable('city').set({ latitude, longitude }).where('name', '=', name).execute();
}

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

/**
 * Publishes the next round of one plan that is due, with its terms frozen and hashed and its accounts opened, or ends the plan after a
 * failed or the last round. False when no plan is due. rules.md section 2.
 */
export async function publishNextRound(db: Database): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('phase_plan')
      .selectAll()
      .where('due_at', '<=', sql<Date>`clock_timestamp()`)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return false;
    const plan = parsePlan(row.plan);
    const next = nextRound(plan, await lastRound(tx, row.id));
    if (next.kind === 'phase-over') {
      await tx
        .updateTable('phase_plan')
        .set({ due_at: null, next_phase_time: null, state: next.why === 'round-failed' ? 'failed' : 'ended' })
        .where('id', '=', row.id)
        .execute();
      return true;
    }
    await insertRound(tx, { planId: row.id, cityId: row.city_id, terms: next.terms });
    const after = nextPhaseTime(plan, { ...next.terms, failed: false });
    await tx
      .updateTable('phase_plan')
      .set({ due_at: null, next_phase_time: after === undefined ? null : new Date(after) })
      .where('id', '=', row.id)
      .execute();
    return true;
  });
}

/** The plan's latest round; the plan is due only when that one has been settled. */
async function lastRound(tx: Database, planId: bigint): Promise<EndedRound | null> {
  const row = await tx
    .selectFrom('round')
    .leftJoin('round_settlement', 'round_settlement.round_id', 'round.id')
    .select(['number', 'quota', 'closes_at', 'outcome', 'settled_at'])
    .where('plan_id', '=', planId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.settled_at === null) throw new Error(`plan ${planId} is due before its round ${row.number} is settled`);
  return {
    number: row.number,
    quota: tokenAmount(row.quota),
    closesAt: row.closes_at.getTime(),
    outcome: row.outcome === 'minted' ? 'minted' : 'failed',
    endedAt: row.settled_at.getTime(),
  };
}

async function insertRound(
  tx: Database,
  { planId, cityId, terms }: { planId: bigint; cityId: bigint; terms: Terms },
): Promise<void> {
  const { id } = await tx
    .insertInto('round')
    .values({
      plan_id: planId,
      city_id: cityId,
      phase: terms.phase,
      number: terms.number,
      opens_at: new Date(terms.opensAt),
      closes_at: new Date(terms.closesAt),
      quota: terms.quota,
      minimum: terms.minimum,
      wallet_maximum: terms.walletMaximum,
      due_at: new Date(terms.opensAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('round_terms')
    .values({ round_id: id, terms: termsJson(terms), terms_hash: hashTerms(terms) })
    .execute();
  await tx.insertInto('round_transition').values({ round_id: id, state: 'scheduled' }).execute();
  await openAccounts(tx, [
    { kind: 'escrow', currency: 'JU', owner: id },
    { kind: 'fees', currency: 'JU', owner: id },
    { kind: 'vesting', currency: 'FMC', owner: id },
  ]);
}
