import { treePath } from '@city-mint/domain/proof/merkle-tree';
import { hashSumLeaf, type SumNode, type SumProof } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { unpackChunk } from '../tree/leaf-chunk.ts';
import { joinBySha256, sha256 } from '../tree/tree-hashes.ts';

/** The latest liabilities tree of a currency, as stored; amounts in base units. */
export type LiabilitiesRoot = {
  readonly id: bigint;
  readonly currency: number;
  readonly root: Buffer;
  readonly total: bigint;
  readonly leaves: number;
  readonly block_number: bigint;
  readonly vault_balance: bigint;
  readonly secret: Buffer;
  readonly made_at: Date;
};

/** Returns the latest tree of each currency; empty before the first one. */
export async function readLiabilitiesRoots(db: Database): Promise<LiabilitiesRoot[]> {
  const { rows } = await sql<LiabilitiesRoot>`
    select distinct on (currency) id, currency, root, total, leaves, block_number, vault_balance, secret, made_at
    from liabilities_tree order by currency, id desc`.execute(db);
  return rows;
}

/**
 * Returns a user's leaf and its path in a tree whose leaves are stored; undefined when the user has none. `account` is
 * the user's address.
 */
export async function readUserLeaf(
  db: Database,
  { tree, userId, account }: { tree: Pick<LiabilitiesRoot, 'id' | 'secret'>; userId: bigint; account: Uint8Array },
): Promise<SumProof | undefined> {
  const chunkRow = await db
    .selectFrom('liabilities_chunk')
    .select(['chunk', 'leaves'])
    .where('tree_id', '=', tree.id)
    .where('first_owner', '<=', userId)
    .orderBy('first_owner', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (chunkRow === undefined) return undefined;
  const leaves = unpackChunk(chunkRow.leaves, tree.secret);
  const leafIndex = leaves.findIndex((candidate) => Buffer.compare(candidate.account, account) === 0);
  const leaf = leaves[leafIndex];
  if (leaf === undefined) return undefined;
  const leafNodes = leaves.map((chunkLeaf) => hashSumLeaf(chunkLeaf, sha256));
  const chunkPath = treePath(leafNodes, leafIndex, joinBySha256);
  return { leaf, path: [...chunkPath, ...treePath(await readChunkRoots(db, tree.id), chunkRow.chunk, joinBySha256)] };
}

async function readChunkRoots(db: Database, treeId: bigint): Promise<SumNode[]> {
  return db
    .selectFrom('liabilities_chunk')
    .select(['hash', 'sum'])
    .where('tree_id', '=', treeId)
    .orderBy('chunk')
    .execute();
}
