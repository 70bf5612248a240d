import type { Database } from '#platform/database/database.ts';
import { type Anchoring, readAnchorings } from './read-anchorings.ts';

/** The root of a round's settlement as 0x and 64 hex digits, and how far its anchoring is; null while its tree is not made. */
export async function readSettlementRoot(
  db: Database,
  roundId: bigint,
): Promise<{ merkleRoot: string | null; anchoring: Anchoring | null }> {
  const tree = await db.selectFrom('settlement_tree').select('root').where('round_id', '=', roundId).executeTakeFirst();
  if (tree === undefined) return { merkleRoot: null, anchoring: null };
  const anchorings = await readAnchorings(db, { kind: 'settlement', subjects: [roundId] });
  return { merkleRoot: `0x${tree.root.toString('hex')}`, anchoring: anchorings.get(roundId) ?? null };
}
