import { randomBytes } from 'node:crypto';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { LEAVES_PER_ACCOUNT } from '@city-mint/domain/proof/account-leaves';
import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import type { SumNode } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import { heldByUsers, readLedgerTotals } from '#ledger/accounts/queries.ts';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { heldByRounds } from '#rounds/orders/queries/held-by-rounds.ts';
import { userAddresses } from '#session/queries/users.ts';
import { type AccountLiability, makeLeaves } from '../tree/blind-leaves.ts';
import { CHUNK_LEAVES, chunkRoot, LEAF_BYTES, packGroups } from '../tree/leaf-chunk.ts';
import { createLeafSorter, type LeafSorter, prepareSorting } from '../tree/leaf-sorter.ts';
import { joinBySha256 } from '../tree/tree-hashes.ts';

export type VaultReading = {
  /**
   * The last block whose events are all in the ledger, in this transaction's snapshot; undefined before the first one.
   */
  readonly readBlock: (tx: Database) => Promise<bigint | undefined>;
  /** The vault's balance at the end of a block, in base units. */
  readonly readBalance: (currency: Currency, blockNumber: bigint) => Promise<bigint>;
};

type AsOf = { readonly blockNumber: bigint; readonly vaultBalance: bigint };

type TreeWriter = {
  /** The sum of all added amounts. */
  readonly total: () => bigint;
  /** Adds the leaves of a user. Returns a promise when leaves are written. */
  readonly add: (liability: AccountLiability) => Promise<unknown> | undefined;
  /** Adds the leaves of the system, writes the tree and queues its root for anchoring. */
  readonly finish: (systemAmount: bigint, asOf: AsOf) => Promise<void>;
};

const FETCH_SIZE = 20_000;
/** The trees of a currency whose leaves are stored; only the root is stored of older ones. */
const STORED_TREES = 2;
/** The system's leaves fill a tree of few users up to this number, so that no user's leaves are isolated. */
const LEAST_LEAVES = 64;
const SYSTEM_ACCOUNT = new Uint8Array(20);

/**
 * Makes the trees of all liabilities, one per currency, from one snapshot and as of one block. A user's balance is
 * split into leaves of random parts; the system's share (pools, fees, reserve, emission, payments in progress) has
 * leaves, too. So the total is the amount that the vault must hold. Leaves are sorted by name, so that no user knows a
 * neighbour. Returns false when another worker is making them, or no block was processed yet. Throws when users are
 * owed more than the ledger holds.
 */
export async function makeLiabilitiesTrees(db: Database, vault: VaultReading): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (!(await tryAcquireLock(tx, 'liabilitiesTrees'))) return false;
      const blockNumber = await vault.readBlock(tx);
      if (blockNumber === undefined) return false;
      const vaultBalances = {
        JU: await vault.readBalance('JU', blockNumber),
        FMC: await vault.readBalance('FMC', blockNumber),
      };
      await prepareSorting(tx);
      const writers = { JU: await createTreeWriter(tx, 'JU'), FMC: await createTreeWriter(tx, 'FMC') };
      await addUsers(tx, writers);
      const totals = await readLedgerTotals(tx);
      for (const currency of ['JU', 'FMC'] as const) {
        const writer = writers[currency];
        const amount = totals[currency].inCustody - writer.total();
        if (amount < 0n)
          throw new Error(`${currency}: users are owed ${-amount} base units more than the ledger holds`);
        await writer.finish(amount, { blockNumber, vaultBalance: vaultBalances[currency] });
        await deleteOldLeaves(tx, currency);
      }
      return true;
    });
}

type UserRow = { account: Buffer; ju: bigint; fmc: bigint };

async function addUsers(tx: Database, writers: Record<Currency, TreeWriter>): Promise<void> {
  await sql`declare owed no scroll cursor for
    select decode(substr(u.address, 3), 'hex') as account, h.ju, h.fmc
    from (
      select user_id, sum(ju) as ju, sum(fmc) as fmc
      from (${heldByUsers} union all ${heldByRounds}) held group by user_id
    ) h join (${userAddresses}) u on u.id = h.user_id`.execute(tx);
  for (;;) {
    const { rows } = await sql<UserRow>`fetch ${sql.lit(FETCH_SIZE)} from owed`.execute(tx);
    for (const { account, ju, fmc } of rows) {
      // Awaited only when leaves are written: a million iterations of the event loop take longer than the hashing.
      const writes = [
        ju > 0n ? writers.JU.add({ account, amount: ju }) : undefined,
        fmc > 0n ? writers.FMC.add({ account, amount: fmc }) : undefined,
      ];
      for (const write of writes) if (write !== undefined) await write;
    }
    if (rows.length < FETCH_SIZE) break;
  }
  await sql`close owed`.execute(tx);
}

