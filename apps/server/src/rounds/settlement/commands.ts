import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { isPaused } from '#switches/queries.ts';
import { RoundStepError } from '../lifecycle/round-step-error.ts';
import { payParticipants } from './payments.ts';
import { findNextChunk, lockDueTokenPayout, postponeTokenPayout } from './store.ts';

const PAUSE_RETRY_MS = 2_000;
const FAILURE_RETRY_MS = 5_000;

/**
 * Pays the first stage of a round that is being settled to its next range of participants, while another worker pays the principals: one
 * transaction, with the mark that it is done. False when no round's tokens are due. rules.md section 5, "Minted", 5.
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
    throw new RoundStepError(roundId, error);
  }
}

async function payNextChunk(tx: Database, roundId: bigint): Promise<void> {
  const chunk = await findNextChunk(tx, { roundId, step: 'mint' });
  if (chunk === undefined) return postponeTokenPayout(tx, roundId, null);
  await tx.insertInto('round_step').values({ round_id: roundId, step: 'mint', chunk }).execute();
  await payParticipants(tx, roundId, { step: 'mint', chunk });
}
