import { sql } from 'kysely';
import { readBalances } from '#ledger/queries/read-balances.ts';
import type { Database } from '#platform/database/database.ts';
import { type DueRound, moveRound } from './round-row.ts';
import { readMintedTotals } from './stored-totals.ts';

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
