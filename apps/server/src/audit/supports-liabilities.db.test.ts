import { deriveExitKey } from '@city-mint/domain/proof/exit-key';
import { sealEverything, showEventsToAuditor } from '@city-mint/tests/builders/audited-chain';
import { buildEveryKind } from '@city-mint/tests/builders/every-kind';
import { KNOWN_OPERATORS as operators } from '@city-mint/tests/builders/signed-decisions';
import { signPlans } from '@city-mint/tests/builders/signed-settings';
import { buildDemand, buildVaultEvent } from '@city-mint/tests/builders/vault-events';
import { buildVestingRound } from '@city-mint/tests/builders/vesting-round';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type RawBuilder, sql } from 'kysely';
import { hexToBytes } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedDemands } from '#assets/queries/open-demands.ts';
import { unknownPayments, vaultTotals } from '#assets/queries/vault-totals.ts';
import { accountBalances } from '#ledger/accounts/queries.ts';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { makeLiabilitiesTrees } from '#proof/commands/make-liabilities-trees.ts';
import { findTreeFault } from '#proof/queries/find-tree-fault.ts';
import { readExitMaster } from '#proof/queries/read-exit-master.ts';
import { readAccountLeaves, readLiabilitiesRoots } from '#proof/queries/read-liabilities.ts';
import { sha256 } from '#proof/tree/tree-hashes.ts';
import { settledStages } from '#rounds/orders/queries/held-by-rounds.ts';
import { followJournal } from './commands/follow-journal.ts';
import { type LiabilitiesVerdict, supportsLiabilities } from './commands/supports-liabilities.ts';

let database: TestDatabase;
let owner: Database;
let worker: Database;
let auditor: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 2 });
  await buildEveryKind({ db: owner, pool });
  await buildVestingRound({ db: owner, pool });
  await signPlans(owner);
  await showEventsToAuditor(owner);
  await sealEverything(owner, 200);
  await follow();
});
afterAll(async () => {
  await Promise.all([owner.destroy(), worker.destroy(), auditor.destroy()]);
  await database.drop();
});

async function follow(): Promise<void> {
  let followed = await followJournal(auditor, { operators });
  while (followed.result === 'followed') followed = await followJournal(auditor, { operators });
  expect(followed).toEqual({ result: 'complete' });
}

type Trees = { readonly JU: bigint; readonly FMC: bigint };

/** Makes the trees as the worker does, as of a block; returns their ids. */
async function makeTrees(block = 1n): Promise<Trees> {
  const vault = { readBlock: async () => block, readBalance: async () => 0n };
  expect(await makeLiabilitiesTrees(worker, vault)).toBe(true);
  const [FMC, JU] = await owner.selectFrom('liabilities_tree').select('id').orderBy('id', 'desc').limit(2).execute();
  return { JU: JU?.id ?? 0n, FMC: FMC?.id ?? 0n };
}

/** Makes the trees while a change of the rows that the worker reads is in force. */
async function makeChanged(change: (sign: bigint) => RawBuilder<unknown>): Promise<Trees> {
  await change(1n).execute(owner);
  const trees = await makeTrees();
  await change(-1n).execute(owner);
  return trees;
}

async function verdicts({ JU, FMC }: Trees): Promise<LiabilitiesVerdict[]> {
  return [await supportsLiabilities(auditor, JU), await supportsLiabilities(auditor, FMC)];
}

const SUPPORTED = { result: 'supported' };
const refusedFor = (problem: RegExp) => ({ result: 'refused', problem: expect.stringMatching(problem) });

/** A deposit that the auditor's nodes show too, in a block. */
async function deposit(user: number, blockNumber: bigint): Promise<void> {
  const account = `0x${user.toString(16).padStart(40, '0')}`;
  const payload = { account, currency: 'JU', amount: '77' };
  const seq = await buildVaultEvent(owner, { kind: 'deposited', payload });
  await sql`select credit_deposits(array[${seq}]::bigint[])`.execute(owner);
  await showEventsToAuditor(owner);
  await sql`update audit.vault_event set block_number = ${blockNumber} where seq = ${seq}`.execute(owner);
}

const available = (user: string, currency: string) =>
  sql`account_available((select id from app_user order by id ${sql.raw(user)} limit 1), ${sql.raw(currency)}())`;
const first = available('', 'currency_ju');
const second = available('offset 1', 'currency_ju');
const move = (from: RawBuilder<unknown>, to: RawBuilder<unknown>, amount: RawBuilder<unknown>) => sql`
  update ledger_account set balance = balance + case id when ${from} then -${amount} else ${amount} end
  where id in (${from}, ${to})`;

