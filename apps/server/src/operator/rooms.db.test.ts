import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';

const reason = 'because it is tested';
const UNKNOWN = privateKeyToAccount(generatePrivateKey()).address;

/** Operators' readings of money, machines, limits, chain and journal, with the role of the ops process. */
describe('rooms of operators', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let one: OperatorClient;
  let two: OperatorClient;
  let users: bigint[];

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
    await buildFunds(owner, { reserve: 100n * JU, emission: 10_000n * JU });
    users = await buildParticipants(owner, { count: 3, available: 50n * JU });
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  const addressOf = async (userId: bigint | undefined) =>
    (
      await owner
        .selectFrom('app_user')
        .select('address')
        .where('id', '=', userId ?? 0n)
        .executeTakeFirstOrThrow()
    ).address;

  test('default: each fund shows its balance to the unit, and the vault its balance on chain', async () => {
    await sql`insert into fund_reservation values (7, 'reserve', ${(3n * JU).toString()}::numeric)`.execute(owner);
    const answer = await one.call('POST /api/ops/funds', {});
    if (!answer.ok) throw new Error(answer.error);
    const held = Object.fromEntries(
      answer.data.funds.map(({ fund, balance, reserved }) => [fund, [balance, reserved]]),
    );
    expect(held).toEqual({
      treasury: ['0', '0'],
      reserve: ['100', '3'],
      'launch-costs': ['0', '0'],
      nodes: ['0', '0'],
      levels: ['0', '0'],
      emission: ['10000', '0'],
      'vault-JU': ['250', '0'],
      'vault-FMC': ['10000', '0'],
    });
    await sql`delete from fund_reservation`.execute(owner);
  });

  test('default: transfers of the vault name wallets and the direction of the money', async () => {
    const into = await one.call('POST /api/ops/funds/transfers', {
      fund: 'vault-JU',
      direction: 'in',
      kind: 'deposit',
    });
    const wallets = await Promise.all(users.map(addressOf));
    expect(into).toMatchObject({
      data: {
        items: wallets.toReversed().map((address) => ({
          ...{ kind: 'deposit', direction: 'in', amount: '50' },
          other: { account: 'available', address, roundId: null },
          source: { kind: 'recharge' },
        })),
        nextCursor: null,
      },
    });
    expect(await one.call('POST /api/ops/funds/transfers', { fund: 'vault-JU', direction: 'out' })).toMatchObject({
      data: { items: [] },
    });
  });

  test('default: changes of the reserve are filtered by kind, city and time', async () => {
    await sql`insert into reserve_funding (amount, reason, signed_id)
      values (5 * 10::numeric ^ 18, 'more', gen_random_uuid())`.execute(owner);
    for (const [city, outcome, totals] of [
      ['Rome', 'failed', { compensation: '7' }],
      ['Oslo', 'minted', { reserveIn: '9', split: '0' }],
      ['Rome', 'minted', { reserveIn: '0', split: '0' }],
    ] as const) {
      const phase = outcome === 'minted' && city === 'Rome' ? 2 : 1;
      const { roundId } = await openRound(owner, buildPlan({ city, phase }));
      await sql`update round set state = 'ended', due_at = null where id = ${roundId}`.execute(owner);
      await sql`insert into round_settlement
          (round_id, outcome, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
        values (${roundId}, ${outcome}, 1, 1, 0, 0, 0, ${JSON.stringify(totals)})`.execute(owner);
    }
    const kindsOf = async (filter: object) => {
      const page = await one.call('POST /api/ops/reserve/changes', filter);
      if (!page.ok) throw new Error(page.error);
      return page.data.items.map(({ kind, round }) => [kind, round?.city ?? null]);
    };
    // The last one changed nothing.
    const all = [
      ['minted', 'Oslo'],
      ['failed', 'Rome'],
      ['funding', null],
    ];
    expect(await kindsOf({})).toEqual(all);
    expect(await kindsOf({ kind: 'failed' })).toEqual([['failed', 'Rome']]);
    expect(await kindsOf({ kind: 'funding' })).toEqual([['funding', null]]);
    expect(await kindsOf({ city: 'Rome' })).toEqual([['failed', 'Rome']]);
    expect(await kindsOf({ city: 'Rome', kind: 'minted' })).toEqual([]);
    expect(await kindsOf({ city: 'Nowhere' })).toEqual([]);
    const now = Date.now();
    expect(await kindsOf({ from: now - 60_000, to: now + 60_000 })).toEqual(all);
    expect(await kindsOf({ from: now - 120_000, to: now - 60_000 })).toEqual([]);
  });

  test('default: a part shows who paused it, why and since when; the system itself has no name', async () => {
    expect(await one.act('pause', { part: 'swap', reason })).toMatchObject({ ok: true });
    const worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
    await sql`select pause_withdrawals('found by itself')`.execute(worker);
    await worker.destroy();
    const controls = await one.call('POST /api/ops/controls', {});
    if (!controls.ok) throw new Error(controls.error);
    const of = (name: string) => controls.data.parts.find(({ part }) => part === name);
    expect(of('swap')).toMatchObject({ paused: true, reason, changedBy: one.address });
    expect(of('swap')?.pausedSince).toBeGreaterThan(controls.data.at - 60_000);
    expect(of('withdrawals')).toMatchObject({ paused: true, reason: 'found by itself', changedBy: null });
    expect(of('recharge')).toMatchObject({ paused: false, reason: null, pausedSince: null });
  });

  test('default: a day’s remaining limit is reduced by all withdrawals, each user’s less their recharges', async () => {
    const [userId = 0n, other = 0n] = users;
    await buildWithdrawal(owner, { userId, account: one.address, amount: 8n * JU, state: 'approved' });
    await buildWithdrawal(owner, { userId: other, account: two.address, amount: 4n * JU, state: 'approved' });
    await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash)
      values (900, ${userId}, 0, 6 * 10::numeric ^ 18, 1, now(), '0x00'),
        (901, ${other}, 0, 9 * 10::numeric ^ 18, 1, now(), '0x00')`.execute(owner);
    expect(await one.call('POST /api/ops/controls', {})).toMatchObject({
      data: {
        dayUse: [
          { currency: 'JU', used: '2', left: '999998' },
          { currency: 'FMC', used: '0', left: '10000000' },
        ],
      },
    });
  });

  test('default: the domain computes today’s release from today’s machines and the pools’ balances', async () => {
    await sql`insert into mining_day (day, machines, hash_rate) values
      (utc_day(clock_timestamp()), 4, 500000 * 10::numeric ^ 18), (utc_day(clock_timestamp()) - 1, 3, 2)`.execute(
      owner,
    );
    await sql`insert into pool_day (day, pool, release, weights, paid) values (20000, 'nodes', 3, 2, 1),
      (20000, 'levels', null, null, 0), (20001, 'nodes', 5, 2, 1)`.execute(owner);
    expect(await one.call('POST /api/ops/mining', {})).toMatchObject({
      data: { machines: 4, hashRate: '500000', emission: '10000', now: { release: '5000' }, next: null },
    });
    const days = await one.call('POST /api/ops/mining/days', { limit: 1 });
    expect(days).toMatchObject({ data: { items: [{ machines: 4, release: null, paid: '0' }] } });
    const cursor = days.ok ? days.data.nextCursor : null;
    expect(await one.call('POST /api/ops/mining/days', { cursor })).toMatchObject({
      data: { items: [{ machines: 3 }], nextCursor: null },
    });
    const found: unknown[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const page = await one.call('POST /api/ops/pools/days', { cursor: next, limit: 1 });
      if (!page.ok) throw new Error(page.error);
      found.push(...page.data.items.map(({ day, pool, release }) => [day / DAY_MS, pool, release]));
      next = page.data.nextCursor;
    }
    expect(found).toEqual([
      [20_001, 'nodes', '0.000000000000000005'],
      [20_000, 'nodes', '0.000000000000000003'],
      [20_000, 'levels', null],
    ]);
    expect(await one.call('POST /api/ops/pools/days', { pool: 'levels' })).toMatchObject({
      data: { items: [{ pool: 'levels' }] },
    });
  });

  test('default: grants to members and to the exchange are listed by kind, member and state', async () => {
    const [userId = 0n, other = 0n] = users;
    await sql`insert into team_grant (user_id, node_type, reward_level, reason) values
      (${userId}, 4, null, 'a node'), (${other}, null, 2, 'a level'), (${userId}, 0, 1, 'both')`.execute(owner);
    const grants = async (filter: object) => {
      const page = await one.call('POST /api/ops/memberStatus/grants', filter);
      return page.ok ? page.data.items.map((grant) => grant.reason) : page.error;
    };
    expect(await grants({})).toEqual(['both', 'a level', 'a node']);
    expect(await grants({ of: 'nodes' })).toEqual(['both', 'a node']);
    expect(await grants({ of: 'levels' })).toEqual(['both', 'a level']);
    expect(await grants({ of: 'levels', address: await addressOf(userId) })).toEqual(['both']);
    expect(await grants({ address: UNKNOWN })).toBe('unknown-address');

    await sql`insert into exchange_grant (machine_id, user_id, uid, hash_rate, state, acknowledged_at) values
      (1, ${userId}, '100001', 1, 'waiting', null), (2, ${other}, '100002', 1, 'waiting', null),
      (3, ${userId}, '100001', 1, 'acknowledged', now()), (4, ${userId}, '100001', 1, 'alarm', null)`.execute(owner);
    const machines = async (filter: object) => {
      const page = await one.call('POST /api/ops/grants', filter);
      return page.ok ? [page.data.items.map(({ machineId }) => machineId), page.data.nextCursor !== null] : page.error;
    };
    expect(await machines({})).toEqual([['4', '3', '2', '1'], false]);
    expect(await machines({ state: 'waiting' })).toEqual([['2', '1'], false]);
    expect(await machines({ address: await addressOf(userId), limit: 2 })).toEqual([['4', '3'], true]);
    expect(await machines({ address: await addressOf(userId), state: 'waiting' })).toEqual([['1'], false]);
    expect(await machines({ address: UNKNOWN })).toBe('unknown-address');
  });

  test('default: payouts are listed with their vouchers, by source and by recipient', async () => {
    await sql`insert into operator_payout (withdrawal_id, source, recipient, amount, purpose, document_hash,
        proposed_by, approved_by)
      select id, case when user_id = ${users[0]} then 'treasury' else 'launch-costs' end, recipient, amount,
        'servers of ' || id, '0x' || repeat('ab', 32), ${UNKNOWN}, '0x' || repeat('3', 40)
      from withdrawal where recipient in (${one.address}, ${two.address})`.execute(owner);
    const made = async (filter: object) => {
      const page = await one.call('POST /api/ops/payouts/made', filter);
      if (!page.ok) throw new Error(page.error);
      return page.data.items.map(({ source, recipient, state, voucherId }) => [
        source,
        recipient,
        state,
        voucherId.length,
      ]);
    };
    const [treasury, launch] = [
      ['treasury', one.address, 'approved', 66],
      ['launch-costs', two.address, 'approved', 66],
    ];
    expect(await made({})).toEqual([launch, treasury]);
    expect(await made({ source: 'treasury' })).toEqual([treasury]);
    expect(await made({ recipient: two.address.toLowerCase() })).toEqual([launch]);
    expect(await made({ recipient: two.address, source: 'treasury' })).toEqual([]);
  });

  test('default: lists journal, anchors and trees, newest first, without the secrets of the leaves', async () => {
    await sql`insert into ledger_journal (number, first_id, last_id, transfers, digests, salt, content, hash)
      values (1, 1, 2, 1, decode(repeat('00', 16), 'hex'), decode(repeat('00', 16), 'hex'),
        decode(repeat('0b', 32), 'hex'), decode(repeat('0a', 32), 'hex'))`.execute(owner);
    await sql`update ledger_journal_head set number = 1, hash = decode(repeat('0a', 32), 'hex'), last_id = 2`.execute(
      owner,
    );
    expect(await one.call('POST /api/ops/journal', {})).toMatchObject({
      data: { entries: '1', lastTransferId: '2', lastHash: `0x${'0a'.repeat(32)}`, integrityError: null },
    });
    expect(await one.call('POST /api/ops/journal/entries', {})).toMatchObject({
      data: { items: [{ number: '1', firstTransferId: '1', lastTransferId: '2', transfers: 1 }], nextCursor: null },
    });
    await sql`insert into liabilities_tree (currency, root, total, deposited, withdrawn, leaves, entry, block_number,
        vault_balance, secret)
      select c, sha256('root'), 5, 0, 0, 4, 1, 7, 6, sha256('secret') from generate_series(0, 1) c`.execute(owner);
    await sql`insert into anchor (kind, subject, root, currency, total, deposited, withdrawn, as_of_block, state)
      values ('liabilities', 2, sha256('root'), 1, 5, 0, 0, 7, 'superseded'),
        ('settlement', 9, sha256('other'), null, null, null, null, null, 'waiting')`.execute(owner);
    const trees = await one.call('POST /api/ops/liabilities', {});
    expect(trees).toMatchObject({
      data: {
        items: [
          { treeId: '2', currency: 'FMC', anchoring: { state: 'superseded' } },
          { treeId: '1', currency: 'JU', anchoring: { state: 'waiting' } },
        ],
      },
    });
    const ops = createDatabase({ ...asRole(database.url, 'city_mint_ops'), maxConnections: 1 });
    await expect(sql`select secret from liabilities_tree`.execute(ops)).rejects.toThrow('permission denied');
    await ops.destroy();
    const anchors = async (filter: object) => {
      const page = await one.call('POST /api/ops/anchors', filter);
      return page.ok ? page.data.items.map(({ kind, subject, state }) => [kind, subject, state]) : page.error;
    };
    expect(await anchors({})).toEqual([
      ['settlement', '9', 'waiting'],
      ['liabilities', '2', 'superseded'],
    ]);
    expect(await anchors({ kind: 'liabilities' })).toEqual([['liabilities', '2', 'superseded']]);
    expect(await anchors({ state: 'waiting' })).toEqual([['settlement', '9', 'waiting']]);
    expect(await anchors({ kind: 'settlement', state: 'final' })).toEqual([]);
  });
});
