import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds } from '@city-mint/tests/builders/participants';
import type { Person } from '@city-mint/tests/builders/person';
import {
  buildRichParticipant,
  markedAmount,
  newConsentingPerson,
  unusualIds,
} from '@city-mint/tests/builders/rich-participant';
import { JU } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';

type Key = `POST /api/ops/participants/${'orders' | 'transfers' | 'directs' | 'recharges' | 'machines' | 'sessions'}`;
type Item<Of extends Key> = ReplyOf<Of>['items'][number];

describe('participants as operators see them', () => {
  let database: TestDatabase;
  let api: TestApi;
  let db: Database;
  let ops: OperatorClient;
  let rich: Person;
  let other: Person;
  let referrals: Person[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const pool = createPool({ url: database.url, maxConnections: 3 });
    db = databaseOver(pool);
    api = await startTestApi({ databaseUrl: database.url });
    const world = { db, pool, api };
    await unusualIds(world);
    await buildFunds(db, { reserve: 50n * JU, emission: 1_000_000n * JU });
    rich = await newConsentingPerson(world, markedAmount(5_000n));
    referrals = [await newConsentingPerson(world, 0n), await newConsentingPerson(world, 0n)];
    other = await newConsentingPerson(world, 20_000n * JU);
    await buildRichParticipant(world, { rich, other, referrals });
    [ops] = await api.operators();
  });
  afterAll(async () => {
    await api.stop();
    await db.destroy();
    await database.drop();
  });

  async function data<Of extends Key>(key: Of, fields: object): Promise<ReplyOf<Of>> {
    const answer = await ops.call(key, { address: rich.account.address, ...fields } as never);
    if (!answer.ok) throw new Error(`${key}: ${answer.error}`);
    return answer.data;
  }

  /** All items of a list, read in pages of two. */
  async function all<Of extends Key>(key: Of, fields: object = {}): Promise<Item<Of>[]> {
    const items: Item<Of>[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await data(key, { ...fields, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      items.push(...(page.items as Item<Of>[]));
      cursor = page.nextCursor;
    }
    return items;
  }

  test('default: balances equal those of the participant’s own page, to the unit', async () => {
    const detail = await ops.call('POST /api/ops/participants/detail', { address: rich.account.address });
    const own = await api.client(rich.token).call('POST /api/app/user/asset', {});
    if (!detail.ok || !own.ok) throw new Error('no answer');
    expect(
      detail.data.balances.map(({ currency, available, inRounds, withdrawing, vesting, total }) => ({
        ...{ currency, available, vesting, total },
        frozenInRounds: inRounds,
        frozenInWithdrawals: withdrawing,
      })),
    ).toEqual(own.data.assets.map(({ onChain, collectable, valueInJu, vestingValueInJu, ...amounts }) => amounts));
    expect(detail.data.balances[0]?.withdrawing).not.toBe('0');
    expect(detail.data.exchange.account?.uid).toBe('731004895');
    expect(detail.data.team).toMatchObject({ directCount: 2, inviter: null });
    expect(detail.data.consents).toMatchObject([{ isLast: true }]);
    const referral = await ops.call('POST /api/ops/participants/detail', {
      address: referrals[0]?.account.address ?? '',
    });
    expect(referral).toMatchObject({ data: { team: { inviter: { address: rich.account.address } } } });
  });

  test('default: lists every transfer of the participant’s accounts once, newest first', async () => {
    const transfers = await all('POST /api/ops/participants/transfers');
    // The builder's deposits have no recharge: their source ids are below zero, and statements do not include them
    // either.
    const { rows } = await sql<{ id: bigint }>`
      select id from ledger_transfer where source_id > 0
        and ((ledger_account_owner(debit_account) = ${rich.userId} and ledger_account_kind(debit_account) in (1, 2))
          or (ledger_account_owner(credit_account) = ${rich.userId} and ledger_account_kind(credit_account) in (1, 2)))
      order by id desc`.execute(db);
    expect(rows.length).toBeGreaterThan(10);
    expect(transfers.map(({ transferId }) => transferId)).toEqual(rows.map(({ id }) => id.toString()));
    const join = transfers.find(({ kind }) => kind === 'join');
    expect(join).toMatchObject({
      debit: { account: 'available', owner: { kind: 'participant', address: rich.account.address } },
      credit: { account: 'escrow', owner: { kind: 'round', phase: 1, number: 1 } },
      source: { kind: 'order' },
    });
    const kinds = new Set(transfers.map(({ kind }) => kind));
    expect(kinds).toContain('principal-return');
    expect(kinds).toContain('mint');
  });

  /** Moves the whole history by this many days, with the days of mining and of the pools. */
  async function moveHistory(days: number): Promise<void> {
    const byDays = sql`${days}::int`;
    const byTime = sql`${days}::int * interval '1 day'`;
    await sql`alter table ledger_transfer disable trigger ledger_transfer_is_never_changed`.execute(db);
    await sql`update ledger_transfer set created_at = created_at + ${byTime},
      source_id = source_id + case when kind = kind_hash_rate_output() then ${byDays} else 0 end`.execute(db);
    await sql`alter table ledger_transfer enable trigger ledger_transfer_is_never_changed`.execute(db);
    await sql`update round_transition set at = at + ${byTime}`.execute(db);
    await sql`update mint_order set joined_at = joined_at + ${byTime}`.execute(db);
    await sql`delete from mining_day_part`.execute(db);
    await sql`update mining_day set day = day + ${byDays}, paid_at = paid_at + ${byTime}`.execute(db);
    await sql`update machine_day set day = day + ${byDays}`.execute(db);
    await sql`update pool_day set day = day + ${byDays}, paid_at = paid_at + ${byTime}`.execute(db);
    await sql`update pool_share set day = day + ${byDays}`.execute(db);
    await sql`update machine set first_day = first_day + ${byDays}, last_day = last_day + ${byDays}`.execute(db);
  }

  test('behavior: finds transfers of years ago, across spans without any', async () => {
    const idsOf = async () => (await all('POST /api/ops/participants/transfers')).map(({ transferId }) => transferId);
    const before = await idsOf();
    await moveHistory(-700);
    const after = await idsOf();
    // Moves it back, for the following tests.
    await moveHistory(700);
    expect(after).toEqual(before);
  });

  test('behavior: filters of transfers return exactly the matching ones', async () => {
    const transfers = await all('POST /api/ops/participants/transfers');
    const filtered = async (filter: object) =>
      (await all('POST /api/ops/participants/transfers', filter)).map(({ transferId }) => transferId);
    const ids = (is: (transfer: Item<'POST /api/ops/participants/transfers'>) => boolean) =>
      transfers.filter(is).map(({ transferId }) => transferId);
    const cases = [
      [{ kind: 'join' }, ids(({ kind }) => kind === 'join')],
      [{ currency: 'FMC' }, ids(({ currency }) => currency === 'FMC')],
      [
        { account: 'withdrawing' },
        ids(({ debit, credit }) => debit.account === 'withdrawing' || credit.account === 'withdrawing'),
      ],
    ] as const;
    for (const [filter, expected] of cases) {
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(transfers.length);
      expect(await filtered(filter), JSON.stringify(filter)).toEqual(expected);
    }
    expect(await filtered({ from: Date.UTC(2001, 0), to: Date.UTC(2002, 0) })).toEqual([]);
  });

  test('default: a transfer names both accounts, its source, and the other transfers of the same order', async () => {
    const [order] = await all('POST /api/ops/participants/orders', { state: 'minted' });
    const answer = await ops.call('POST /api/ops/transfers/bySource', {
      source: 'order',
      sourceId: order?.orderId ?? '',
    });
    if (!answer.ok) throw new Error(answer.error);
    const { transfers } = answer.data;
    const kinds = transfers.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['join', 'principal-return', 'mint']));
    const joined = transfers.find(({ kind }) => kind === 'join');
    expect(joined?.amount).toBe(order?.accepted);
    const detail = await ops.call('POST /api/ops/transfers/detail', { transferId: joined?.transferId ?? '' });
    if (!detail.ok) throw new Error(detail.error);
    expect(detail.data.transfer).toEqual(joined);
    expect(detail.data.ofSameSource).toEqual(transfers.filter((transfer) => transfer !== joined));
    expect(await ops.call('POST /api/ops/transfers/detail', { transferId: '9223372036854775807' })).toMatchObject({
      error: 'not-found',
    });
  });

  test('behavior: orders are filtered by state, city and time', async () => {
    const orders = await all('POST /api/ops/participants/orders');
    const { rows } = await sql<{ id: bigint }>`
      select id from mint_order where user_id = ${rich.userId} order by id desc`.execute(db);
    expect(orders.map(({ orderId }) => orderId)).toEqual(rows.map(({ id }) => id.toString()));
    const basel = orders.filter(({ city }) => city === 'Basel');
    expect(basel.length).toBeGreaterThan(0);
    expect(basel.length).toBeLessThan(orders.length);
    const city = 'Basel';
    expect(await all('POST /api/ops/participants/orders', { city })).toEqual(basel);
    expect(await all('POST /api/ops/participants/orders', { city, state: 'failed' })).toEqual([]);
    expect(await all('POST /api/ops/participants/orders', { city: 'Nowhere' })).toEqual([]);
    const failed = await all('POST /api/ops/participants/orders', { state: 'failed' });
    expect(failed).toEqual(orders.filter(({ outcome }) => outcome === 'failed'));
    expect(failed.length).toBeGreaterThan(0);
    const period = { from: Date.UTC(2001, 0), to: Date.UTC(2002, 0) };
    expect(await all('POST /api/ops/participants/orders', period)).toEqual([]);
  });

  test('default: team, recharges, machines with their grants, sessions without their tokens', async () => {
    const directs = await all('POST /api/ops/participants/directs');
    expect(directs.map(({ address }) => address)).toEqual(referrals.map(({ account }) => account.address).toReversed());
    expect(await all('POST /api/ops/participants/recharges')).toMatchObject([
      { amount: formatAmount(markedAmount(2n)) },
      { amount: formatAmount(markedAmount(1n)) },
    ]);
    const machines = await all('POST /api/ops/participants/machines');
    expect(machines.length).toBeGreaterThan(1);
    expect(machines[0]).toMatchObject({ grant: { uid: '731004895', state: 'waiting', attempts: 0 } });
    const sessions = await ops.call('POST /api/ops/participants/sessions', { address: rich.account.address });
    if (!sessions.ok) throw new Error(sessions.error);
    // One of the sign-in, one with which the builder joined.
    const open = { isOpen: true, endedAt: null };
    expect(sessions.data.items).toMatchObject([open, open]);
    expect(JSON.stringify(sessions.data)).not.toContain(rich.token);
  });

  test('default: finds a participant by address, prefix, UID, transaction, withdrawal and order', async () => {
    const { address } = rich.account;
    const list = async (prefix?: string) => {
      const answer = await ops.call('POST /api/ops/participants', { ...(prefix === undefined ? {} : { prefix }) });
      if (!answer.ok) throw new Error(answer.error);
      return answer.data.items.map((item) => item.address);
    };
    expect(await list()).toContain(address);
    expect(await list(address)).toEqual([address]);
    expect(await list(address.slice(0, 10).toLowerCase())).toEqual([address]);
    expect(await list(`0x${address.slice(2, 12).toUpperCase()}`)).toEqual([address]);
    const find = async (text: string) => {
      const answer = await ops.call('POST /api/ops/participants/find', { text });
      if (!answer.ok) throw new Error(answer.error);
      return answer.data.found;
    };
    const { rows } = await sql<{ order: bigint; withdrawal: bigint; voucher: string }>`
      select (select min(id) from mint_order where user_id = ${rich.userId}) as order, w.id as withdrawal,
        w.voucher_id as voucher from withdrawal w where user_id = ${rich.userId} order by w.id limit 1`.execute(db);
    const [own] = rows;
    const withdrawalId = String(own?.withdrawal);
    expect(await find('731004895')).toEqual([{ kind: 'exchange-account', id: '731004895', address }]);
    expect(await find(String(own?.order))).toEqual([{ kind: 'order', id: String(own?.order), address }]);
    expect(await find(withdrawalId)).toEqual([{ kind: 'withdrawal', id: withdrawalId, address }]);
    expect(await find(own?.voucher ?? '')).toEqual([{ kind: 'withdrawal', id: withdrawalId, address }]);
    expect(await find(`0x${'1'.repeat(64)}`)).toMatchObject([{ kind: 'recharge', address }]);
    expect(await find('9999999999999999999')).toEqual([]);
  });

  test('behavior: lists by prefix and of everyone are paged without gaps', async () => {
    const pages = async (fields: object) => {
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await ops.call('POST /api/ops/participants', {
          ...fields,
          limit: 2,
          ...(cursor === undefined ? {} : { cursor }),
        });
        if (!page.ok) throw new Error(page.error);
        found.push(...page.data.items.map(({ address }) => address));
        cursor = page.data.nextCursor;
      }
      return found;
    };
    const { rows } = await sql<{ address: string }>`select address from app_user order by id desc`.execute(db);
    const addresses = rows.map(({ address }) => address);
    expect(await pages({})).toEqual(addresses);
    expect(await pages({ prefix: '0x' })).toEqual(
      addresses.toSorted((first, second) => (first.toLowerCase() < second.toLowerCase() ? -1 : 1)),
    );
  });

  test('behavior: the log of the process records who read whom, with the call', async () => {
    const readings = () =>
      api.log
        .map((line): unknown => JSON.parse(line))
        .filter((line) => (line as { msg?: string }).msg === 'an operator read a participant');
    const before = readings().length;
    await ops.call('POST /api/ops/participants/sessions', { address: other.account.address });
    expect(readings().slice(before)).toMatchObject([
      { operator: ops.address, participant: other.account.address, list: 'sessions', callId: expect.any(String) },
    ]);
    await ops.call('POST /api/ops/participants', {});
    expect(readings()).toHaveLength(before + 1);
  });

  test('edge: names an unregistered address in the refusal', async () => {
    const address = privateKeyToAccount(generatePrivateKey()).address;
    expect(await ops.call('POST /api/ops/participants/detail', { address })).toMatchObject({
      error: 'unknown-address',
      details: { field: 'address' },
    });
    expect(await ops.call('POST /api/ops/participants/transfers', { address })).toMatchObject({
      error: 'unknown-address',
    });
  });

  test('edge: an amount filter requires a currency', async () => {
    expect(await ops.call('POST /api/ops/withdrawals/list', { minimum: formatAmount(tokenAmount(JU)) })).toMatchObject({
      error: 'field-missing',
      details: { field: 'currency' },
    });
  });
});
