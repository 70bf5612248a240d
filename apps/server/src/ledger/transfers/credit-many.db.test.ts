import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { verifyLedger } from './queries.ts';

const RESERVE: Account = { kind: 'reserve', currency: 'JU', owner: 0n };
const ESCROW: Account = { kind: 'escrow', currency: 'JU', owner: 1n };
const FEES: Account = { kind: 'fees', currency: 'JU', owner: 1n };
const USERS = 6;

/** A database with funds in escrow, fees and reserve, and users, some of whom have coins. */
async function openLedger() {
  const database = await createTestDatabase();
  const owner = createDatabase({ url: database.url, maxConnections: 2 });
  onTestFinished(async () => {
    await owner.destroy();
    await database.drop();
  });
  await buildFunds(owner, { reserve: 1_000n, emission: 5_000n });
  const users = await buildParticipants(owner, { count: USERS, available: 100n });
  await sql`select ledger_open_accounts(array[${accountId(ESCROW)}, ${accountId(FEES)}]::bigint[])`.execute(owner);
  await post(owner, { kind: 'join', from: coinsOf(users[0]), to: ESCROW, amount: 60n, source: 900n });
  await post(owner, { kind: 'mint-fee', from: ESCROW, to: FEES, amount: 20n, source: 1n });
  return { owner, users };
}

const coinsOf = (user = 0n): Account => ({ kind: 'available', currency: 'JU', owner: user });

type Transfer = { kind: TransferKind; from: Account; to: Account; amount: bigint; source: bigint };

async function post(db: Database, { kind, from, to, amount, source }: Transfer): Promise<void> {
  await sql`select ledger_write_transfer(${TRANSFER_KINDS[kind].code}::int, ${accountId(from)}::bigint,
    ${accountId(to)}::bigint, ${amount.toString()}::numeric, ${source}::bigint)`.execute(db);
}

/** The payments for an order: to its user and to the user's inviter. */
type Order = { id: bigint; user: bigint | undefined; principal: bigint; split: bigint };
type Reward = { id: bigint; inviter: bigint | undefined; amount: bigint };

async function pay(db: Database, { orders, rewards }: { orders: readonly Order[]; rewards: readonly Reward[] }) {
  const codes = (['principal-return', 'split', 'reward'] as const).map((kind) => TRANSFER_KINDS[kind].code);
  const payers = [ESCROW, RESERVE, FEES].map((account) => accountId(account).toString());
  const account = (user: bigint | undefined) => accountId(coinsOf(user)).toString();
  const { rows } = await sql<{ posted: bigint }>`select ledger_credit_each(${codes}::int[], ${payers}::bigint[],
    ${orders.map(({ user }) => account(user))}::bigint[], ${orders.map((order) => `${order.principal}`)}::numeric[],
    ${orders.map(({ split }) => `${split}`)}::numeric[], ${orders.map(({ id }) => `${id}`)}::bigint[],
    ${rewards.map(({ inviter }) => account(inviter))}::bigint[], ${rewards.map(({ amount }) => `${amount}`)}::numeric[],
    ${rewards.map(({ id }) => `${id}`)}::bigint[]) as posted`.execute(db);
  return rows[0]?.posted;
}

async function balancesOf(db: Database, accounts: readonly Account[]): Promise<bigint[]> {
  const rows = await db.selectFrom('ledger_account').selectAll().execute();
  return accounts.map((account) => rows.find(({ id }) => id === accountId(account))?.balance ?? -1n);
}

/** The failing checks of the ledger, except the check of sources: these transfers have no source rows. */
async function faults(db: Database): Promise<string[]> {
  const { checks } = await verifyLedger(db);
  return checks.filter(({ check, violations }) => check !== 'sources-exist' && violations > 0).map((c) => c.check);
}

test('default: users get principal and split, inviters all their rewards, and every balance is right', async () => {
  const { owner, users } = await openLedger();
  const orders = [
    { id: 1n, user: users[3], principal: 10n, split: 1n },
    { id: 2n, user: users[1], principal: 11n, split: 0n },
    { id: 3n, user: users[2], principal: 0n, split: 3n },
    { id: 4n, user: users[4], principal: 0n, split: 0n },
  ];
  const rewards = [
    { id: 3n, inviter: users[1], amount: 4n },
    { id: 1n, inviter: users[1], amount: 2n },
    { id: 2n, inviter: users[5], amount: 5n },
    { id: 4n, inviter: users[5], amount: 0n },
  ];
  expect(await pay(owner, { orders, rewards })).toBe(7n);
  const accounts = [...users.slice(1).map((user) => coinsOf(user)), ESCROW, RESERVE, FEES];
  expect(await balancesOf(owner, accounts)).toEqual([117n, 103n, 111n, 100n, 105n, 19n, 996n, 9n]);
  expect(await faults(owner)).toEqual([]);
});

