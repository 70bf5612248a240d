import type { Database } from '#platform/database/database.ts';

/** Lets a round that was set aside go on; what has become due meanwhile is done at once. */
export async function resumeRound(tx: Database, roundId: bigint): Promise<void> {
  await tx.deleteFrom('round_suspension').where('round_id', '=', roundId).execute();
}
