import { setTimeout as sleep } from 'node:timers/promises';
import { accountId } from '@city-mint/domain/ledger/account-id';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, type DatabaseRole } from '#platform/database/database.ts';
import { paySettlementParts, runRounds } from '#rounds/jobs.ts';
import { sealJournal } from '../journal/commands.ts';
import { countFlows } from './commands.ts';
import { listAccountTransfers, readAccountFlows, readCountedTo, readFlowSums, type SystemAccount } from './queries.ts';

let database: TestDatabase;
let owner: Database;
let worker: Database;
let other: Database;
let ops: Database;

const account = (kind: SystemAccount['kind'], currency: SystemAccount['currency'] = 'JU'): SystemAccount => ({
  kind,
  currency,
  owner: 0n,
});
const ACCOUNTS = [
  ...(['treasury', 'reserve', 'launch-costs', 'nodes', 'levels', 'custody'] as const).map((kind) => account(kind)),
  account('emission', 'FMC'),
  account('custody', 'FMC'),
];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  other = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  ops = createDatabase({ ...asRole(database.url, 'city_mint_ops') });
  await buildFunds(owner, { reserve: 1_000n * JU, emission: 100_000n * JU });
  await mintRound('Flows', 40);
});
afterAll(async () => {
  await Promise.all([owner, worker, other, ops].map((db) => db.destroy()));
  await database.drop();
});

/** Joins with one unit of JU each until the round is full, and settles it. */
async function mintRound(city: string, orders: number): Promise<void> {
  const users = await buildParticipants(owner, { count: orders, available: JU });
  const amount = tokenAmount(JU);
  const terms = { stageDelaysMs: [0, 3_600_000, 7_200_000] as const };
  const round = await openRound(owner, buildPlan({ city, firstQuota: tokenAmount(BigInt(orders) * JU), terms }));
  const pool = createPool({ url: database.url });
  const join = createJoins({ pool, db: owner });
  for (const userId of users) {
    await join({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
  }
  await pool.end();
  await runRounds(worker);
  await paySettlementParts(worker);
}

async function sealAll(): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    await sealJournal(worker);
    const { rows } = await sql<{ rest: number }>`
      select count(*)::int as rest from ledger_transfer
      where id > (select last_id from ledger_journal_head)`.execute(owner);
    if (rows[0]?.rest === 0) return;
    // A transaction of another test holds the watermark back.
    await sleep(50);
  }
  throw new Error('the journal was not sealed');
}

