import { randomBytes } from 'node:crypto';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { SumNode } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import { storedDemands } from '#assets/queries/open-demands.ts';
import { findFirstLaterBlock, unknownPayments, vaultTotals } from '#assets/queries/vault-totals.ts';
import { accountBalances } from '#ledger/accounts/queries.ts';
import { readSealedEnd } from '#ledger/journal/queries.ts';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { startAhead } from '#platform/database/start-ahead.ts';
import { settledStages } from '#rounds/orders/queries/held-by-rounds.ts';
import { readExitMaster } from '../queries/read-exit-master.ts';
import {
  type Books,
  isCounted,
  readCustody,
  readVaultSums,
  streamOwed,
  type VaultSums,
} from '../queries/stream-owed.ts';
import type { Blinding } from '../tree/blind-leaves.ts';
import { prepareSorting } from '../tree/leaf-sorter.ts';
import { createLiabilitiesTree, type LiabilitiesTree, rootOf } from '../tree/liabilities-tree.ts';
import { deleteOldLeaves } from './delete-old-leaves.ts';

export type VaultReading = {
  /**
   * The last block whose events are all in the ledger, in this transaction's snapshot; undefined before the first one.
   */
  readonly readBlock: (tx: Database) => Promise<bigint | undefined>;
  /** The vault's balance at the end of a block, in base units. */
  readonly readBalance: (currency: Currency, blockNumber: bigint) => Promise<bigint>;
};

type AsOf = VaultSums & { readonly entry: bigint; readonly blockNumber: bigint; readonly vaultBalance: bigint };

/** A tree to be stored under an id, with the secret from which the parts of balances are derived. */
type NewTree = {
  readonly id: bigint;
  readonly currency: Currency;
  readonly secret: Buffer;
  readonly tree: LiabilitiesTree;
};

const LAST_ID = 2n ** 63n - 1n;

/**
 * Makes the trees of all liabilities, one per currency, after the newest sealed entry of the journal, from one
 * snapshot: anyone with the journal can make the same trees. A user's balance is split into leaves of random parts; the
 * system's share (pools, fees, reserve, emission, payments in progress) has leaves, too. So the total is the amount
 * that the vault must hold. Returns false when another worker is making them, or no block or transfer was processed
 * yet. Throws when users are owed more than the ledger holds.
 */
export async function makeLiabilitiesTrees(db: Database, vault: VaultReading): Promise<boolean> {
  const isMade = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (!(await tryAcquireLock(tx, 'liabilitiesTrees'))) return false;
      const end = await readSealedEnd(tx);
      const readBlock = await vault.readBlock(tx);
      if (end === undefined || readBlock === undefined) return false;
      const laterBlock = await findFirstLaterBlock(tx, end.lastId);
      const blockNumber = laterBlock !== null && laterBlock <= readBlock ? laterBlock - 1n : readBlock;
      const vaultBalances = {
        JU: await vault.readBalance('JU', blockNumber),
        FMC: await vault.readBalance('FMC', blockNumber),
      };
      await prepareSorting(tx);
      const names = { block: blockNumber, master: await readExitMaster(tx) };
      const trees = { JU: await openTree(tx, 'JU', names), FMC: await openTree(tx, 'FMC', names) };
      const balances = { balances: accountBalances, lastId: end.lastId, upTo: LAST_ID };
      const demands = storedDemands(blockNumber);
      const books = { ...balances, vaultTotals, payments: unknownPayments, demands, stagesOf: settledStages };
      await addUsers(tx, books, trees);
      const custody = await readCustody(tx, books);
      const sums = await readVaultSums(tx, books);
      for (const currency of ['JU', 'FMC'] as const) {
        const amount = custody[currency] - trees[currency].tree.total();
        if (amount < 0n)
          throw new Error(`${currency}: users are owed ${-amount} base units more than the ledger holds`);
        const asOf = { entry: end.entry, blockNumber, vaultBalance: vaultBalances[currency], ...sums[currency] };
        await storeTree(tx, trees[currency], { ...asOf, systemAmount: amount });
      }
      return true;
    });
  if (isMade) await db.transaction().execute(deleteOldLeaves);
  return isMade;
}

async function addUsers(tx: Database, books: Books, trees: Record<Currency, NewTree>): Promise<void> {
  await streamOwed(tx, books, ({ JU, FMC }) => {
    const writes = [
      isCounted(JU) ? trees.JU.tree.add(JU) : undefined,
      isCounted(FMC) ? trees.FMC.tree.add(FMC) : undefined,
    ].filter((write) => write !== undefined);
    return writes.length === 0 ? undefined : Promise.all(writes);
  });
}

async function openTree(tx: Database, currency: Currency, names: Pick<Blinding, 'block' | 'master'>): Promise<NewTree> {
  const secret = randomBytes(32);
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('liabilities_tree', 'id')) as id`.execute(tx);
  const blinding = { ...names, currency, secret };
  const tree = createLiabilitiesTree(tx, { sorter: CURRENCIES[currency], blinding });
  return { id: rows[0]?.id ?? 0n, currency, secret, tree };
}

/** Adds the leaves of the system, writes the tree and queues its root for anchoring. */
async function storeTree(
  tx: Database,
  made: NewTree,
  { systemAmount, ...asOf }: AsOf & { readonly systemAmount: bigint },
): Promise<void> {
  const nodes: SumNode[] = [];
  let written: Promise<unknown> = Promise.resolve();
  for await (const { leaves, groups, node } of made.tree.chunks(systemAmount)) {
    const row = { tree_id: made.id, chunk: nodes.length, first_name: leaves.subarray(0, 32), leaves, groups };
    const insert = tx.insertInto('liabilities_chunk').values({ ...row, hash: Buffer.from(node.hash), sum: node.sum });
    await written;
    written = startAhead(() => insert.execute());
    nodes.push(node);
  }
  await written;
  await insertTree(tx, { ...made, ...asOf, root: rootOf(made.tree, nodes) });
}

async function insertTree(
  tx: Database,
  { id, secret, entry, blockNumber, deposited, withdrawn, ...made }: NewTree & AsOf & { readonly root: SumNode },
): Promise<void> {
  const root = Buffer.from(made.root.hash);
  const total = made.root.sum;
  const currency = CURRENCIES[made.currency];
  await sql`
    insert into liabilities_tree (id, currency, root, total, deposited, withdrawn, leaves, entry, block_number,
      vault_balance, secret)
    overriding system value values (${id}, ${currency}, ${root}, ${total.toString()}::numeric,
      ${deposited.toString()}::numeric, ${withdrawn.toString()}::numeric, ${made.tree.leafCount()}, ${entry},
      ${blockNumber}, ${made.vaultBalance.toString()}::numeric, ${secret})`.execute(tx);
  await tx
    .insertInto('anchor')
    .values({ kind: 'liabilities', subject: id, root, currency, total, deposited, withdrawn, as_of_block: blockNumber })
    .execute();
}
