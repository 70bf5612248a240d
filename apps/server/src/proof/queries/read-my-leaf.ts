import { treePath } from '@city-mint/domain/proof/merkle-tree';
import { hashSumLeaf, type SumNode, type SumProof } from '@city-mint/domain/proof/sum-tree';
import type { Database } from '#platform/database/database.ts';
import { unpackChunk } from '../tree/leaf-chunk.ts';
import { joinBySha256, sha256 } from '../tree/sha256.ts';
import type { StoredRoot } from './read-roots.ts';

/** A user's leaf and its way up, in a tree whose leaves are kept; undefined where the user has none. */
export async function readMyLeaf(
  db: Database,
  { tree, userId, account }: { tree: Pick<StoredRoot, 'id' | 'secret'>; userId: bigint; account: Uint8Array },
): Promise<SumProof | undefined> {
  const run = await db
    .selectFrom('liabilities_chunk')
    .select(['chunk', 'leaves'])
    .where('tree_id', '=', tree.id)
    .where('first_owner', '<=', userId)
    .orderBy('first_owner', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (run === undefined) return undefined;
  const leaves = unpackChunk(run.leaves, tree.secret);
  const index = leaves.findIndex((candidate) => Buffer.compare(candidate.account, account) === 0);
  const leaf = leaves[index];
  if (leaf === undefined) return undefined;
  const nodes = leaves.map((one) => hashSumLeaf(one, sha256));
  const inRun = treePath(nodes, index, joinBySha256);
  return { leaf, path: [...inRun, ...treePath(await readRuns(db, tree.id), run.chunk, joinBySha256)] };
}

async function readRuns(db: Database, treeId: bigint): Promise<SumNode[]> {
  return db
    .selectFrom('liabilities_chunk')
    .select(['hash', 'sum'])
    .where('tree_id', '=', treeId)
    .orderBy('chunk')
    .execute();
}
