import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import { heldByUsers } from '#ledger/queries/held-by-users.ts';
import { readLedgerTotals } from '#ledger/queries/read-ledger-totals.ts';
import type { Database } from '#platform/database/database.ts';
import { heldByRounds } from '#rounds/orders/queries/held-by-rounds.ts';
import { userAddresses } from '#session/queries/user-addresses.ts';
import { createTreeWriter, type TreeWriter } from '../tree/tree-writer.ts';

export type VaultReading = {
  /** The last block whose events are all in the ledger, as this transaction sees it; undefined while the chain was never read. */
  readonly readBlock: (tx: Database) => Promise<bigint | undefined>;
  /** What the vault held at the end of a block, in base units. */
  readonly readBalance: (currency: Currency, blockNumber: bigint) => Promise<bigint>;
};

const ROWS_AT_ONCE = 20_000;
/** Trees whose leaves are kept; of older ones the root stays. */
const KEPT_TREES = 2;
const LOCK = 4_207_300_019;
/** The house's leaf comes after everybody's. */
const HOUSE_OWNER = 2n ** 63n - 1n;
const HOUSE = new Uint8Array(20);

/**
 * Makes the trees of all that is owed, one for each currency, as of one moment and one block: a leaf for each user with all that is his, and
 * one for the house: pools, fees, reserve, emission, and what is being paid just now. So the total is exactly what the vault has to hold.
 * False when another worker is making them, or the chain was never read.
 */
export async function makeLiabilitiesTrees(db: Database, vault: VaultReading): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}::bigint) as mine`.execute(
        tx,
      );
      const blockNumber = rows[0]?.mine === true ? await vault.readBlock(tx) : undefined;
      if (blockNumber === undefined) return false;
      const balances = {
        JU: await vault.readBalance('JU', blockNumber),
        FMC: await vault.readBalance('FMC', blockNumber),
      };
      const writers = { JU: await createTreeWriter(tx, 'JU'), FMC: await createTreeWriter(tx, 'FMC') };
      await addUsers(tx, writers);
      const totals = await readLedgerTotals(tx);
      for (const currency of ['JU', 'FMC'] as const) {
        const writer = writers[currency];
        const house = totals[currency].inCustody - writer.total();
        if (house < 0n) throw new Error(`${currency}: users are owed ${-house} base units more than there are`);
        await writer.add({ owner: HOUSE_OWNER, account: HOUSE, amount: house });
        await writer.end({ blockNumber, vaultBalance: balances[currency] });
        await forgetOldLeaves(tx, currency);
      }
      return true;
    });
}

type Row = { id: bigint; account: Buffer; ju: bigint; fmc: bigint };

async function addUsers(tx: Database, writers: Record<Currency, TreeWriter>): Promise<void> {
  await sql`declare owed no scroll cursor for
    select h.user_id as id, decode(substr(u.address, 3), 'hex') as account, h.ju, h.fmc
    from (
      select user_id, sum(ju) as ju, sum(fmc) as fmc from (${heldByUsers} union all ${heldByRounds}) held group by user_id
    ) h join (${userAddresses}) u on u.id = h.user_id
    order by h.user_id`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from owed`.execute(tx);
    for (const { id, account, ju, fmc } of rows) {
      // Waited for only where a run is full: a million turns of the event loop would take longer than the hashing.
      const full = [
        ju > 0n ? writers.JU.add({ owner: id, account, amount: ju }) : undefined,
        fmc > 0n ? writers.FMC.add({ owner: id, account, amount: fmc }) : undefined,
      ];
      for (const flushed of full) if (flushed !== undefined) await flushed;
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close owed`.execute(tx);
}

async function forgetOldLeaves(tx: Database, currency: Currency): Promise<void> {
  await sql`delete from liabilities_chunk where tree_id in (
    select id from liabilities_tree where currency = ${CURRENCIES[currency]}::int order by id desc offset ${KEPT_TREES}::int limit 10)`.execute(
    tx,
  );
}
