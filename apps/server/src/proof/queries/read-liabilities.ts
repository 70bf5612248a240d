import { treePath, treePaths } from '@city-mint/domain/proof/merkle-tree';
import type { SumNode, SumProof } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { deriveSalt, leafNames } from '../tree/blind-leaves.ts';
import { readLeaves } from '../tree/leaf-chunk.ts';
import { joinBySha256 } from '../tree/tree-hashes.ts';

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

/** A tree without what its leaves are blinded with. */
export type ListedLiabilities = Omit<LiabilitiesRoot, 'secret'>;

/** Returns a page of the trees of both currencies, or of one (its code), newest first. */
export async function listLiabilities(
  db: Database,
  page: { readonly currency?: number | undefined; readonly before: bigint | null; readonly limit: number },
): Promise<ListedLiabilities[]> {
  let query = db
    .selectFrom('liabilities_tree')
    .select(['id', 'currency', 'root', 'total', 'leaves', 'block_number', 'vault_balance', 'made_at'])
    .orderBy('id', 'desc')
    .limit(page.limit);
  if (page.currency !== undefined) query = query.where('currency', '=', page.currency);
  if (page.before !== null) query = query.where('id', '<', page.before);
  return query.execute();
}

/**
 * Returns the leaves of an account (20 bytes of its address) and their paths in a tree whose leaves are stored; none
 * when it had no balance.
 */
export async function readAccountLeaves(
  db: Database,
  { tree, account }: { tree: Pick<LiabilitiesRoot, 'id' | 'secret'>; account: Uint8Array },
): Promise<SumProof[]> {
  const salt = deriveSalt(tree.secret, account);
  const names = leafNames(account, { secret: tree.secret });
  const found = (await readChunks(db, { treeId: tree.id, names })).flatMap(({ chunk, leaves, index }) => {
    const chunkLeaves = readLeaves(leaves);
    const place = chunkLeaves.findIndex(({ name }) => name.equals(names[index] ?? Buffer.alloc(0)));
    const node = chunkLeaves[place]?.node;
    if (node === undefined) return [];
    const nodes = chunkLeaves.map((leaf) => leaf.node);
    const leaf = { account, salt, index, amount: node.sum };
    return [{ leaf, chunk, path: treePath(nodes, place, joinBySha256) }];
  });
  if (found.length === 0) return [];
  const chunks = found.map(({ chunk }) => chunk);
  const chunkPaths = treePaths(await readChunkRoots(db, tree.id), chunks, joinBySha256);
  return found.map(({ leaf, path }, at) => ({ leaf, path: [...path, ...(chunkPaths[at] ?? [])] }));
}

/** A chunk of stored leaves, and the index of the leaf whose name is in its range. */
type NamedChunk = { readonly chunk: number; readonly leaves: Buffer; readonly index: number };

async function readChunks(
  db: Database,
  { treeId, names }: { readonly treeId: bigint; readonly names: readonly Uint8Array[] },
): Promise<NamedChunk[]> {
  const { rows } = await sql<NamedChunk>`
    select c.chunk, c.leaves, (wanted.place - 1)::int as index
    from unnest(${names}::bytea[]) with ordinality wanted (name, place)
    cross join lateral (select chunk, leaves from liabilities_chunk
      where tree_id = ${treeId} and first_name <= wanted.name order by first_name desc limit 1) c
    order by wanted.place`.execute(db);
  return rows;
}

async function readChunkRoots(db: Database, treeId: bigint): Promise<SumNode[]> {
  return db
    .selectFrom('liabilities_chunk')
    .select(['hash', 'sum'])
    .where('tree_id', '=', treeId)
    .orderBy('chunk')
    .execute();
}
