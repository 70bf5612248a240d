import { randomUUID } from 'node:crypto';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '@city-mint/tests/builders/post-transfer';
import { openSessionOf } from '@city-mint/tests/builders/sessions';
import { buildComparison, buildDemand } from '@city-mint/tests/builders/vault-events';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { ensureUser } from '#session/commands/users.ts';
import { listOpenDemands, readOldestDemandSeconds } from '../queries/open-demands.ts';
import { requestWithdrawal } from '../withdrawals/commands/request-withdrawal.ts';
import { isDemandOpen, returnUndemanded } from '../withdrawals/store/demanded.ts';
import { freezeDemanded, listPayable } from './store.ts';

const UNIT = 10n ** 18n;
const USER = devAccount(2).address;
const MOST = 1_000n * UNIT;

let database: TestDatabase;
let owner: Database;
let api: Database;
let worker: Database;
let userId: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = createDatabase(asRole(database.url, 'city_mint_api'));
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 4 });
  userId = await inTransaction(owner, async (tx) => {
    const user = await ensureUser(tx, USER);
    await postTransfer(tx, {
      kind: 'deposit',
      from: { kind: 'custody', currency: 'JU', owner: 0n },
      to: { kind: 'available', currency: 'JU', owner: user.userId },
      amount: tokenAmount(10n * UNIT),
      sourceId: 1n,
    });
    return user.userId;
  });
});
afterEach(async () => {
  await Promise.all([owner, api, worker].map((each) => each.destroy()));
  await database.drop();
});

const demand = async (until: bigint, changes: Partial<Parameters<typeof buildDemand>[1]> = {}) => {
  await buildDemand(owner, { account: USER, until, at: 1_700_000_000, ...changes });
  await buildComparison(owner);
};
const freeze = async (most = MOST) => (await freezeDemanded(worker, { userId, currency: 'JU', most }))?.id;
const amounts = async () =>
  (await owner.selectFrom('withdrawal').select('amount').orderBy('id').execute()).map(({ amount }) => amount);
