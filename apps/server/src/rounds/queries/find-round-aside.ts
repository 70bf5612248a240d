import type { Database } from '#platform/database/database.ts';

/** A round's state, and since when an operator keeps it aside (null = it goes on); undefined when there is no such round. */
export async function findRoundAside(
  db: Database,
  roundId: bigint,
): Promise<{ state: string; asideSince: Date | null } | undefined> {
  const row = await db
    .selectFrom('round')
    .leftJoin('round_aside', 'round_aside.round_id', 'round.id')
    .select(['round.state', 'round_aside.since'])
    .where('round.id', '=', roundId)
    .executeTakeFirst();
  return row && { state: row.state, asideSince: row.since };
}
