import type { Account } from '@city-mint/domain/ledger/account-id';
import { sql } from 'kysely';
import { readBalance } from '#ledger/queries/read-balance.ts';
import { readBalances } from '#ledger/queries/read-balances.ts';
import type { Database } from '#platform/database/database.ts';
import { type DueRound, moveRound, postpone } from '../lifecycle/store.ts';
import { payColumns } from './payments.ts';
import { findNextChunk, readMintedTotals } from './store.ts';

const COLUMNS = { 2: 'stage2', 3: 'stage3' } as const;

/**
 * Pays one range of the first later stage that is due, from the round's vesting account; after the last range of the last stage the account
 * is empty and the round has ended. rules.md section 5, "Minted", 5.
 */
export async function payDueStage(tx: Database, round: DueRound): Promise<void> {
  const stage = await tx
    .selectFrom('round_stage')
    .select(['stage', 'due_at', sql<boolean>`due_at <= clock_timestamp()`.as('is_due')])
    .where('round_id', '=', round.id)
    .where('paid_at', 'is', null)
    .orderBy('stage')
    .limit(1)
    .executeTakeFirst();
  if (stage === undefined) return endRound(tx, round);
  if (!stage.is_due) {
    await tx.updateTable('round').set({ due_at: stage.due_at }).where('id', '=', round.id).execute();
    return;
  }
  const number = stage.stage === 2 ? 2 : 3;
  const chunk = await findNextChunk(tx, { roundId: round.id, step: COLUMNS[number] });
  if (chunk === undefined) {
    await tx
      .updateTable('round_stage')
      .set({ paid_at: sql<Date>`clock_timestamp()` })
      .where('round_id', '=', round.id)
      .where('stage', '=', number)
      .execute();
  } else {
    await tx.insertInto('round_step').values({ round_id: round.id, step: COLUMNS[number], chunk }).execute();
    await payColumns(tx, {
      roundId: round.id,
      chunk,
      payments: [
        { kind: 'distribute', from: vestingOf(round), column: COLUMNS[number], payee: 'user_id', step: number },
      ],
    });
  }
  await postpone(tx, round, 0);
}

async function endRound(tx: Database, round: DueRound): Promise<void> {
  const left = await readBalance(tx, vestingOf(round));
  if (left !== 0n) throw new Error(`round ${round.id} ends with ${left} unpaid in vesting`);
  await moveRound(tx, round, { state: 'ended', dueAt: null });
}

function vestingOf(round: DueRound): Account {
  return { kind: 'vesting', currency: 'FMC', owner: round.id };
}

/**
 * Ends a settlement: the round's escrow and fees are zero to the unit or nothing is closed, later stages get their due times, the turn is
 * given back, and the phase plan goes on. rules.md sections 2, 5 and 9.
 */
export async function closeSettlement(tx: Database, round: DueRound): Promise<void> {
  const [escrow, fees] = await readBalances(tx, [
    { kind: 'escrow', currency: 'JU', owner: round.id },
    { kind: 'fees', currency: 'JU', owner: round.id },
  ]);
  if (escrow !== 0n || fees !== 0n)
    throw new Error(`round ${round.id} settled with ${escrow} in escrow and ${fees} in fees`);
  if (round.state === 'settling') await moveToMinted(tx, round);
  else await moveRound(tx, round, { state: 'ended', dueAt: null });
  await tx.updateTable('settlement_slot').set({ round_id: null }).where('round_id', '=', round.id).execute();
  await tx
    .updateTable('phase_plan')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', round.planId)
    .execute();
  await sql`select pg_notify('round_settled', ${round.id.toString()})`.execute(tx);
}

async function moveToMinted(tx: Database, round: DueRound): Promise<void> {
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
  await moveRound(tx, round, { state: 'minted', dueAt: dueTimes[1] ?? null });
}
