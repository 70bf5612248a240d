import type { Database } from '#platform/database/database.ts';

/** Takes no further step of a round until it is let go on; joins within its window still count. */
export async function suspendRound(tx: Database, roundId: bigint): Promise<void> {
  await tx.insertInto('round_suspension').values({ round_id: roundId }).execute();
}
