import { assertNever } from '@city-mint/domain/assert-never';
import { isPauseTooLong, isWindowOver } from '@city-mint/domain/rounds/paused-window';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import { DEVELOPMENT_OPERATOR } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { kindOf, within } from '#platform/tracing/active-span.ts';
import type { Span } from '#platform/tracing/span.ts';
import type { Operator } from '#session/queries/covering.ts';
import { isPaused } from '#switches/queries.ts';
import { countAutoMintLosses } from '../auto-mint/round-steps.ts';
import { RoundStepError } from '../round/step-errors.ts';
import { startStepSpan } from '../round/step-span.ts';
import { type DueRound, lockDueRound, postponeRound, readPauseNow, recordFailure } from '../round/store/rounds.ts';
import { settleStep } from '../settlement/settle-step.ts';
import { openRound, type PartsBeside } from './open-round.ts';

/** States whose next step moves money. */
const PAYING_STATES: ReadonlySet<RoundState> = new Set([
  'full',
  'failed',
  'settling',
  'liquidating',
  'cancelled',
  'minted',
]);

/** How long a round waits while settling is paused. */
const PAUSE_RETRY_MS = 2_000;
/** How long a round waits after a failed step. */
const FAILURE_RETRY_MS = 5_000;
/** Users of auto-mint per transaction of an opening. */
const JOINED_AT_ONCE = 25_000;
/** Users of auto-mint per transaction that counts a failed round. */
const COUNTED_AT_ONCE = 50_000;
/** A longer pause of joins cancels the rounds that it blocks. docs/money-rules.md#3-states */
const LONGEST_PAUSE_MS = DAY_MS;

export type AdvanceSettings = {
  /**
   * Number of participants per transaction of an opening, of counting losses and of a payment; each has its own
   * default. A larger chunk is faster; a smaller one limits the work that a killed worker loses.
   */
  readonly chunkSize?: number;
  /** Whether one call joins the parts of an opening over two connections; over one by default. */
  readonly opensOnTwo?: boolean;
  /**
   * Called with an error of a part that was joined in parallel with the previous one: it is rolled back, and joined
   * again by the next step.
   */
  readonly onPartError?: (error: RoundStepError) => void;
  /** Milliseconds after which a pause of joins cancels the waiting rounds; a day by default. */
  readonly longestPauseMs?: number;
  /**
   * The operator in the disclosure; the development one by default. Automatic orders are placed only for users who
   * accepted this operator's disclosure.
   */
  readonly operator?: Operator;
};

export type AdvancedRound = { readonly roundId: bigint; readonly from: RoundState; readonly lateMs: number };

/**
 * Runs the next step of one round that is due by the database's clock: open, close, begin to settle, one step of the
 * settlement, or one chunk of a later stage. Each step is a transaction, so a killed worker loses at most one, or two
 * of an opening, and the next worker continues there. Returns the round, its state before the step and by how long it
 * was late, or undefined when no round is due; throws a `RoundStepError` when the step failed
 * (docs/money-rules.md#3-states).
 */
export async function advanceRound(db: Database, settings: AdvanceSettings = {}): Promise<AdvancedRound | undefined> {
  if (settings.opensOnTwo !== true) return runDueStep(db, settings);
  const ended = Promise.withResolvers<void>();
  const first = { isCommitting: false, ended: ended.promise };
  const beside: PartsBeside = { db, first, onError: settings.onPartError, following: Promise.resolve() };
  try {
    return await runDueStep(db, settings, beside);
  } finally {
    first.isCommitting = true;
    ended.resolve();
    await beside.following;
  }
}

async function runDueStep(
  db: Database,
  settings: AdvanceSettings,
  beside?: PartsBeside,
): Promise<AdvancedRound | undefined> {
  let roundId: bigint | undefined;
  let span: Span | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const round = await lockDueRound(tx);
      roundId = round?.id;
      if (round === undefined) return undefined;
      span ??= await startStepSpan(tx, { roundId: round.id, 'city_mint.state': round.state });
      await within(span, () => runNextStep(tx, round, { ...settings, beside }));
      return { roundId: round.id, from: round.state, lateMs: round.lateMs };
    });
  } catch (error) {
    span?.fail(kindOf(error));
    throw roundId === undefined || error instanceof RoundStepError ? error : new RoundStepError(roundId, error);
  } finally {
    span?.end();
  }
}

