import type { Database } from '#platform/database/database.ts';

/** A round's state, and since when an operator keeps it aside (null = it goes on); undefined when there is no such round. */
export async function findRoundSuspension(
  db: Database,
  roundId: bigint,
): Promise<{ state: string; suspendedSince: Date | null } | undefined> {
  const row = await db
    .selectFrom('round')
    .leftJoin('round_suspension', 'round_suspension.round_id', 'round.id')
    .select(['round.state', 'round_suspension.since'])
    .where('round.id', '=', roundId)
    .executeTakeFirst();
  return row && { state: row.state, suspendedSince: row.since };
}
