import { isPauseTooLong } from '@city-mint/domain/rounds/paused-window';
import type { Database } from '#platform/database/database.ts';
import {
  awaitSlot,
  type DecidedPart,
  decidePart,
  nameFirstOrder,
  type PartOfQueue,
  type Reached,
  writePart,
} from '../auto-mint/round-steps.ts';
import { RoundStepError } from '../round/step-errors.ts';
import { type DueRound, moveRound, postponeRound, readPauseNow } from '../round/store/rounds.ts';

/** How long a round waits to open while joins are paused. */
const PAUSE_RETRY_MS = 2_000;
/** How long it waits while another worker writes parts of its opening. */
const PARTS_RETRY_MS = 20;

export type OpeningSettings = Omit<PartOfQueue, 'roundId'> & { readonly longestPauseMs: number };

/** The transaction of a part, as the part after it knows it. */
type PartRun = { isCommitting: boolean; readonly ended: Promise<unknown> };

/** How parts of an opening are joined over other connections, beside the one whose transaction is the caller's. */
export type PartsBeside = {
  readonly db: Database;
  readonly first: PartRun;
  /** Called with an error that undid one of them. */
  readonly onError: ((error: RoundStepError) => void) | undefined;
  /** Ends when all of them have ended, whether they were joined or not. */
  following: Promise<void>;
};

/**
 * A round does not open while joins are paused, so that no one's auto-mint misses it. Auto-mint joins first, in as many
 * transactions as it takes: until the last one the round is open to no other order. This is the next of them; with
 * `beside` those that follow begin as soon as the one before is decided, and are committed after it.
 */
export async function openRound(
  tx: Database,
  round: DueRound,
  { longestPauseMs, limit, operator, beside }: OpeningSettings & { readonly beside: PartsBeside | undefined },
): Promise<void> {
  const clock = await readPauseNow(tx);
  // The pause began during the opening: who has joined already gets the principal back as in any open round.
  const isHeld = round.orderCount > 0 && isPauseTooLong(clock, longestPauseMs);
  if (isHeld) return moveRound(tx, round, { state: 'open', dueAt: 'now' });
  if (clock.pausedSince !== null) return postponeRound(tx, round.id, PAUSE_RETRY_MS);
  const queue = { roundId: round.id, limit, operator };
  await nameFirstOrder(tx, round.id);
  const decided = await decidePart(tx, queue);
  if (decided === undefined) return postponeRound(tx, round.id, PARTS_RETRY_MS);
  if (beside !== undefined && !decided.isDone) {
    beside.following = joinNext({ ...beside, round, queue }, decided.reached, beside.first);
  }
  if (!(await writePart(tx, round.id))) throw new Error(`round ${round.id} is not where it was`);
  await endPart(tx, round, decided);
  if (beside !== undefined) beside.first.isCommitting = true;
}

/** After the last part the round is open, or full. */
async function endPart(
  tx: Database,
  round: DueRound,
  { isDone, isFull }: Pick<DecidedPart, 'isDone' | 'isFull'>,
): Promise<void> {
  if (!isDone) return postponeRound(tx, round.id, 0);
  await moveRound(tx, round, { state: 'open', dueAt: new Date(round.closesAt) });
  if (isFull) await moveRound(tx, { id: round.id, state: 'open' }, { state: 'full', dueAt: 'now' });
}

type Opening = Pick<PartsBeside, 'db' | 'onError'> & { readonly round: DueRound; readonly queue: PartOfQueue };

/** Undoes a part that cannot follow the one before. */
class PartUndone extends Error {}

/**
 * Joins the part after `reached`, which `before` is writing, and those after it. Its slot is taken before that one is
 * committed, so that at no time another worker finds the opening idle; if that comes too late, or the part before was
 * undone, so is this one. An error undoes it as well: whoever advances the round next joins the same part by itself,
 * and meets it again.
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
      // Not before the one before has ended: no more than two connections are used.
      if (!decided.isDone) following = before.ended.then(() => joinNext(opening, decided.reached, run));
      if (!(await writePart(tx, round.id))) throw new PartUndone();
      await endPart(tx, round, decided);
      run.isCommitting = true;
    });
  } catch (error) {
    if (!(error instanceof PartUndone)) onError?.(new RoundStepError(round.id, error));
    // Nor does a part that would follow this one begin.
    run.isCommitting = true;
  }
  ended.resolve();
  await following;
}
