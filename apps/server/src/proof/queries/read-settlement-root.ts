import type { Database } from '../../platform/database/database.ts';

/** The root of a round's settlement as 0x and 64 hex digits; null while its tree is not made. */
export async function readSettlementRoot(db: Database, roundId: bigint): Promise<string | null> {
  const tree = await db.selectFrom('settlement_tree').select('root').where('round_id', '=', roundId).executeTakeFirst();
  return tree === undefined ? null : `0x${tree.root.toString('hex')}`;
}
