import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Users with hash power of this failed round, claimed or not, in the order of their ids: `limit` of them after `afterUser`. */
export async function listHashPowerHolders(
  db: Database,
  { roundId, afterUser, limit }: { roundId: bigint; afterUser: bigint; limit: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    select distinct user_id from order_settlement
    where round_id = ${roundId} and user_id > ${afterUser} and hash > 0
    order by user_id limit ${limit}::int`.execute(db);
  return rows.map((row) => row.user_id);
}