/**
 * Returns a writer of one currency's tree. Its memory is that of its sorter, one chunk, and a node per written chunk.
 */
async function createTreeWriter(tx: Database, currency: Currency): Promise<TreeWriter> {
  const secret = randomBytes(32);
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('liabilities_tree', 'id')) as id`.execute(tx);
  const treeId = rows[0]?.id ?? 0n;
  const sorter = createLeafSorter(tx, CURRENCIES[currency]);
  let leafCount = 0;
  let total = 0n;

  const add = (liability: AccountLiability, count: number) => {
    leafCount += count;
    total += liability.amount;
    const writes = makeLeaves(liability, { secret, count }).map(sorter.add);
    return writes.find((write) => write !== undefined);
  };
  return {
    total: () => total,
    add: (liability) => add(liability, LEAVES_PER_ACCOUNT),
    async finish(systemAmount, asOf) {
      const systemLeaves = Math.max(LEAVES_PER_ACCOUNT, LEAST_LEAVES - leafCount);
      await add({ account: SYSTEM_ACCOUNT, amount: systemAmount }, systemLeaves);
      const root = treeRoot(await writeChunks(tx, { treeId, sorter }), joinBySha256);
      if (root?.sum !== total) throw new Error(`a tree of ${total} base units has the sum ${root?.sum}`);
      await insertTree(tx, { treeId, currency: CURRENCIES[currency], root, leafCount, secret, ...asOf });
    },
  };
}

/** Writes the sorted leaves in chunks. Returns the chunks' roots. */
async function writeChunks(
  tx: Database,
  { treeId, sorter }: { readonly treeId: bigint; readonly sorter: LeafSorter },
): Promise<SumNode[]> {
  const roots: SumNode[] = [];
  const writeChunk = async (leaves: Buffer) => {
    const groups = packGroups(leaves);
    const node = chunkRoot(groups);
    const row = { tree_id: treeId, chunk: roots.length, first_name: leaves.subarray(0, 32), leaves, groups };
    await tx
      .insertInto('liabilities_chunk')
      .values({ ...row, hash: Buffer.from(node.hash), sum: node.sum })
      .execute();
    roots.push(node);
  };
  const chunkBytes = CHUNK_LEAVES * LEAF_BYTES;
  let rest = Buffer.alloc(0);
  for await (const bucket of sorter.sorted()) {
    rest = Buffer.concat([rest, bucket]);
    for (; rest.length >= chunkBytes; rest = rest.subarray(chunkBytes)) await writeChunk(rest.subarray(0, chunkBytes));
  }
  if (rest.length > 0) await writeChunk(rest);
  return roots;
}

type FinishedTree = {
  readonly treeId: bigint;
  readonly currency: number;
  readonly root: SumNode;
  readonly leafCount: number;
  readonly blockNumber: bigint;
  readonly vaultBalance: bigint;
  readonly secret: Buffer;
};

async function insertTree(tx: Database, tree: FinishedTree): Promise<void> {
  const { treeId, currency, leafCount, blockNumber, secret } = tree;
  const root = Buffer.from(tree.root.hash);
  const total = tree.root.sum;
  await sql`
    insert into liabilities_tree (id, currency, root, total, leaves, block_number, vault_balance, secret)
    overriding system value values (${treeId}, ${currency}, ${root}, ${total.toString()}::numeric, ${leafCount},
      ${blockNumber}, ${tree.vaultBalance.toString()}::numeric, ${secret})`.execute(tx);
  await tx
    .insertInto('anchor')
    .values({ kind: 'liabilities', subject: treeId, root, currency, total, as_of_block: blockNumber })
    .execute();
}

async function deleteOldLeaves(tx: Database, currency: Currency): Promise<void> {
  await sql`delete from liabilities_chunk where tree_id in (
    select id from liabilities_tree where currency = ${CURRENCIES[currency]}::int
    order by id desc offset ${STORED_TREES}::int limit 10)`.execute(tx);
}
