import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { LEAVES_PER_ACCOUNT } from '@city-mint/domain/proof/account-leaves';
import { deriveSalt } from '@city-mint/domain/proof/exit-key';
import { pathThrough, treeLevels, treePath } from '@city-mint/domain/proof/merkle-tree';
import { type SumNode, type SumProof, sumLeafNames } from '@city-mint/domain/proof/sum-tree';
import { type RawBuilder, sql } from 'kysely';
import { readVaultTotals } from '#assets/queries/vault-totals.ts';
import { findLastSealed } from '#ledger/journal/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { createSharedAnswers } from '#platform/shared-answers.ts';
import type { CountedAccount } from '../tree/blind-leaves.ts';
import { GROUP_BYTES, GROUP_LEAVES, LEAF_BYTES, readGroups, readLeaves } from '../tree/leaf-chunk.ts';
import { joinBySha256, sha256 } from '../tree/tree-hashes.ts';

/** The latest liabilities tree of a currency, as stored; amounts in base units. */
export type LiabilitiesRoot = {
  readonly id: bigint;
  readonly currency: number;
  readonly root: Buffer;
  readonly total: bigint;
  readonly leaves: number;
  /** The last entry of the journal that it includes. */
  readonly entry: bigint;
  readonly block_number: bigint;
  readonly vault_balance: bigint;
  readonly made_at: Date;
};

const newestOf = sql`(select id from liabilities_tree where currency = c.currency order by id desc limit 1)`;
const newestAnchoredOf = sql`(select subject from anchor
  where kind = 'liabilities' and state = 'final' and currency = c.currency order by id desc limit 1)`;

/** Returns the latest tree of each currency; empty before the first one. */
export async function readLiabilitiesRoots(db: Database): Promise<LiabilitiesRoot[]> {
  return readOfEach(db, newestOf);
}

/** Returns the trees that leaves are proven in: the newest anchored one of each currency, else the latest. */
export async function readProvableRoots(db: Database): Promise<LiabilitiesRoot[]> {
  return readOfEach(db, sql`coalesce(${newestAnchoredOf}, ${newestOf})`);
}

async function readOfEach(db: Database, chosen: RawBuilder<unknown>): Promise<LiabilitiesRoot[]> {
  const { rows } = await sql<LiabilitiesRoot>`
    select t.id, t.currency, root, total, leaves, entry, block_number, vault_balance, made_at
    from unnest(${Object.values(CURRENCIES)}::int[]) c (currency) join liabilities_tree t on t.id = ${chosen}
    order by t.currency`.execute(db);
  return rows;
}

/** A tree as operators see it. */
export type ListedLiabilities = Omit<LiabilitiesRoot, 'entry'>;

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

/** The levels of a tree from the roots of its chunks up; those of a stored tree never change. */
export type ChunkLevels = readonly (readonly SumNode[])[];

/** Returns the levels of a tree whose leaves are stored. */
export async function readChunkLevels(db: Database, treeId: bigint): Promise<ChunkLevels> {
  const roots: SumNode[] = await db
    .selectFrom('liabilities_chunk')
    .select(['hash', 'sum'])
    .where('tree_id', '=', treeId)
    .orderBy('chunk')
    .execute();
  return treeLevels(roots, joinBySha256);
}

/** Returns the levels above the chunks of a tree. */
type ReadTreeLevels = (tree: Pick<LiabilitiesRoot, 'id' | 'root'>) => Promise<ChunkLevels>;

/**
 * Returns a cached reader of these levels, for four trees: two of each currency. A stored tree never
 * changes: a million accounts have 4,000 chunks, whose levels are read and joined once. The cache key includes the
 * root: after a failover that lost a tree, another one may get its id.
 */
export function createTreeLevelsReader(db: Database): ReadTreeLevels {
  const trees = createSharedAnswers({ maximumAgeMs: Number.POSITIVE_INFINITY, mostKeys: 4 });
  return ({ id, root }) => trees.share(`${id} ${root.toString('hex')}`, () => readChunkLevels(db, id));
}

/**
 * Selects leaves by an address (EIP-55) and its exit key; `chunkLevels` returns the tree's levels where they are
 * already known.
 */