/** Changes by a worker's thief before the trees are made, their reversals, and the auditor's answers. */
const LIES: [title: string, change: (sign: bigint) => RawBuilder<unknown>, problem: RegExp][] = [
  [
    'an amount of one user that is stated for another',
    (sign) => move(first, second, sql`${sign * 5n}::numeric`),
    /^another root, for example 0x0{39}[12], which is owed \d+ after deposits of 20000 and .*, \d+ of it in rounds$/,
  ],
  [
    'a user who was left out',
    (sign) =>
      sql`update ledger_account set id = id # (1::bigint << 40)
        where id = ${first} # ${sign > 0n ? sql`0` : sql`(1::bigint << 40)`}`,
    /^another root, for example 0x0{39}1, which is owed \d+ after deposits of 20000 and/,
  ],
  [
    'a total that is too low',
    (sign) => move(sql`account_treasury()`, sql`0`, sql`${sign}::numeric`),
    /^a total of \d+ instead of \d+, for example the system’s \d+$/,
  ],
  [
    'a part of the system that is stated for a user',
    (sign) => move(sql`account_treasury()`, first, sql`${sign}::numeric`),
    /^another root, for example /,
  ],
  [
    'deposits that the vault has not counted',
    (sign) => sql`update vault_total set deposited_ju = deposited_ju + ${sign}::numeric
      where account = (select address from app_user order by id limit 1)`,
    /^another root, for example 0x0{39}1, which is owed \d+ after deposits of 20000 and/,
  ],
  [
    'deposits of one user that are stated for another',
    (sign) => sql`update vault_total set deposited_ju = deposited_ju
        + case account when (select address from app_user order by id limit 1) then 1 else -1 end * ${sign}::numeric
      where account in (select address from app_user order by id limit 2)`,
    /^another root, for example 0x0{39}[12], which is owed \d+ after deposits of /,
  ],
  [
    'withdrawals that the vault has not counted',
    (sign) => sql`update vault_total set withdrawn_ju = withdrawn_ju + ${sign}::numeric
      where account = (select address from app_user order by id limit 1)`,
    /^another root, for example 0x0{39}1, /,
  ],
];

