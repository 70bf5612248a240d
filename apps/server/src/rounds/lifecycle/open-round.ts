import { isPauseTooLong } from '@city-mint/domain/rounds/paused-window';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import {
  awaitSlot,
  type DecidedPart,
  decidePart,
  type PartOfQueue,
  type Reached,
  writePart,
} from '../auto-mint/round-steps.ts';
import { RoundStepError } from '../round/step-errors.ts';
import { type DueRound, postponeRound, readPauseNow } from '../round/store/rounds.ts';

/** How long a round waits to open while joins are paused. */
const PAUSE_RETRY_MS = 2_000;
/** How long it waits while another worker writes parts of its opening. */
const PARTS_RETRY_MS = 20;

export type OpeningSettings = Omit<PartOfQueue, 'roundId'> & { readonly longestPauseMs: number };

/** The transaction of a part, as seen by the following part. */
type PartRun = { isCommitting: boolean; readonly ended: Promise<unknown> };

/** Runs parts of an opening over other connections, in parallel with the part of the caller's transaction. */
export type PartsBeside = {
  readonly db: Database;
  readonly first: PartRun;
  /** Called with an error that rolled back one of them. */
  readonly onError: ((error: RoundStepError) => void) | undefined;
  /** Resolves when all of them have ended, whether they were joined or not. */
  following: Promise<void>;
};

/**
 * A round does not open while joins are paused, so that no one's auto-mint misses it. Auto-mint joins first, in as many
 * transactions as needed; until the last one the round takes no other order. This is the next of these transactions.
 * With `beside` each following one begins as soon as its predecessor is decided, and is committed after it.
 */
export async function openRound(
  tx: Database,
  round: DueRound,
  { longestPauseMs, limit, operator, beside }: OpeningSettings & { readonly beside: PartsBeside | undefined },
): Promise<void> {
  const clock = await readPauseNow(tx);
  // The pause began during the opening: users who have already joined get the principal back as in any open round.
  const isHeld = round.orderCount > 0 && isPauseTooLong(clock, longestPauseMs);
  if (isHeld) return moveToOpen(tx, round.id, longestPauseMs);
  if (clock.pausedSince !== null) return postponeRound(tx, round.id, PAUSE_RETRY_MS);
  const queue = { roundId: round.id, limit, operator, longestPauseMs };
  const decided = await decidePart(tx, queue);
  if (decided === undefined) return postponeRound(tx, round.id, PARTS_RETRY_MS);
  if (beside !== undefined && !decided.isDone) {
    beside.following = joinNext({ ...beside, round, queue }, decided.reached, beside.first);
  }
  if (!(await writePart(tx, round.id))) throw new Error(`round ${round.id} has changed since the part was decided`);
  await endPart(tx, queue, decided);
  if (beside !== undefined) beside.first.isCommitting = true;
}

type Queue = PartOfQueue & Pick<OpeningSettings, 'longestPauseMs'>;

/** After the last part the round is open, or full. */
async function endPart(tx: Database, { roundId, longestPauseMs }: Queue, { isDone }: DecidedPart): Promise<void> {
  if (isDone) await moveToOpen(tx, roundId, longestPauseMs);
  else await postponeRound(tx, roundId, 0);
}

async function moveToOpen(tx: Database, roundId: bigint, longestPauseMs: number): Promise<void> {
  await sql`select open_round(${roundId}, ${longestPauseMs})`.execute(tx);
}

type Opening = Pick<PartsBeside, 'db' | 'onError'> & { readonly round: DueRound; readonly queue: Queue };

/** Rolls back a part that cannot follow the previous one. */
class PartUndone extends Error {}

/**
 * Joins the part after `reached`, which `before` is writing, and the following ones. Takes its slot before `before` is
 * committed, so that no other worker ever finds the opening idle. If it is too late for that, or `before` was rolled
 * back, this part is rolled back, too. An error also rolls it back: the next step of the round joins the same part
 * again and gets the same error.
 */
async function joinNext(opening: Opening, reached: Reached, before: PartRun): Promise<void> {
  const { db, round, queue, onError } = opening;
  const ended = Promise.withResolvers<void>();
  const run: PartRun = { isCommitting: false, ended: ended.promise };
  let following = Promise.resolve();
  try {
    await db.transaction().execute(async (tx) => {
      await awaitSlot(tx, round.id, reached);
      if (before.isCommitting) throw new PartUndone();
      const decided = await decidePart(tx, queue, reached);
      if (decided === undefined) throw new PartUndone();
      // Only after the previous part has ended, so that at most two connections are used.
      if (!decided.isDone) following = before.ended.then(() => joinNext(opening, decided.reached, run));
      if (!(await writePart(tx, round.id))) throw new PartUndone();
      await endPart(tx, queue, decided);
      run.isCommitting = true;
    });
  } catch (error) {
    if (!(error instanceof PartUndone)) onError?.(new RoundStepError(round.id, error));
    // The part that would follow this one does not begin either.
    run.isCommitting = true;
  }
  ended.resolve();
  await following;
}