export type AccountLeavesQuery = {
  readonly tree: Pick<LiabilitiesRoot, 'id' | 'currency' | 'root' | 'entry' | 'block_number'>;
  readonly address: string;
  readonly key: Uint8Array;
  readonly chunkLevels?: ReadTreeLevels;
};

/**
 * Returns the leaves of an account and their paths in a tree whose leaves are stored; an empty array when nothing was
 * owed to it and the vault had counted nothing for it.
 */
export async function readAccountLeaves(
  db: Database,
  { tree, address, key, chunkLevels = ({ id }) => readChunkLevels(db, id) }: AccountLeavesQuery,
): Promise<SumProof[]> {
  const currency = tree.currency === CURRENCIES.JU ? 'JU' : 'FMC';
  const salt = deriveSalt(key, { currency, block: tree.block_number }, sha256);
  const owner = { ...(await readCounted(db, { tree, address })), salt };
  const names = sumLeafNames(owner, LEAVES_PER_ACCOUNT, sha256);
  const found = (await readLeafGroups(db, { treeId: tree.id, names })).flatMap((stored) => {
    const leaves = readLeaves(stored.leaves);
    const place = leaves.findIndex(({ name }) => name.equals(names[stored.index] ?? Buffer.alloc(0)));
    const { node, locked } = leaves[place] ?? {};
    if (node === undefined || locked === undefined) return [];
    const nodes = leaves.map((leaf) => leaf.node);
    const path = [
      ...treePath(nodes, place, joinBySha256),
      ...treePath(readGroups(stored.groups), stored.group, joinBySha256),
    ];
    const leaf = { ...owner, index: stored.index, amount: node.sum, locked };
    return [{ leaf, chunk: stored.chunk, path }];
  });
  if (found.length === 0) return [];
  const levels = await chunkLevels(tree);
  return found.map(({ leaf, chunk, path }) => ({ leaf, path: [...path, ...pathThrough(levels, chunk)] }));
}

/** Returns the exit key of a session's user. Throws if the session is over. */
export async function readExitKey(db: Database, token: SessionToken): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`select exit_key(${token}) as key`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a session without an exit key');
  return row.key;
}

async function readCounted(
  db: Database,
  { tree, address }: Pick<AccountLeavesQuery, 'tree' | 'address'>,
): Promise<CountedAccount> {
  const lastId = await findLastSealed(db, tree.entry);
  const totals = await readVaultTotals(db, { address, lastId });
  const isJu = tree.currency === CURRENCIES.JU;
  return {
    account: Buffer.from(address.slice(2), 'hex'),
    deposited: isJu ? totals.deposited_ju : totals.deposited_fmc,
    withdrawn: isJu ? totals.withdrawn_ju : totals.withdrawn_fmc,
  };
}

/** A group of stored leaves, the groups of its chunk, and the index of the leaf whose name is in its range. */
type LeafGroup = {
  readonly chunk: number;
  readonly groups: Buffer;
  readonly group: number;
  readonly leaves: Buffer;
  readonly index: number;
};

async function readLeafGroups(
  db: Database,
  { treeId, names }: { readonly treeId: bigint; readonly names: readonly Uint8Array[] },
): Promise<LeafGroup[]> {
  const groupBytes = GROUP_LEAVES * LEAF_BYTES;
  return executePrepared(
    db,
    sql<LeafGroup>`
    select c.chunk, c.groups, g.number as group,
      substr(c.leaves, g.number * ${groupBytes}::int + 1, ${groupBytes}::int) as leaves,
      (wanted.place - 1)::int as index
    from unnest(${names}::bytea[]) with ordinality wanted (name, place)
    -- With nothing added, groups are detoasted once, and not once per group.
    cross join lateral (select chunk, groups || ''::bytea as groups, leaves from liabilities_chunk
      where tree_id = ${treeId} and first_name <= wanted.name order by first_name desc limit 1) c
    cross join lateral (select max(n) as number
      from generate_series(0, length(c.groups) / ${GROUP_BYTES}::int - 1) n
      where substr(c.groups, n * ${GROUP_BYTES}::int + 1, 32) <= wanted.name) g
    order by wanted.place`,
  );
}
