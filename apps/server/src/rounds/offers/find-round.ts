import type { Database } from '#platform/database/database.ts';
import { UnreadableTermsError } from '../terms/stored-terms.ts';
import { type RoundNow, readRound } from './queries/rounds.ts';

type RoundRefused = {
  readonly refusal: 'not-found' | 'terms-unreadable';
  readonly details: { readonly field: 'roundId' };
};

/** Returns a round for a call that names it, or the refusal: it does not exist, or its terms cannot be read. */
export async function findRound(db: Database, roundId: bigint): Promise<{ readonly round: RoundNow } | RoundRefused> {
  try {
    const round = await readRound(db, roundId);
    return round === undefined ? { refusal: 'not-found', details: { field: 'roundId' } } : { round };
  } catch (error) {
    if (error instanceof UnreadableTermsError) return { refusal: 'terms-unreadable', details: { field: 'roundId' } };
    throw error;
  }
}
