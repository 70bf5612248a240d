import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { RoundStepError } from '../round-step-error.ts';
import { payDueStage } from '../settlement/pay-due-stage.ts';
import { type DueRound, lockDueRound, moveRound, postpone } from '../settlement/round-row.ts';
import { settleStep } from '../settlement/settle-step.ts';

/** How long a round waits when another one holds the settlement turn, or when settling is paused. */
const TURN_RETRY_MS = 200;
const PAUSE_RETRY_MS = 2_000;

/**
 * Takes the one next step of a round that is due by the database's clock: open, close, begin to settle, one part of the settlement, one
 * later stage. Each step is a transaction of its own, so a worker that is killed loses at most one and the next one goes on there. Gives the
 * state and id of the round it moved, or undefined when none is due. rules.md sections 3 and 5.
 */
export async function advanceRound(
  db: Database,
  settings: AdvanceSettings = {},
): Promise<{ roundId: bigint; from: string } | undefined> {
  let roundId: bigint | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const round = await lockDueRound(tx);
      roundId = round?.id;
      if (round === undefined) return undefined;
      await takeStep(tx, round, settings);
      return { roundId: round.id, from: round.state };
    });
  } catch (error) {
    throw roundId === undefined ? error : new RoundStepError(roundId, error);
  }
}

export type AdvanceSettings = {
  /** Participants that one payment transaction covers; larger is faster, smaller loses less work in a kill. */
  readonly chunkSize?: number;
};

async function takeStep(tx: Database, round: DueRound, settings: AdvanceSettings): Promise<void> {
  switch (round.state) {
    case 'scheduled':
      return openRound(tx, round);
    case 'open':
      return moveRound(tx, round, { state: 'failed', dueAt: 'now' });
    case 'full':
      return beginSettling(tx, round, 'settling');
    case 'failed':
      return beginSettling(tx, round, 'liquidating');
    case 'settling':
    case 'liquidating':
      return settleStep(tx, round, settings.chunkSize ?? 50_000);
    case 'minted':
      return payDueStage(tx, round);
    case 'ended':
      throw new Error(`round ${round.id} has ended and is due`);
  }
}

async function openRound(tx: Database, round: DueRound): Promise<void> {
  await moveRound(tx, round, { state: 'open', dueAt: new Date(round.terms.closesAt) });
  await tx
    .updateTable('round')
    .set({ first_order_id: sql<bigint>`(select coalesce(max(id), 0) + 1 from mint_order)` })
    .where('id', '=', round.id)
    .execute();
}

async function beginSettling(tx: Database, round: DueRound, state: 'settling' | 'liquidating'): Promise<void> {
  const paused = await tx
    .selectFrom('system_switch')
    .select('paused')
    .where('name', '=', 'settlement')
    .executeTakeFirstOrThrow();
  if (paused.paused) return postpone(tx, round, PAUSE_RETRY_MS);
  const turn = await tx
    .updateTable('settlement_turn')
    .set({ round_id: round.id })
    .where('round_id', 'is', null)
    .where('mining_waits', '=', false)
    .returning('round_id')
    .executeTakeFirst();
  if (turn === undefined) return postpone(tx, round, TURN_RETRY_MS);
  await moveRound(tx, round, { state, dueAt: 'now' });
}