describe('supportsLiabilities', () => {
  test('default: supports the trees of both currencies, with open orders and later stages', async () => {
    const made = await makeTrees();
    expect(await verdicts(made)).toMatchObject([
      { ...SUPPORTED, tree: { id: made.JU, currency: 'JU', blockNumber: 1n } },
      { ...SUPPORTED, tree: { id: made.FMC, currency: 'FMC', blockNumber: 1n } },
    ]);
    const { rows } = await sql<{ kinds: number[] }>`
      select array_agg(distinct ledger_account_kind(id) order by ledger_account_kind(id)) as kinds
      from ledger_account where balance > 0`.execute(owner);
    expect(rows[0]?.kinds).toEqual(expect.arrayContaining([1, 2, 3, 11]));
  });

  test.each(LIES)('attack: refuses %s', async (_what, change, problem) => {
    expect(await verdicts(await makeChanged(change))).toMatchObject([refusedFor(problem), SUPPORTED]);
  });

  test('broken twin: with the ledger’s own rows as books each of these lies is believed', async () => {
    for (const [, change] of LIES) {
      await change(1n).execute(owner);
      const { JU: id } = await makeTrees();
      const { block_number: blockNumber, ...claims } = await owner
        .selectFrom('liabilities_tree')
        .select(['root', 'total', 'leaves', 'deposited', 'withdrawn', 'block_number', 'secret'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const { rows } = await sql<{ lastId: bigint }>`select last_id as "lastId" from ledger_journal_head`.execute(
        owner,
      );
      const lastId = rows[0]?.lastId ?? 0n;
      const stored = { balances: accountBalances, vaultTotals, payments: unknownPayments, stagesOf: settledStages };
      const books = { ...stored, demands: storedDemands(blockNumber), lastId, upTo: 2n ** 63n - 1n };
      const fault = await worker
        .transaction()
        .execute((tx) => findTreeFault(tx, books, { id, currency: 'JU', blockNumber, ...claims }));
      expect(fault).toBeUndefined();
      await change(-1n).execute(owner);
    }
  });

  test('behavior: an account that has demanded by the block has leaves, of nothing too', async () => {
    const account = `0x${'9'.repeat(40)}` as const;
    const key = deriveExitKey(await readExitMaster(worker), hexToBytes(account), sha256);
    const countLeaves = async () => {
      const roots = await readLiabilitiesRoots(worker);
      const found = roots.map((tree) => readAccountLeaves(worker, { tree, address: account, key }));
      return (await Promise.all(found)).map(({ length }) => length);
    };
    await makeTrees();
    expect(await countLeaves()).toEqual([0, 0]);
    const seq = await buildDemand(owner, { account, currency: 'FMC', until: 7n });
    const made = await makeTrees();
    expect(await countLeaves()).toEqual([0, 4]);
    expect(await verdicts(made)).toMatchObject([SUPPORTED, refusedFor(/^another root/)]);
    await showEventsToAuditor(owner);
    expect(await verdicts(made)).toMatchObject([SUPPORTED, SUPPORTED]);
    // As of an earlier block it has none.
    await sql`update audit.vault_event set block_number = 2 where seq = ${seq}`.execute(owner);
    expect(await verdicts(made)).toMatchObject([SUPPORTED, refusedFor(/^another root/)]);
    await sql`update audit.vault_event set block_number = 1 where seq = ${seq}`.execute(owner);
  });

  test('attack: refuses a later stage that is stated for another order', async () => {
    const change = (sign: bigint) => sql`
      update order_settlement s set stage2 = stage2 + case rank when 1 then -${sign}::numeric else ${sign}::numeric end
      from (select max(round_id) as round_id from round_stage where paid_at is null) r
      where s.round_id = r.round_id and rank in (1, 2)`;
    expect(await verdicts(await makeChanged(change))).toMatchObject([
      SUPPORTED,
      refusedFor(/^another root, for example 0x/),
    ]);
  });

  test.each([
    ['another currency', sql`currency = 1 - currency`, /^a total of /],
    ['another root', sql`root = sha256(root)`, /^another root, and no account lacks a leaf$/],
    ['another sum of deposits', sql`deposited = deposited + 1`, /^deposits of /],
    ['another sum of withdrawals', sql`withdrawn = withdrawn - 1`, /^deposits of /],
    ['another number of leaves', sql`leaves = leaves + 1`, /^\d+ leaves instead of \d+$/],
    ['another total', sql`total = total - 1`, /^a total of \d+ instead of \d+, and no account lacks a leaf$/],
  ])('attack: refuses the row of a tree with %s', async (_what, change, problem) => {
    const { JU } = await makeTrees();
    await sql`update liabilities_tree set ${change} where id = ${JU}`.execute(owner);
    expect(await supportsLiabilities(auditor, JU)).toMatchObject(refusedFor(problem));
  });

  test('behavior: a tree is supported while later transfers are followed, as one of its own entry only', async () => {
    const made = await makeTrees();
    await deposit(1, 2n);
    await sealEverything(owner);
    const later = await makeTrees(2n);
    expect(await verdicts(later)).toEqual([{ result: 'not-followed' }, { result: 'not-followed' }]);
    expect(await verdicts(made)).toMatchObject([SUPPORTED, SUPPORTED]);
    await sql`update audit.position set block_number = 2`.execute(owner);
    await follow();
    expect(await verdicts(made)).toMatchObject([SUPPORTED, SUPPORTED]);
    expect(await verdicts(later)).toMatchObject([SUPPORTED, SUPPORTED]);

    await sql`update liabilities_tree n set entry = l.entry, block_number = 2 from liabilities_tree l
      where n.id = ${made.JU} and l.id = ${later.JU}`.execute(owner);
    expect(await supportsLiabilities(auditor, made.JU)).toMatchObject(refusedFor(/^a total of /));
  });

  test('attack: refuses a block that is before or after the one of its entry', async () => {
    const made = await makeTrees(2n);
    await deposit(2, 5n);
    await sealEverything(owner);
    await follow();
    await sql`update liabilities_tree set block_number = 9 where id = ${made.JU}`.execute(owner);
    expect(await supportsLiabilities(auditor, made.JU)).toEqual({ result: 'not-followed' });
    await sql`update audit.position set block_number = 9`.execute(owner);
    expect(await supportsLiabilities(auditor, made.JU)).toMatchObject(
      refusedFor(/^an event up to block 9 was applied later$/),
    );
    await sql`update liabilities_tree set block_number = 0 where id = ${made.JU}`.execute(owner);
    expect(await supportsLiabilities(auditor, made.JU)).toMatchObject(
      refusedFor(/^an event after block 0 was applied before$/),
    );
  });

  test('attack: refuses a tree whose entry, or a later one, differs from the followed one', async () => {
    const made = await makeTrees(9n);
    await deposit(3, 10n);
    await sealEverything(owner);
    await sql`update audit.position set block_number = 10`.execute(owner);
    await follow();
    expect(await supportsLiabilities(auditor, made.JU)).toMatchObject(SUPPORTED);
    const change = (sign: bigint) => sql`
      update ledger_transfer set amount = amount + ${sign}::numeric where id = (select max(id) from ledger_transfer)`;
    const asOwner = async (statement: RawBuilder<unknown>) =>
      owner.connection().execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection);
        await statement.execute(connection);
        await sql`set session_replication_role = default`.execute(connection);
      });
    await asOwner(change(1n));
    expect(await supportsLiabilities(auditor, made.JU)).toMatchObject(refusedFor(/^entry \d+ is not the one/));
    await asOwner(change(-1n));
    expect(await supportsLiabilities(auditor, made.JU)).toMatchObject(SUPPORTED);
  });

  test('behavior: refuses every tree while a finding is open, and one that does not exist', async () => {
    const made = await makeTrees();
    expect(await supportsLiabilities(auditor, 10n ** 9n)).toMatchObject(refusedFor(/^there is no such tree$/));
    await sql`insert into audit.finding (subject, expected, found) values ('transfer 1', '', '')`.execute(owner);
    expect(await verdicts(made)).toMatchObject([refusedFor(/finding/), refusedFor(/finding/)]);
  });
});
