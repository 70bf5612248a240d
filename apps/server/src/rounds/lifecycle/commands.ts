import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { isPaused } from '#switches/queries.ts';
import { admitAutoMint, countLosses } from '../auto-mint/round-steps.ts';
import { settleStep } from '../settlement/settle-step.ts';
import { payDueStage } from '../settlement/stages.ts';
import { RoundStepError } from './round-step-error.ts';
import { type DueRound, lockDueRound, moveRound, postpone } from './store.ts';

/** States whose next step moves money. */
const SETTLING: ReadonlySet<string> = new Set(['full', 'failed', 'settling', 'liquidating', 'minted']);

/** How long a round waits when another one holds the settlement turn, or when settling is paused. */
const TURN_RETRY_MS = 200;
const PAUSE_RETRY_MS = 2_000;
const CHUNK_SIZE = 50_000;

/**
 * Takes the one next step of a round that is due by the database's clock: open, close, begin to settle, one part of the settlement, one
 * later stage. Each step is a transaction of its own, so a worker that is killed loses at most one and the next one goes on there. Gives the
 * state and id of the round it moved and for how long it was due, or undefined when none is due. rules.md sections 3 and 5.
 */
export async function advanceRound(
  db: Database,
  settings: AdvanceSettings = {},
): Promise<{ roundId: bigint; from: string; lateMs: number } | undefined> {
  let roundId: bigint | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const round = await lockDueRound(tx);
      roundId = round?.id;
      if (round === undefined) return undefined;
      await takeStep(tx, round, settings);
      return { roundId: round.id, from: round.state, lateMs: round.lateMs };
    });
  } catch (error) {
    throw roundId === undefined ? error : new RoundStepError(roundId, error);
  }
}

export type AdvanceSettings = {
  /** Participants that one transaction covers at an opening or in a payment; larger is faster, smaller loses less work in a kill. */
  readonly chunkSize?: number;
};

async function takeStep(tx: Database, round: DueRound, { chunkSize = CHUNK_SIZE }: AdvanceSettings): Promise<void> {
  if (SETTLING.has(round.state) && (await isPaused(tx, 'settlement'))) return postpone(tx, round, PAUSE_RETRY_MS);
  switch (round.state) {
    case 'scheduled':
      return openRound(tx, round, chunkSize);
    case 'open':
      return failRound(tx, round);
    case 'full':
      return beginSettling(tx, round, 'settling');
    case 'failed':
      return (await countLosses(tx, round, chunkSize))
        ? postpone(tx, round, 0)
        : beginSettling(tx, round, 'liquidating');
    case 'settling':
    case 'liquidating':
      return settleStep(tx, round, chunkSize);
    case 'minted':
      return payDueStage(tx, round);
    case 'ended':
      throw new Error(`round ${round.id} has ended and is due`);
  }
}

/** Auto-mint first, in as many transactions as it takes: until the last one the round is not open to anybody else. */
async function openRound(tx: Database, round: DueRound, chunkSize: number): Promise<void> {
  const { isDone, isFull } = await admitAutoMint(tx, round, chunkSize);
  if (!isDone) return postpone(tx, round, 0);
  await moveRound(tx, round, { state: 'open', dueAt: new Date(round.terms.closesAt) });
  if (isFull) await moveRound(tx, { ...round, state: 'open' }, { state: 'full', dueAt: 'now' });
}

/** The window is over and the quota not reached: the phase ends with this round, so nothing is planned after it. */
async function failRound(tx: Database, round: DueRound): Promise<void> {
  await moveRound(tx, round, { state: 'failed', dueAt: 'now' });
  await tx.updateTable('phase_plan').set({ next_phase_time: null }).where('id', '=', round.planId).execute();
}

async function beginSettling(tx: Database, round: DueRound, state: 'settling' | 'liquidating'): Promise<void> {
  const turn = await tx
    .updateTable('settlement_slot')
    .set({ round_id: round.id })
    .where('round_id', 'is', null)
    .where('mining_waits', '=', false)
    .returning('round_id')
    .executeTakeFirst();
  if (turn === undefined) return postpone(tx, round, TURN_RETRY_MS);
  await moveRound(tx, round, { state, dueAt: 'now' });
}

const ASIDE_SECONDS = 5;

/** Puts off a round whose step failed, so that the rounds that are due after it have their turn. */
export async function backOffRound(db: Database, roundId: bigint): Promise<void> {
  await db
    .updateTable('round')
    .set({ due_at: sql<Date>`clock_timestamp() + ${ASIDE_SECONDS}::int * interval '1 second'` })
    .where('id', '=', roundId)
    .where('due_at', 'is not', null)
    .execute();
}

/** Takes no further step of a round until it is let go on; joins within its window still count. */
export async function suspendRound(tx: Database, roundId: bigint): Promise<void> {
  await tx.insertInto('round_suspension').values({ round_id: roundId }).execute();
}

/** Lets a round that was set aside go on; what has become due meanwhile is done at once. */
export async function resumeRound(tx: Database, roundId: bigint): Promise<void> {
  await tx.deleteFrom('round_suspension').where('round_id', '=', roundId).execute();
}
