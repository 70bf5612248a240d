import { treePath } from '@city-mint/domain/proof/merkle-tree';
import { settlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import type { Database } from '#platform/database/database.ts';
import { readSettlementResults } from '#rounds/settlement/queries.ts';
import { hashLeafText, joinByKeccak } from '../tree/keccak.ts';
import { CHUNK_LEAVES } from '../tree/leaf-chunk.ts';

/** That an order's result stands in the settlement of its round: leaf and way up, hashes as 0x and hex. */
export type Inclusion = { readonly root: string; readonly leaf: string; readonly path: string[] };

/** The inclusion of the order with this rank; null while the round's tree is not made. */
export async function readInclusion(
  db: Database,
  { roundId, rank }: { roundId: bigint; rank: number },
): Promise<Inclusion | null> {
  const tree = await db.selectFrom('settlement_tree').selectAll().where('round_id', '=', roundId).executeTakeFirst();
  if (tree === undefined || rank > tree.orders) return null;
  const place = (rank - 1) % CHUNK_LEAVES;
  const from = rank - place;
  const results = await readSettlementResults(db, { roundId, from, to: from + CHUNK_LEAVES - 1 });
  const leaves = results.map((result) => settlementLeaf(roundId.toString(), result));
  const leaf = leaves[place];
  if (leaf === undefined) return null;
  const runs = Array.from({ length: tree.chunk_roots.length / 32 }, (_unused, at) =>
    tree.chunk_roots.subarray(at * 32, at * 32 + 32),
  );
  const path = [
    ...treePath(leaves.map(hashLeafText), place, joinByKeccak),
    ...treePath<Uint8Array>(runs, (from - 1) / CHUNK_LEAVES, joinByKeccak),
  ];
  return { root: hex(tree.root), leaf, path: path.map(({ node }) => hex(node)) };
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
