import { treePath } from '@city-mint/domain/proof/merkle-tree';
import { settlementLeaves } from '@city-mint/domain/proof/settlement-tree';
import type { Database } from '#platform/database/database.ts';
import { readSettlementResults } from '#rounds/settlement/queries.ts';
import { CHUNK_LEAVES } from '../tree/leaf-chunk.ts';
import { hashLeafText, joinByKeccak } from '../tree/tree-hashes.ts';
import { type Anchoring, readAnchorings } from './read-anchorings.ts';

const HASH_BYTES = 32;

/**
 * Proves that an order's result is in the settlement of its round: leaf text and path to the root, hashes as 0x hex.
 */
export type Inclusion = { readonly root: string; readonly leaf: string; readonly path: string[] };

/** Returns the root of a round's settlement tree as 0x hex and its anchoring; nulls while the tree is not made. */
export async function readSettlementRoot(
  db: Database,
  roundId: bigint,
): Promise<{ merkleRoot: string | null; anchoring: Anchoring | null }> {
  const tree = await db.selectFrom('settlement_tree').select('root').where('round_id', '=', roundId).executeTakeFirst();
  if (tree === undefined) return { merkleRoot: null, anchoring: null };
  const anchorings = await readAnchorings(db, { kind: 'settlement', subjects: [roundId] });
  return { merkleRoot: toHex(tree.root), anchoring: anchorings.get(roundId) ?? null };
}

/**
 * Returns the inclusion of the order with this rank; null while the tree is not made, or for a rank without an order.
 */
export async function readInclusion(
  db: Database,
  { roundId, rank }: { roundId: bigint; rank: number },
): Promise<Inclusion | null> {
  const tree = await db.selectFrom('settlement_tree').selectAll().where('round_id', '=', roundId).executeTakeFirst();
  if (tree === undefined || rank > tree.orders) return null;
  const leafIndex = (rank - 1) % CHUNK_LEAVES;
  const from = rank - leafIndex;
  const results = await readSettlementResults(db, { roundId, from, to: from + CHUNK_LEAVES - 1 });
  const leaves = results.map(settlementLeaves(roundId.toString()));
  const leaf = leaves[leafIndex];
  if (leaf === undefined) return null;
  const path = [
    ...treePath(leaves.map(hashLeafText), leafIndex, joinByKeccak),
    ...treePath<Uint8Array>(splitHashes(tree.chunk_roots), (from - 1) / CHUNK_LEAVES, joinByKeccak),
  ];
  return { root: toHex(tree.root), leaf, path: path.map(({ node }) => toHex(node)) };
}

function splitHashes(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / HASH_BYTES }, (_unused, index) =>
    hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