/** The same sums, computed from the transfers. */
async function flowsOfTransfers(): Promise<unknown[]> {
  const { rows } = await sql`
    select account, utc_day(created_at) as day, kind, incoming, sum(amount) as amount, count(*) as transfers,
      min(id) as first_id, max(id) as last_id
    from (select debit_account as account, false as incoming, * from ledger_transfer
      union all select credit_account, true, * from ledger_transfer) side
    where account < 256 group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(owner);
  return rows;
}

async function balanceOf(of: SystemAccount): Promise<bigint> {
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', accountId(of)).execute();
  return row[0]?.balance ?? 0n;
}

const storedFlows = async () =>
  (
    await sql`select account, day, kind, incoming, amount, transfers, first_id, last_id from ledger_flow_day
    order by 1, 2, 3, 4`.execute(owner)
  ).rows;

test('default: sums by day and kind match the transfers, and add up to every balance to the unit', async () => {
  expect(await countFlows(worker)).toBe(0);
  await sealAll();
  await countFlows(worker, { range: 7 });
  expect(await storedFlows()).toEqual(await flowsOfTransfers());
  const balances = await Promise.all(ACCOUNTS.map(balanceOf));
  const sums = await Promise.all(ACCOUNTS.map((of) => readFlowSums(ops, of)));
  expect(sums.map(({ balance }) => balance)).toEqual(balances);
  expect(sums.map(({ total }) => total.credited - total.debited)).toEqual(balances);
  expect(balances.filter((balance) => balance !== 0n).length).toBeGreaterThan(5);
});

test('behavior: several workers count each transfer once, and only sealed ones', async () => {
  const before = await storedFlows();
  await mintRound('Flows again', 30);
  await Promise.all([countFlows(worker), countFlows(other)]);
  expect(await storedFlows()).toEqual(before);
  await sealAll();
  await Promise.all([worker, other, worker, other].map((db) => countFlows(db, { range: 11 })));
  await countFlows(worker);
  expect(await storedFlows()).toEqual(await flowsOfTransfers());
  const { transferId } = await readCountedTo(ops);
  const { rows } = await sql<{ last: bigint }>`select max(id) as last from ledger_transfer`.execute(owner);
  expect(transferId).toBe(rows[0]?.last);
});

test('behavior: flows of the last days end in the balance, and each figure is the sum of its transfers', async () => {
  // Moves a part of the counted flows to an earlier day.
  await sql`update ledger_flow_day set day = day - 40 where kind = kind_funding()`.execute(owner);
  for (const of of ACCOUNTS) {
    const { opening, closing, flows, firstDay } = await readAccountFlows(ops, { account: of, days: 30 });
    const moved = flows.reduce((sum, { incoming, amount }) => sum + (incoming ? amount : -amount), 0n);
    expect(opening + moved).toBe(closing);
    expect(closing).toBe(await balanceOf(of));
    for (const { day, kind, incoming, amount, transfers } of flows) {
      expect(day).toBeGreaterThanOrEqual(firstDay);
      const days = { first: day, last: day };
      const listed = await listAll({ account: of, kind, incoming, days });
      expect([listed.length, listed.reduce((sum, transfer) => sum + transfer.amount, 0n)]).toEqual([
        Number(transfers),
        amount,
      ]);
    }
  }
  const { opening } = await readAccountFlows(ops, { account: account('emission', 'FMC'), days: 30 });
  expect(opening).toBe(100_000n * JU);
  await sql`update ledger_flow_day set day = day + 40 where kind = kind_funding()`.execute(owner);
});

test('behavior: the pages of an account list each of its transfers once, newest first', async () => {
  for (const of of ACCOUNTS) {
    const { rows } = await sql<{ id: bigint }>`
      select id from ledger_transfer
      where ${accountId(of)} in (debit_account, credit_account) order by id desc`.execute(owner);
    const listed = await listAll({ account: of });
    expect(listed.map(({ transferId }) => transferId)).toEqual(rows.map(({ id }) => id));
  }
});

test('counter: days without a counted transfer, and a kind that the account never has, list nothing', async () => {
  expect(await listAll({ account: account('treasury'), days: { first: 1, last: 2 } })).toEqual([]);
  expect(await listAll({ account: account('treasury'), kind: 'mint' })).toEqual([]);
});

test('edge: a transfer of another day with an id between those of the day is not listed', async () => {
  const emission = account('emission', 'FMC');
  const all = await listAll({ account: emission, kind: 'mint' });
  expect(all.length).toBeGreaterThan(2);
  const moved = all[1]?.transferId ?? 0n;
  const { rows } = await sql<{ today: number }>`select utc_day(clock_timestamp()) as today`.execute(owner);
  const today = rows[0]?.today ?? 0;
  const move = (by: string) =>
    sql`update ledger_transfer set created_at = created_at + ${by}::interval where id = ${moved}`.execute(owner);
  await sql`alter table ledger_transfer disable trigger ledger_transfer_is_never_changed`.execute(owner);
  await move('-2 days');
  const listed = await listAll({ account: emission, kind: 'mint', days: { first: today, last: today } });
  expect(listed.map(({ transferId }) => transferId)).toEqual(
    all.map(({ transferId }) => transferId).filter((id) => id !== moved),
  );
  await move('2 days');
  await sql`alter table ledger_transfer enable trigger ledger_transfer_is_never_changed`.execute(owner);
});

test('attack: only the logins of the worker and the owner can change the counted flows', async () => {
  const change = (role: DatabaseRole) =>
    sql`update ledger_flow_day set amount = 1`.execute(createOnce(asRole(database.url, role)));
  for (const role of ['city_mint_ops', 'city_mint_api', 'city_mint_indexer'] as const) {
    await expect(change(role)).rejects.toThrow('permission denied');
  }
});

const opened: Database[] = [];
function createOnce(connection: ReturnType<typeof asRole>): Database {
  const db = createDatabase({ ...connection, maxConnections: 1 });
  opened.push(db);
  return db;
}
afterAll(() => Promise.all(opened.map((db) => db.destroy())));

async function listAll(wanted: Omit<Parameters<typeof listAccountTransfers>[1], 'before' | 'limit'>) {
  const all: Awaited<ReturnType<typeof listAccountTransfers>> = [];
  for (let before: bigint | null = null; ; ) {
    const page = await listAccountTransfers(ops, { ...wanted, before, limit: 9 });
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < 9) return all;
    before = last.transferId;
  }
}
