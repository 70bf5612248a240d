import { randomBytes } from 'node:crypto';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import type { SumNode } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import { heldByUsers, readLedgerTotals } from '#ledger/accounts/queries.ts';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { heldByRounds } from '#rounds/orders/queries/held-by-rounds.ts';
import { userAddresses } from '#session/queries/users.ts';
import { type AccountLiability, CHUNK_LEAVES, packChunk } from '../tree/leaf-chunk.ts';
import { joinBySha256 } from '../tree/tree-hashes.ts';

export type VaultReading = {
  /**
   * The last block whose events are all in the ledger, in this transaction's snapshot; undefined before the first one.
   */
  readonly readBlock: (tx: Database) => Promise<bigint | undefined>;
  /** What the vault held at the end of a block, in base units. */
  readonly readBalance: (currency: Currency, blockNumber: bigint) => Promise<bigint>;
};

type OwnedLiability = AccountLiability & { readonly owner: bigint };

type TreeWriter = {
  readonly total: () => bigint;
  /** Adds the next leaf, in the order of the owners. Returns a promise when it writes a chunk. */
  readonly add: (leaf: OwnedLiability) => Promise<void> | undefined;
  /** Writes the tree and queues its root for anchoring. */
  readonly finish: (asOf: { blockNumber: bigint; vaultBalance: bigint }) => Promise<void>;
};

const FETCH_SIZE = 20_000;
/** The trees of a currency whose leaves are stored; of older ones only the root is. */
const STORED_TREES = 2;
/** The system's leaf is the last one. */
const SYSTEM_OWNER = 2n ** 63n - 1n;
const SYSTEM_ACCOUNT = new Uint8Array(20);

/**
 * Makes the trees of all liabilities, one per currency, from one snapshot and as of one block: a leaf per user with all
 * that is theirs, and one for the system (pools, fees, reserve, emission, payments in progress). The total is therefore
 * what the vault must hold. Returns false when another worker is making them, or no block was processed yet. Throws
 * when users are owed more than the ledger holds.
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
      const writers = { JU: await createTreeWriter(tx, 'JU'), FMC: await createTreeWriter(tx, 'FMC') };
      await addUsers(tx, writers);
      const totals = await readLedgerTotals(tx);
      for (const currency of ['JU', 'FMC'] as const) {
        const writer = writers[currency];
        const amount = totals[currency].inCustody - writer.total();
        if (amount < 0n)
          throw new Error(`${currency}: users are owed ${-amount} base units more than the ledger holds`);
        await writer.add({ owner: SYSTEM_OWNER, account: SYSTEM_ACCOUNT, amount });
        await writer.finish({ blockNumber, vaultBalance: vaultBalances[currency] });
        await deleteOldLeaves(tx, currency);
      }
      return true;
    });
}

type UserRow = { id: bigint; account: Buffer; ju: bigint; fmc: bigint };

async function addUsers(tx: Database, writers: Record<Currency, TreeWriter>): Promise<void> {
  await sql`declare owed no scroll cursor for
    select h.user_id as id, decode(substr(u.address, 3), 'hex') as account, h.ju, h.fmc
    from (
      select user_id, sum(ju) as ju, sum(fmc) as fmc
      from (${heldByUsers} union all ${heldByRounds}) held group by user_id
    ) h join (${userAddresses}) u on u.id = h.user_id
    order by h.user_id`.execute(tx);
  for (;;) {
    const { rows } = await sql<UserRow>`fetch ${sql.lit(FETCH_SIZE)} from owed`.execute(tx);
    for (const { id, account, ju, fmc } of rows) {
      // Awaited only where a chunk is full: a million turns of the event loop take longer than the hashing.
      const chunkWrites = [
        ju > 0n ? writers.JU.add({ owner: id, account, amount: ju }) : undefined,
        fmc > 0n ? writers.FMC.add({ owner: id, account, amount: fmc }) : undefined,
      ];
      for (const chunkWrite of chunkWrites) if (chunkWrite !== undefined) await chunkWrite;
    }
    if (rows.length < FETCH_SIZE) break;
  }
  await sql`close owed`.execute(tx);
}

/** Returns a writer of one currency's tree. It holds one chunk of leaves in memory, and a node per written chunk. */
async function createTreeWriter(tx: Database, currency: Currency): Promise<TreeWriter> {
  const secret = randomBytes(32);
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('liabilities_tree', 'id')) as id`.execute(tx);
  const treeId = rows[0]?.id ?? 0n;
  const chunkRoots: SumNode[] = [];
  let chunk: OwnedLiability[] = [];
  let leafCount = 0;
  let total = 0n;

  const writeChunk = async () => {
    const [first] = chunk;
    if (first === undefined) return;
    const { leaves, node } = packChunk(chunk, secret);
    await tx
      .insertInto('liabilities_chunk')
      .values({
        tree_id: treeId,
        chunk: chunkRoots.length,
        first_owner: first.owner,
        leaves,
        hash: Buffer.from(node.hash),
        sum: node.sum,
      })
      .execute();
    chunkRoots.push(node);
    chunk = [];
  };
  return {
    total: () => total,
    add(leaf) {
      chunk.push(leaf);
      leafCount += 1;
      total += leaf.amount;
      return chunk.length === CHUNK_LEAVES ? writeChunk() : undefined;
    },
    async finish(asOf) {
      await writeChunk();
      const root = treeRoot(chunkRoots, joinBySha256);
      if (root === undefined) throw new Error('a tree has no leaves');
      await insertTree(tx, { treeId, currency: CURRENCIES[currency], root, leafCount, secret, ...asOf });
    },
  };
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