async function runNextStep(
  tx: Database,
  round: DueRound,
  { beside, ...settings }: AdvanceSettings & { readonly beside: PartsBeside | undefined },
): Promise<void> {
  const { chunkSize, longestPauseMs = LONGEST_PAUSE_MS, operator = DEVELOPMENT_OPERATOR } = settings;
  const { state } = round;
  if (state === 'full' && isPauseTooLong(await readPauseNow(tx), longestPauseMs)) {
    return cancelAfterPause(tx, round.id, longestPauseMs);
  }
  if (PAYING_STATES.has(state) && (await isPaused(tx, 'settlement'))) {
    return postponeRound(tx, round.id, PAUSE_RETRY_MS);
  }
  switch (state) {
    case 'scheduled':
      return openRound(tx, round, { limit: chunkSize ?? JOINED_AT_ONCE, longestPauseMs, operator, beside });
    case 'open':
      return closeWindow(tx, round, longestPauseMs);
    case 'full':
      return beginSettlement(tx, round.id);
    case 'failed':
      return (await countAutoMintLosses(tx, round.id, chunkSize ?? COUNTED_AT_ONCE))
        ? postponeRound(tx, round.id, 0)
        : beginSettlement(tx, round.id);
    case 'settling':
    case 'liquidating':
    case 'cancelled':
      return settleStep(tx, { ...round, state }, chunkSize);
    case 'minted':
      return payDueStage(tx, round.id);
    case 'ended':
      throw new Error(`round ${round.id} has ended and is due`);
    default:
      return assertNever(state);
  }
}

/**
 * While joins are paused a window does not end: the round waits for its new end, which the switch itself sets when
 * joins are resumed, or until the pause has lasted too long.
 */
async function closeWindow(tx: Database, round: DueRound, longestPauseMs: number): Promise<void> {
  const clock = await readPauseNow(tx);
  if (isWindowOver(round.closesAt, clock)) return failRound(tx, round.id);
  if (isPauseTooLong(clock, longestPauseMs)) return cancelAfterPause(tx, round.id, longestPauseMs);
  const dueAt = clock.pausedSince === null ? round.closesAt : clock.pausedSince + longestPauseMs + 1;
  await postponeRound(tx, round.id, new Date(dueAt));
}

async function cancelAfterPause(tx: Database, roundId: bigint, longestPauseMs: number): Promise<void> {
  const { rows } = await sql<{ done: boolean }>`
    select cancel_paused_round(${roundId}, ${longestPauseMs}) as done`.execute(tx);
  if (rows[0]?.done !== true) throw new Error(`round ${roundId} is not open`);
}

/**
 * Cancels a round that is open or full and not being settled yet, for operators: every principal is returned whole, and
 * its phase ends (docs/money-rules.md#3-states). Its participants read the reason. Returns false when it is in another
 * state.
 */
export async function cancelRound(tx: Database, roundId: bigint, reason: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select cancel_round(${roundId}, 'operators', ${reason}) as done`.execute(tx);
  return rows[0]?.done === true;
}

/**
 * Ends suspensions that have lasted longer than `longestMs`, a day by default, until there is none: open and full
 * rounds are cancelled, others continue. Returns them.
 */
export async function lapseSuspensions(
  db: Database,
  longestMs = LONGEST_PAUSE_MS,
): Promise<{ readonly roundId: bigint; readonly isCancelled: boolean }[]> {
  const lapsed: { roundId: bigint; isCancelled: boolean }[] = [];
  for (;;) {
    const { rows } = await sql<{ roundId: bigint; isCancelled: boolean }>`
      select round_id as "roundId", is_cancelled as "isCancelled" from lapse_suspension(${longestMs})`.execute(db);
    const [one] = rows;
    if (one === undefined) return lapsed;
    lapsed.push(one);
  }
}

/** Begins the settlement of a full round, or of a failed one whose losses auto-mint has counted. */
async function beginSettlement(tx: Database, roundId: bigint): Promise<void> {
  await sql`select begin_settlement(${roundId})`.execute(tx);
}

/**
 * Pays one chunk of the first unpaid stage if it is due, from the round's vesting account. After the last chunk of
 * the last stage that account is empty and the round has ended (docs/money-rules.md#5-settlement).
 */
async function payDueStage(tx: Database, roundId: bigint): Promise<void> {
  await sql`select settlement_pay_stage(${roundId})`.execute(tx);
}

/** The window is over and the quota not reached: the phase ends with this round, so no further opening is planned. */
async function failRound(tx: Database, roundId: bigint): Promise<void> {
  await sql`select fail_round(${roundId})`.execute(tx);
}

/**
 * Retries a round with a failed step after a few seconds, so that later due rounds are not delayed, and stores the
 * error for operators.
 */
export async function backOffRound(db: Database, { roundId, cause }: RoundStepError): Promise<void> {
  await postponeRound(db, roundId, FAILURE_RETRY_MS);
  await recordFailure(db, roundId, cause);
}

/**
 * Suspends a round: the worker runs no step of it until it is resumed, or the suspension lapses. Joins within its
 * window still count.
 */
export async function suspendRound(tx: Database, roundId: bigint): Promise<void> {
  await tx.insertInto('round_suspension').values({ round_id: roundId }).execute();
}

/** Resumes a suspended round; steps that became due in the meantime run immediately. */
export async function resumeRound(tx: Database, roundId: bigint): Promise<void> {
  await tx.deleteFrom('round_suspension').where('round_id', '=', roundId).execute();
}
