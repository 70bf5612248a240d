import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { isPaused } from '#switches/queries.ts';
import { RoundStepError } from '../lifecycle/round-step-error.ts';
import { recordFailure } from '../lifecycle/store.ts';
import { payChunk } from './payments.ts';
import { findNextChunk, lockDueTokenPayout, postponeTokenPayout, recordStep } from './store.ts';

const PAUSE_RETRY_MS = 2_000;
const FAILURE_RETRY_MS = 5_000;

/**
 * Pays the first stage of a round that is being settled to its next chunk of participants, while another worker pays
 * its coins, and records the step in the same transaction. Returns false when no round's tokens are due; throws a
 * `RoundStepError` when the payment failed (docs/money-rules.md#5-settlement).
 */
export async function payTokens(db: Database): Promise<boolean> {
  let roundId: bigint | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      roundId = await lockDueTokenPayout(tx);
      if (roundId === undefined) return false;
      if (await isPaused(tx, 'settlement')) await postponeTokenPayout(tx, roundId, PAUSE_RETRY_MS);
      else await payNextChunk(tx, roundId);
      return true;
    });
  } catch (error) {
    if (roundId === undefined) throw error;
    await postponeTokenPayout(db, roundId, FAILURE_RETRY_MS);
    await recordFailure(db, roundId, error);
    throw new RoundStepError(roundId, error);
  }
}

async function payNextChunk(tx: Database, roundId: bigint): Promise<void> {
  const chunk = await findNextChunk(tx, { roundId, step: 'mint' });
  if (chunk === undefined) return postponeTokenPayout(tx, roundId, null);
  await recordStep(tx, { roundId, step: 'mint', chunk });
  await payChunk(tx, { roundId, step: 'mint', chunk });
}