test('default: an account that occurs twice gets both payments, from one payer or from several', async () => {
  const { owner, users } = await openLedger();
  const orders = [
    { id: 1n, user: users[2], principal: 10n, split: 1n },
    { id: 2n, user: users[2], principal: 5n, split: 2n },
    { id: 3n, user: users[1], principal: 1n, split: 0n },
  ];
  expect(await pay(owner, { orders, rewards: [{ id: 1n, inviter: users[2], amount: 7n }] })).toBe(6n);
  const accounts = [users[2], users[1], users[2], users[3]].map((user) => accountId(coinsOf(user)).toString());
  const { rows } = await sql<{ posted: bigint }>`select ledger_credit_many(${TRANSFER_KINDS.compensation.code}::int,
    ${accountId(RESERVE)}::bigint, ${accounts}::bigint[], array[1, 2, 3, 0]::numeric[], array[11, 12, 13, 14]::bigint[]
    ) as posted`.execute(owner);
  expect(rows[0]?.posted).toBe(3n);
  expect(await balancesOf(owner, [coinsOf(users[2]), coinsOf(users[1]), RESERVE])).toEqual([129n, 103n, 991n]);
  expect(await faults(owner)).toEqual([]);
});

const unknownUser = 1_000_000n;
test.each([
  ['an account that does not exist', { user: unknownUser, principal: 1n, split: 0n }, /does not exist/],
  ['an inviter that does not exist', { inviter: unknownUser, principal: 1n, split: 0n }, /does not exist/],
  ['more than there is', { principal: 41n, split: 0n }, /not_negative/],
  ['the same payment twice', { id: 2n, principal: 1n, split: 0n }, /ledger_transfer_key/],
])(
  'refusal: %s changes nothing',
  async (_name, { inviter, ...order }: Partial<Order> & { inviter?: bigint }, error) => {
    const { owner, users } = await openLedger();
    await pay(owner, { orders: [{ id: 2n, user: users[1], principal: 1n, split: 0n }], rewards: [] });
    const accounts = [...users.map((user) => coinsOf(user)), ESCROW, RESERVE, FEES];
    const before = await balancesOf(owner, accounts);
    const orders = [{ id: 3n, user: users[2], principal: 1n, split: 1n, ...order }];
    const rewards = inviter === undefined ? [] : [{ id: 3n, inviter, amount: 1n }];
    await expect(pay(owner, { orders, rewards })).rejects.toThrow(error);
    expect(await balancesOf(owner, accounts)).toEqual(before);
  },
);

test('refusal: no other process may post these transfers', async () => {
  const { owner } = await openLedger();
  await owner.transaction().execute(async (tx) => {
    await sql`set local role city_mint_indexer`.execute(tx);
    await expect(pay(tx, { orders: [], rewards: [] })).rejects.toThrow(/permission denied/);
  });
});

test('broken twin: without counting the posted transfers, a payment is lost without a trace', async () => {
  const { owner } = await openLedger();
  await breakFunction(owner, 'ledger_credit_each', [
    'if missing <> 0 or posted <> asked_transfers then',
    'if false then',
  ]);
  const lost = { id: 3n, user: unknownUser, principal: 1n, split: 0n };
  expect(await pay(owner, { orders: [lost], rewards: [] })).toBe(0n);
  expect(await faults(owner)).toEqual([]);
});

test('broken twin: without looking for accounts that occur twice, these payments fail', async () => {
  const { owner, users } = await openLedger();
  await breakFunction(owner, 'ledger_credit_many', ['<> cardinality(p_credits) then', '< 0 then']);
  const account = accountId(coinsOf(users[2])).toString();
  const paid = sql`select ledger_credit_many(${TRANSFER_KINDS.compensation.code}::int, ${accountId(RESERVE)}::bigint,
    ${[account, account]}::bigint[], array[1, 2]::numeric[], array[11, 12]::bigint[])`.execute(owner);
  await expect(paid).rejects.toThrow('does not exist');
});
