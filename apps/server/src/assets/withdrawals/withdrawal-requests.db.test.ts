import { randomUUID } from 'node:crypto';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '@city-mint/tests/builders/post-transfer';
import { openSessions, tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { type Address, getAddress, zeroAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBalance } from '#ledger/accounts/queries.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { ensureUser } from '#session/commands/users.ts';
import { requestWithdrawal } from './commands/request-withdrawal.ts';
import { freezeOrRefuse } from './store/withdrawal-requests.ts';
import type { WithdrawalRequest } from './withdrawal-request.ts';

const UNIT = 10n ** 18n;
const ACCOUNT = devAccount(2).address;
const RECIPIENT = devAccount(40).address;
const VAULT = getAddress('0x5fbdb2315678afecb367f032d93f642f64180aa3');

let database: TestDatabase;
let owner: Database;
/** Two processes of the API. */
let apis: [Database, Database];
let userId: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  apis = [
    createDatabase({ ...asRole(database.url, 'city_mint_api') }),
    createDatabase({ ...asRole(database.url, 'city_mint_api') }),
  ];
  userId = await userWithTen(ACCOUNT, 1n);
});
afterEach(async () => {
  await Promise.all([owner.destroy(), ...apis.map((api) => api.destroy())]);
  await database.drop();
});

/** A user with this address and a recharge of 10 JU. */
async function userWithTen(account: Address, sourceId: bigint): Promise<bigint> {
  return inTransaction(owner, async (tx) => {
    const user = await ensureUser(tx, account);
    await openSessions(tx, [user.userId]);
    await postTransfer(tx, {
      kind: 'deposit',
      from: { kind: 'custody', currency: 'JU', owner: 0n },
      to: { kind: 'available', currency: 'JU', owner: user.userId },
      amount: tokenAmount(10n * UNIT),
      sourceId,
    });
    return user.userId;
  });
}

type Asked = { amount?: bigint; to?: Address; requestId?: string };

function withdrawalOf({ amount = UNIT, to = RECIPIENT, requestId = randomUUID() }: Asked = {}): WithdrawalRequest {
  return {
    userId,
    token: tokenOf(userId),
    account: ACCOUNT,
    currency: 'JU',
    to,
    amount: tokenAmount(amount),
    requestId,
  };
}

function ask(asked: WithdrawalRequest, db: Database = apis[0]) {
  return requestWithdrawal(db, { request: asked, forbiddenAddresses: [zeroAddress, VAULT] });
}

async function balances(): Promise<{ available: TokenAmount; withdrawing: TokenAmount }> {
  const [available, withdrawing] = await Promise.all([
    readBalance(owner, { kind: 'available', currency: 'JU', owner: userId }),
    readBalance(owner, { kind: 'withdrawing', currency: 'JU', owner: userId }),
  ]);
  return { available, withdrawing };
}

async function setLimits(limits: {
  per_withdrawal?: bigint;
  per_user_day?: bigint;
  per_day?: bigint;
  approval_above?: bigint;
}) {
  await owner.updateTable('withdrawal_limit').set(limits).where('currency', '=', 0).execute();
}

