import { sql } from 'kysely';
import { readBalance } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { type DueRound, moveRound, postponeRound } from '../round/store/rounds.ts';
import { recordStep } from '../round/store/steps.ts';
import { payChunk } from './payments.ts';
import { findNextChunk, readMintedTotals } from './store.ts';

/** Inserts the three stages of a minted round, the first one as paid; returns when the second one is due. */
export async function openStages(tx: Database, round: DueRound): Promise<Date | null> {
  const { stages, settledAt } = await readMintedTotals(tx, round.id);
  const [, secondDelay, thirdDelay] = round.terms.stageDelaysMs;
  const dueTimes = [0, secondDelay, thirdDelay].map((delay) => new Date(settledAt.getTime() + delay));
  await tx
    .insertInto('round_stage')
    .values(
      dueTimes.map((dueAt, index) => ({
        round_id: round.id,
        stage: index + 1,
        amount: stages[index] ?? 0n,
        due_at: dueAt,
        ...(index === 0 ? { paid_at: sql<Date>`clock_timestamp()` } : {}),
      })),
    )
    .execute();
  return dueTimes[1] ?? null;
}

/**
 * Pays one chunk of the first unpaid stage if it is due, from the round's vesting account. After the last chunk of
 * the last stage that account is empty and the round has ended (docs/money-rules.md#5-settlement).
 */
export async function payDueStage(tx: Database, round: DueRound): Promise<void> {
  const unpaid = await tx
    .selectFrom('round_stage')
    .select(['stage', 'due_at', sql<boolean>`due_at <= clock_timestamp()`.as('is_due')])
    .where('round_id', '=', round.id)
    .where('paid_at', 'is', null)
    .orderBy('stage')
    .limit(1)
    .executeTakeFirst();
  if (unpaid === undefined) return endRound(tx, round);
  if (!unpaid.is_due) return postponeRound(tx, round.id, unpaid.due_at);
  const step = unpaid.stage === 2 ? 'stage2' : 'stage3';
  const chunk = await findNextChunk(tx, { roundId: round.id, step });
  if (chunk === undefined) {
    await tx
      .updateTable('round_stage')
      .set({ paid_at: sql<Date>`clock_timestamp()` })
      .where('round_id', '=', round.id)
      .where('stage', '=', unpaid.stage)
      .execute();
  } else {
    await recordStep(tx, { roundId: round.id, step, chunk });
    await payChunk(tx, { roundId: round.id, step, chunk });
  }
  await postponeRound(tx, round.id, 0);
}

async function endRound(tx: Database, round: DueRound): Promise<void> {
  const unpaid = await readBalance(tx, { kind: 'vesting', currency: 'FMC', owner: round.id });
  if (unpaid !== 0n) throw new Error(`round ${round.id} ends with ${unpaid} unpaid in vesting`);
  await moveRound(tx, round, { state: 'ended', dueAt: null });
}
