import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { kindOf, within } from '#platform/tracing/active-span.ts';
import type { Span } from '#platform/tracing/span.ts';
import { isPaused } from '#switches/queries.ts';
import { RoundStepError } from '../round/step-errors.ts';
import { startStepSpan } from '../round/step-span.ts';
import { recordFailure } from '../round/store/rounds.ts';
import { lockDuePart, type Part, payPart, postponePart } from './parts.ts';

const FAILURE_RETRY_MS = 5_000;

/**
 * Pays the next part of a round that is being settled, in parallel with the worker that runs its steps, and records it
 * in the same transaction. Returns false when no part is due, or settling is paused; throws a `RoundStepError` when the
 * payment failed (docs/money-rules.md#5-settlement).
 */
export async function payDuePart(db: Database): Promise<boolean> {
  let part: Part | undefined;
  let span: Span | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const due = await lockDuePart(tx);
      part = due;
      if (due === undefined || (await isPaused(tx, 'settlement'))) return false;
      const { roundId, step, chunk } = due;
      span ??= await startStepSpan(tx, { roundId, 'city_mint.step': step, 'city_mint.chunk': chunk });
      await within(span, () => payPart(tx, due));
      return true;
    });
  } catch (error) {
    span?.fail(kindOf(error));
    if (part === undefined) throw error;
    await postponePart(db, { part, delayMs: FAILURE_RETRY_MS });
    await recordFailure(db, part.roundId, error);
    throw new RoundStepError(part.roundId, error);
  } finally {
    span?.end();
  }
}