describe('requestWithdrawal', () => {
  test('default: freezes the amount and answers the same for the same request id', async () => {
    const asked = withdrawalOf({ amount: 4n * UNIT });
    const first = await ask(asked);
    expect(first).toMatchObject({ state: 'approved' });
    expect(await ask(asked, apis[1])).toEqual(first);
    expect(await balances()).toEqual({ available: 6n * UNIT, withdrawing: 4n * UNIT });
    await owner.updateTable('withdrawal').set({ state: 'returned', return_reason: 'expired' }).execute();
    expect(await ask(asked)).toEqual(first);
  });

  test('behavior: the same id with another body is refused and moves nothing', async () => {
    const asked = withdrawalOf();
    await ask(asked);
    for (const other of [{ amount: 2n * UNIT }, { to: devAccount(41).address }]) {
      const again = { ...withdrawalOf({ ...other, requestId: asked.requestId }) };
      expect(await ask(again)).toMatchObject({ refusal: 'request-id-reused', details: { field: 'requestId' } });
    }
    expect((await balances()).withdrawing).toBe(UNIT);
  });

  test('behavior: refusals are checked in order, are persisted, and leave every balance unchanged', async () => {
    await setLimits({ per_withdrawal: 5n * UNIT });
    const cases: [WithdrawalRequest, object][] = [
      [withdrawalOf({ amount: 0n, to: VAULT }), { refusal: 'amount-not-positive' }],
      [withdrawalOf({ amount: 20n * UNIT, to: VAULT }), { refusal: 'address-not-allowed', details: { field: 'to' } }],
      [withdrawalOf({ to: zeroAddress }), { refusal: 'address-not-allowed' }],
      [
        withdrawalOf({ amount: 20n * UNIT }),
        {
          refusal: 'limit-exceeded',
          details: { field: 'amount', rule: 'per-withdrawal', limit: '5', left: '5', unit: 'JU' },
        },
      ],
    ];
    const before = await owner.selectFrom('ledger_account').selectAll().orderBy('id').execute();
    for (const [asked, expected] of cases) expect(await ask(asked)).toMatchObject(expected);
    await setLimits({ per_withdrawal: 50n * UNIT });
    const over = withdrawalOf({ amount: 10n * UNIT + 1n });
    expect(await ask(over)).toEqual({
      refusal: 'amount-over-available',
      details: { field: 'amount', limit: '10', unit: 'JU' },
    });
    expect(await owner.selectFrom('ledger_account').selectAll().orderBy('id').execute()).toEqual(before);
    // The limit that refused it no longer applies. The same id still gets the same answer; a new id does not.
    const [refused] = cases[3] ?? [];
    if (refused === undefined) throw new Error('no case');
    expect(await ask(refused)).toMatchObject({ refusal: 'limit-exceeded' });
    await owner.updateTable('system_switch').set({ paused: true }).where('name', '=', 'withdrawals').execute();
    expect(await ask(over)).toMatchObject({ refusal: 'amount-over-available' });
    expect(await ask(withdrawalOf({ amount: 0n }))).toEqual({ refusal: 'withdrawals-paused', details: {} });
  });

  test('behavior: 20 concurrent requests with one id on two processes: one effect, 20 equal answers', async () => {
    const asked = withdrawalOf({ amount: 3n * UNIT });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(asked, apis[index % 2 === 0 ? 0 : 1])),
    );
    expect(
      new Set(
        answers.map((answer) => JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
      ).size,
    ).toBe(1);
    expect(await balances()).toEqual({ available: 7n * UNIT, withdrawing: 3n * UNIT });
  });

  test('twin: without reading the request id they take effect as often as the balance allows', async () => {
    const freeze = (index: number) => {
      const request = withdrawalOf({ amount: 3n * UNIT });
      return inTransaction(apis[index % 2 === 0 ? 0 : 1], (tx) =>
        freezeOrRefuse(tx, { request, forbiddenAddresses: [] }),
      );
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => freeze(index)));
    expect((await balances()).withdrawing).toBe(9n * UNIT);
  });

  test('behavior: at the edge of the balance and of each limit no more is withdrawn than allowed', async () => {
    const burst = () =>
      Promise.all(Array.from({ length: 20 }, (_, index) => ask(withdrawalOf(), apis[index % 2 === 0 ? 0 : 1])));
    await setLimits({ per_user_day: 4n * UNIT });
    const limited = await burst();
    expect(limited.filter((answer) => 'withdrawalId' in answer)).toHaveLength(4);
    expect(limited.find((answer) => 'refusal' in answer)).toMatchObject({
      refusal: 'limit-exceeded',
      details: { rule: 'per-user-day', limit: '4', left: '0' },
    });
    await setLimits({ per_user_day: 100n * UNIT, per_day: 60n * UNIT });
    const shared = await burst();
    expect(shared.filter((answer) => 'withdrawalId' in answer)).toHaveLength(2);
    expect(shared.find((answer) => 'refusal' in answer)).toMatchObject({
      refusal: 'limit-exceeded',
      details: { rule: 'share-of-day', limit: '6', left: '0' },
    });
    await setLimits({ per_day: 1_000n * UNIT });
    expect((await burst()).filter((answer) => 'withdrawalId' in answer)).toHaveLength(4);
    expect(await balances()).toEqual({ available: 0n, withdrawing: 10n * UNIT });
  });

  test('behavior: 20 concurrent users at the edge of the limit for all withdraw no more than it allows', async () => {
    await setLimits({ per_day: 16n * UNIT });
    const users: { userId: bigint; account: Address }[] = [];
    for (let index = 10; index < 30; index += 1) {
      const account = devAccount(index).address;
      users.push({ account, userId: await userWithTen(account, BigInt(index)) });
    }
    const answers = await Promise.all(
      users.map((user, index) =>
        ask({ ...withdrawalOf(), ...user, token: tokenOf(user.userId) }, apis[index % 2 === 0 ? 0 : 1]),
      ),
    );
    // The seventh request finds 10 remaining, a tenth of which is its 1; the eighth finds 9.
    expect(answers.filter((answer) => 'withdrawalId' in answer)).toHaveLength(7);
    expect(answers.filter((answer) => 'refusal' in answer && answer.refusal === 'limit-exceeded')).toHaveLength(13);
  });

  test('behavior: above the threshold it waits for the operator; below it does not', async () => {
    await setLimits({ approval_above: 2n * UNIT });
    const asked = withdrawalOf({ amount: 2n * UNIT + 1n });
    const answer = await ask(asked);
    expect(answer).toMatchObject({ state: 'requested' });
    expect(await ask(withdrawalOf({ amount: 2n * UNIT }))).toMatchObject({ state: 'approved' });
    const waiting = await owner.selectFrom('withdrawal').selectAll().where('state', '=', 'requested').execute();
    expect(waiting.map(({ due_at }) => due_at)).toEqual([null]);
  });

  test('behavior: a connection killed halfway leaves no change, and the same id works afterwards', async () => {
    const asked = withdrawalOf({ amount: 5n * UNIT });
    await owner.transaction().execute(async (tx) => {
      // The request reaches the user's account and waits for its lock, while it holds its earlier locks.
      await sql`select 1 from ledger_account where ledger_account_owner(id) = ${userId} for update`.execute(tx);
      const killed = ask(asked);
      const kill = sql<{ done: boolean }>`
        select pg_terminate_backend(pid) as done from pg_stat_activity
        where datname = current_database() and application_name like '%city_mint_api' and wait_event_type = 'Lock'`;
      const isKilled = expect(killed).rejects.toThrow('terminat');
      // Queried outside this transaction, which sees the activity of a single moment only.
      expect(await waitUntil(async () => (await kill.execute(owner)).rows.length > 0)).toBe(true);
      await isKilled;
    });
    expect(await owner.selectFrom('withdrawal').selectAll().execute()).toEqual([]);
    const answer = await ask(asked);
    expect(answer).toMatchObject({ state: 'approved' });
    expect(await ask(asked)).toEqual(answer);
    expect(await balances()).toEqual({ available: 5n * UNIT, withdrawing: 5n * UNIT });
  });
});
