import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { CHUNK_LEAVES, LEAF_BYTES } from '../tree/leaf-chunk.ts';

const CHUNK_BYTES = CHUNK_LEAVES * LEAF_BYTES;

/** A tree whose leaves are stored. */
export type PublishedTree = { readonly id: bigint; readonly leaves: number };

/** Returns the tree with this root; undefined if there is none, or its leaves are no longer stored. */
export async function findPublishedTree(db: Database, root: Buffer): Promise<PublishedTree | undefined> {
  const { rows } = await sql<PublishedTree>`
    select id, leaves from liabilities_tree t
    where root = ${root} and exists (select from liabilities_chunk c where c.tree_id = t.id and c.chunk = 0)
    order by id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Yields the stored leaves of a tree as they are, from byte `from` to byte `to`, both inclusive, a chunk in memory at a
 * time. Throws once they are deleted.
 */
export async function* readTreeBytes(
  db: Database,
  { treeId, from, to }: { readonly treeId: bigint; readonly from: number; readonly to: number },
): AsyncGenerator<Buffer> {
  for (let start = from - (from % CHUNK_BYTES); start <= to; start += CHUNK_BYTES) {
    const leaves = await readChunk(db, treeId, start / CHUNK_BYTES);
    yield leaves.subarray(from > start ? from - start : 0, to - start + 1);
  }
}

async function readChunk(db: Database, treeId: bigint, chunk: number): Promise<Buffer> {
  const { rows } = await sql<{ leaves: Buffer }>`
    select leaves from liabilities_chunk where tree_id = ${treeId} and chunk = ${chunk}::int`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`chunk ${chunk} of tree ${treeId} is missing`);
  return row.leaves;
}
