import { vaultChanges } from '@city-mint/server/assets/queries/vault-totals';
import { vaultPayments } from '@city-mint/server/audit/checks/own-vault-totals';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealEverything, showBuiltBalances, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { KNOWN_OPERATORS as operators } from '../builders/signed-decisions.ts';
import { signPlans } from '../builders/signed-settings.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * The owner of the database, who writes another account into the row of a payment that the vault made without a
 * withdrawal: the counters in the tree of liabilities, by which an account leaves without us, would be another's.
 */

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let thief: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  await buildEveryKind({ db: owner, pool });
  const { rows } = await sql<{ address: string }>`
    select address from app_user where address not in (select account from unknown_payment) limit 1`.execute(owner);
  thief = rows[0]?.address ?? '';
  await showEventsToAuditor(owner);
  await sql`update unknown_payment set account = ${thief}`.execute(owner);
  await showBuiltBalances(owner);
  await signPlans(owner);
  await sealEverything(owner);
  expect(await followJournal(auditor, { operators, entries: 1_000 })).toMatchObject({ result: 'followed' });
});
afterAll(async () => {
  await Promise.all([owner, auditor].map((each) => each.destroy()));
  await database.drop();
});

type Withdrawn = { readonly account: string; readonly ju: bigint; readonly fmc: bigint };

/** What each account has withdrawn, in base units, by the vault's events on the chain. */
async function byEvents(): Promise<readonly Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`
    select account, coalesce(sum(amount) filter (where currency = 0), 0) as ju,
      coalesce(sum(amount) filter (where currency = 1), 0) as fmc
    from audit.vault_event where kind = 'withdrawn' group by account order by account`.execute(owner);
  return rows;
}

async function byTransfers(payments: RawBuilder<unknown>): Promise<readonly Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`
    select account, withdrawn_ju as ju, withdrawn_fmc as fmc
    from (${vaultChanges({ after: 0n, upTo: 2n ** 63n - 1n }, payments)}) c
    where withdrawn_ju > 0 or withdrawn_fmc > 0 order by account`.execute(owner);
  return rows;
}

describe('an owner of the database who names another account for a payment', () => {
  test('attack: the auditor counts it for the account that the chain shows', async () => {
    const { rows } = await sql<Withdrawn>`
      select account, withdrawn_ju as ju, withdrawn_fmc as fmc from audit.vault_total
      where withdrawn_ju > 0 or withdrawn_fmc > 0 order by account`.execute(owner);
    expect(rows).toEqual(await byEvents());
    expect(rows.length).toBeGreaterThan(0);
    expect(await byTransfers(vaultPayments)).toEqual(rows);
  });

  test('broken twin: by the stored row it is counted for the thief’s choice', async () => {
    const stored = await byTransfers(sql`select seq, account, currency, amount from unknown_payment`);
    expect(stored).not.toEqual(await byEvents());
    expect(stored.map(({ account }) => account)).toContain(thief);
  });
});