const balanceOf = async (account: 'available' | 'withdrawing') => {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce((select balance from ledger_account
      where id = ${sql.raw(`account_${account}`)}(${userId}, 0)), 0) as balance`.execute(owner);
  return rows[0]?.balance;
};
async function ask(amount: bigint): Promise<bigint> {
  const token = await openSessionOf(owner, userId);
  const asked = { userId, token, account: USER, currency: 'JU', to: USER, requestId: randomUUID() } as const;
  const request = { ...asked, amount: tokenAmount(amount) };
  const answer = await requestWithdrawal(api, { request, forbiddenAddresses: [] });
  if ('refusal' in answer) throw new Error(answer.refusal);
  return answer.withdrawalId;
}

const sign = async (id: bigint, { after, until }: { after: number; until: number }) => {
  await sql`update withdrawal set state = 'signed', due_at = null where id = ${id}`.execute(owner);
  await sql`insert into withdrawal_voucher (withdrawal_id, number, valid_after, deadline, signature, cosignature)
    values (${id}, 1, now() + ${after}::int * interval '1 second', now() + ${until}::int * interval '1 second', '0x',
      '0x')`.execute(owner);
};

describe('listOpenDemands', () => {
  test('default: the last demand of each account and currency counts, until the vault has paid it', async () => {
    expect([await listOpenDemands(worker), await readOldestDemandSeconds(worker)]).toEqual([[], 0]);
    await demand(9n * UNIT);
    await demand(5n, { currency: 'FMC', at: 1_600_000_000 });
    await demand(7n * UNIT);
    await ask(3n * UNIT);
    const own = { userId, account: USER, blockNumber: 1n, frozen: 0n, demanded: 0n };
    const [fmc, ju] = [5n, 7n * UNIT];
    expect(await listOpenDemands(worker)).toEqual([
      { ...own, currency: 'FMC', due: fmc, until: fmc, available: 0n, returnable: 0n },
      { ...own, currency: 'JU', due: ju, until: ju, available: 7n * UNIT, returnable: 3n * UNIT },
    ]);
    expect(await readOldestDemandSeconds(worker)).toBeGreaterThan(10_000_000);
    await sql`select add_vault_totals(array[${USER}], array[0], array[0::numeric], array[${(3n * UNIT).toString()}
      ::numeric])`.execute(owner);
    expect((await listOpenDemands(worker))[1]).toMatchObject({ due: 4n * UNIT, until: 7n * UNIT });
    await demand(3n * UNIT);
    expect(await listOpenDemands(worker)).toHaveLength(1);
  });
});

describe('freezeDemanded', () => {
  test('default: freezes the demanded amount once, to the account itself', async () => {
    await demand(7n * UNIT);
    const id = await freeze();
    expect(id).toBeDefined();
    expect([await balanceOf('available'), await balanceOf('withdrawing')]).toEqual([3n * UNIT, 7n * UNIT]);
    const row = await owner.selectFrom('withdrawal').selectAll().executeTakeFirstOrThrow();
    const expected = { user_id: userId, account: USER, recipient: USER, amount: 7n * UNIT, state: 'approved' };
    expect(row).toMatchObject({ ...expected, is_demanded: true, approval_needed: false });
    expect(await isDemandOpen(worker, row.id)).toBe(true);
    expect([await freeze(), await amounts()]).toEqual([undefined, [7n * UNIT]]);
  });

  test('behavior: never more than the account has, and more once more is there', async () => {
    await demand(25n * UNIT);
    await freeze();
    expect(await amounts()).toEqual([10n * UNIT]);
    await postTransfer(owner, {
      kind: 'deposit',
      from: { kind: 'custody', currency: 'JU', owner: 0n },
      to: { kind: 'available', currency: 'JU', owner: userId },
      amount: tokenAmount(20n * UNIT),
      sourceId: 2n,
    });
    await freeze();
    expect(await amounts()).toEqual([10n * UNIT, 15n * UNIT]);
    expect(await balanceOf('available')).toBe(5n * UNIT);
  });

  test('behavior: vouchers of the account count for the demand', async () => {
    await demand(7n * UNIT);
    await sign(await ask(5n * UNIT), { after: -60, until: 600 });
    await freeze();
    expect(await amounts()).toEqual([5n * UNIT, 2n * UNIT]);
  });

  test('attack: a request that waits for operators does not hold the payment back', async () => {
    await owner.updateTable('withdrawal_limit').set({ approval_above: 0n }).execute();
    await demand(7n * UNIT);
    await ask(9n * UNIT);
    const row = await owner.selectFrom('withdrawal').select('state').executeTakeFirstOrThrow();
    expect(row.state).toBe('requested');
    expect(await freeze()).toBeDefined();
    const columns = ['state', 'amount', 'return_reason'] as const;
    expect(await owner.selectFrom('withdrawal').select(columns).orderBy('id').execute()).toEqual([
      { state: 'returned', amount: 9n * UNIT, return_reason: 'demanded' },
      { state: 'approved', amount: 7n * UNIT, return_reason: null },
    ]);
    expect([await balanceOf('available'), await balanceOf('withdrawing')]).toEqual([3n * UNIT, 7n * UNIT]);
  });

  test('behavior: a request stays where the rest of the balance covers the demand', async () => {
    await ask(3n * UNIT);
    await demand(7n * UNIT);
    await freeze();
    expect(await amounts()).toEqual([3n * UNIT, 7n * UNIT]);
    expect(await balanceOf('available')).toBe(0n);
  });

  test('attack: an event that no worker has compared with the vault freezes nothing', async () => {
    await buildComparison(owner);
    await buildDemand(owner, { account: USER, until: 7n * UNIT });
    expect(await freeze()).toBeUndefined();
    await buildComparison(owner);
    expect(await freeze()).toBeDefined();
  });

  test('attack: a demand uses none of the limit of a day that others have', async () => {
    await owner
      .updateTable('withdrawal_limit')
      .set({ per_day: 10n * UNIT })
      .execute();
    await demand(10n * UNIT);
    await freeze();
    const { rows } = await sql<{ others: bigint }>`
      select others_net as others from withdrawal_use(${userId} + 1, 0, clock_timestamp(), null)`.execute(owner);
    expect(rows[0]?.others).toBe(0n);
  });

  test('behavior: in parts, as the cap has room', async () => {
    await demand(7n * UNIT);
    await freeze(3n * UNIT);
    await freeze(3n * UNIT);
    await freeze(3n * UNIT);
    expect([await amounts(), await freeze()]).toEqual([[3n * UNIT, 3n * UNIT, UNIT], undefined]);
  });

  test('attack: eight workers at the same time freeze it once', async () => {
    await demand(7n * UNIT);
    const ids = await Promise.all(Array.from({ length: 8 }, () => freeze()));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    expect([await amounts(), await balanceOf('available')]).toEqual([[7n * UNIT], 3n * UNIT]);
  });

  test('refusal: nothing without a demand, for a demand that was lowered to nothing, or without a most', async () => {
    expect(await freeze()).toBeUndefined();
    await demand(7n * UNIT);
    await demand(0n);
    expect(await freeze()).toBeUndefined();
    await demand(7n * UNIT);
    expect(await freeze(0n)).toBeUndefined();
    await expect(sql`select freeze_demanded(${userId}, 0, null)`.execute(worker)).rejects.toThrow('no most');
    await expect(sql`select freeze_demanded(${userId}, 0, 'NaN')`.execute(worker)).rejects.toThrow('no most');
    expect(await amounts()).toEqual([]);
  });

  test('attack: no other login freezes a participant’s money', async () => {
    await demand(7n * UNIT);
    for (const role of ['city_mint_api', 'city_mint_operator', 'city_mint_indexer', 'city_mint_auditor'] as const) {
      const login = createDatabase(asRole(database.url, role));
      const call = sql`select freeze_demanded(${userId}, 0, 1)`.execute(login);
      await expect(call, role).rejects.toThrow('permission denied');
      await login.destroy();
    }
  });

  test('behavior: a demand that was lowered no longer covers the frozen amount, which is returned', async () => {
    await demand(7n * UNIT);
    const id = (await freeze()) ?? 0n;
    expect(await returnUndemanded(worker, id)).toBe(false);
    await demand(6n * UNIT);
    expect(await isDemandOpen(worker, id)).toBe(false);
    expect(await returnUndemanded(worker, id)).toBe(true);
    expect(await balanceOf('available')).toBe(10n * UNIT);
    expect([await freeze(), await amounts()]).toEqual([expect.any(BigInt), [7n * UNIT, 6n * UNIT]]);
  });
});

describe('listPayable', () => {
  test('default: a demanded one at once, another one after half of its term; none without a demand', async () => {
    const [asked, late] = [await ask(UNIT), await ask(UNIT)];
    await sign(asked, { after: -60, until: 600 });
    await sign(late, { after: -600, until: 300 });
    expect(await listPayable(worker)).toEqual([]);
    await demand(5n * UNIT);
    const demanded = (await freeze()) ?? 0n;
    expect(await listPayable(worker)).toEqual([late]);
    await sign(demanded, { after: -60, until: 600 });
    expect(await listPayable(worker)).toEqual([late, demanded]);
    expect(await listPayable(worker, [late])).toEqual([demanded]);
    await sql`update withdrawal set cancel_asked_at = now() where id = ${late}`.execute(owner);
    expect(await listPayable(worker)).toEqual([demanded]);
    await sql`update withdrawal set cancel_asked_at = null`.execute(owner);
    await sql`update withdrawal_voucher set cosignature = null where withdrawal_id = ${demanded}`.execute(owner);
    await sql`update withdrawal_voucher set deadline = now() + interval '20 seconds'
      where withdrawal_id = ${late}`.execute(owner);
    expect(await listPayable(worker)).toEqual([]);
  });
});
