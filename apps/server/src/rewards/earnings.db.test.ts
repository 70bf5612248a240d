import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { utcDay } from '@city-mint/domain/miner/mining-day';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { EARNINGS_TYPE_NAMES, EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import { ownMined, ownPoolPart } from '@city-mint/domain/rewards/own-part';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { newPerson as buildPerson, type Person } from '@city-mint/tests/builders/person';
import { buildWeights } from '@city-mint/tests/builders/pools';
import { rewriteSettings } from '@city-mint/tests/builders/rewrite-settings';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMining } from '#miner/jobs.ts';
import { listMinedPayments, readMinedSpans, readMiningTotals } from '#miner/queries/mined-days.ts';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import type { EarningKey } from '#rounds/earnings/queries/round-earnings.ts';
import { runRounds } from '#rounds/jobs.ts';
import { runPools } from './jobs.ts';
import { listEarnings } from './queries/earnings.ts';

type Earnings = ReplyOf<'POST /api/biz/aic/profits'>['items'];

let database: TestDatabase;
let api: TestApi;
let pool: pg.Pool;
let owner: Database;
let inviter: Person;
let invited: Person;
let stranger: Person;

/**
 * Four minted rounds, the stages of the first three paid, pools and mining of two days: a source for each kind of
 * earning.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url });
  pool = createPool({ url: database.url });
  owner = databaseOver(pool);
  [inviter, invited, stranger] = [await newPerson(), await newPerson(), await newPerson()];
  await buildFunds(owner, { reserve: 10n * JU, emission: 1_000_000n * JU });
  await sql`update reserve_setting set cap = ${(10n * JU).toString()}::numeric`.execute(owner);
  await sql`insert into participant (user_id, inviter_id) values (${invited.userId}, ${inviter.userId})
    on conflict (user_id) do update set inviter_id = excluded.inviter_id`.execute(owner);
  for (const phase of [1, 2, 3, 4]) await mintRound(phase);
  await rewriteSettings(owner, sql`update pool_setting set first_day = utc_day(clock_timestamp()) - 2`);
  const weights = [inviter, invited].map(({ userId }, index) => ({ userId, weight: BigInt(index + 1) }));
  await buildWeights(owner, utcDay(Date.now()) - 2, weights);
  await runPools({ db: owner });
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    select ${invited.userId}, n, 1, n * 10::numeric ^ 18, now(), utc_day(now()) - 3, utc_day(now()) + 10
    from generate_series(1, 3) n`.execute(owner);
  await runMining(owner);
});
afterAll(async () => {
  await api.stop();
  await owner.destroy();
  await database.drop();
});

const newPerson = () => buildPerson({ api, db: owner }, 100_000n * JU);

async function mintRound(phase: number): Promise<void> {
  const stageDelaysMs: [number, number, number] = phase === 4 ? [0, DAY_MS, 2 * DAY_MS] : [0, 1, 2];
  const { roundId, termsHash } = await openRound(owner, buildPlan({ phase, rounds: 1, terms: { stageDelaysMs } }));
  const joinRound = createJoins({ pool, db: owner });
  for (const [index, { userId }] of [inviter, invited, invited, inviter].entries()) {
    const amount = tokenAmount(index === 3 ? 1_000n * JU : BigInt(100 + index) * JU);
    const answer = await joinRound({
      userId,
      roundId,
      amount,
      termsHash,
      requestId: crypto.randomUUID(),
      consented: true,
    });
    expect(answer).toHaveProperty('order');
  }
  await runRounds(owner, { onStepError: raise });
  await new Promise((resolve) => setTimeout(resolve, 10));
  await runRounds(owner, { onStepError: raise });
}

function raise(error: unknown): void {
  throw error;
}

async function listAll({ token }: Person, request: RequestOf<'POST /api/biz/aic/profits'> = {}): Promise<Earnings> {
  const items: Earnings = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await api.client(token).call('POST /api/biz/aic/profits', { ...request, cursor });
    if (!answer.ok) throw new Error(answer.error);
    items.push(...answer.data.items);
    cursor = answer.data.nextCursor;
  }
  return items;
}

function sumOf(amounts: readonly string[]): string {
  return formatAmount(amounts.reduce((sum, text) => sum + unitsOf(text), 0n));
}

/** The ledger's payments to a user by kinds of transfer, whole units. */
async function paidTo({ userId }: Person, kinds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from ledger_transfer
    where kind = any (${kinds}::int[]) and ledger_account_owner(credit_account) = ${userId}
      and ledger_account_kind(credit_account) = account_kind_available()`.execute(owner);
  return formatAmount(rows[0]?.sum ?? 0n);
}

test('default: lists every earning once, newest first, to the unit, in pages of any size', async () => {
  for (const person of [inviter, invited]) {
    const all = await listAll(person, { limit: 100 });
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a));
    for (const limit of [1, 2, 7]) expect(await listAll(person, { limit })).toEqual(all);
    for (const currency of ['JU', 'FMC'] as const) {
      const types = EARNINGS_TYPE_NAMES.filter((type) => EARNINGS_TYPES[type].currency === currency);
      const kinds = types.map((type) => TRANSFER_KINDS[EARNINGS_TYPES[type].transfer].code);
      const ofCurrency = all.filter((earning) => earning.currency === currency);
      expect(ofCurrency.length).toBeGreaterThan(0);
      expect(sumOf(ofCurrency.map(({ amount }) => amount))).toBe(await paidTo(person, kinds));
      expect(await listAll(person, { currency })).toEqual(ofCurrency);
    }
  }
  const ofInviter = await listAll(inviter);
  for (const type of EARNINGS_TYPE_NAMES) {
    const person = type === 'hash-rate-output' ? invited : inviter;
    const ofType = (await listAll(person)).filter((earning) => earning.type === type);
    expect(ofType.length).toBeGreaterThan(0);
    expect(await listAll(person, { type, limit: 3 })).toEqual(ofType);
    for (const { round, day, source, rule } of ofType) {
      expect((round === null) !== (day === null)).toBe(true);
      expect([source, rule]).not.toContain('');
    }
  }
  expect(ofInviter.find(({ type }) => type === 'reward')).toMatchObject({
    currency: 'JU',
    source: 'fees',
    stage: null,
    round: { city: 'London', number: 1 },
  });
  expect(await listAll(stranger)).toEqual([]);
});

test('default: each earning names the transfer that paid it; a day of mining names its machines', async () => {
  for (const person of [inviter, invited]) {
    const all = await listAll(person);
    for (const { type, transferId, amount, machines, day } of all) {
      if (type === 'hash-rate-output') {
        expect({ transferId, machines, amount }).toEqual({ transferId: null, machines: 3, amount: '0.06' });
        continue;
      }
      const { rows } = await sql<{ amount: bigint; kind: number; owner: bigint }>`
        select amount, kind, ledger_account_owner(credit_account) as owner
        from ledger_transfer where id = ${transferId}`.execute(owner);
      const kind = TRANSFER_KINDS[EARNINGS_TYPES[type].transfer].code;
      expect(rows.map((row) => ({ ...row, amount: formatAmount(tokenAmount(row.amount)) }))).toEqual([
        { amount, kind, owner: person.userId },
      ]);
      expect({ machines, isOfPool: day !== null }).toEqual({ machines: null, isOfPool: type.endsWith('-output') });
    }
    const transferIds = all.flatMap(({ transferId }) => (transferId === null ? [] : [transferId]));
    expect(new Set(transferIds).size).toBe(transferIds.length);
  }
});

test('default: a reward names the rank of the order that caused it; other earnings name none', async () => {
  const all = await listAll(inviter);
  const rewards = all.filter(({ type }) => type === 'reward');
  expect(rewards.length).toBeGreaterThan(0);
  for (const { amount, round, transferId, invitedRank } of rewards) {
    const { rows } = await sql<{ rank: number; user_id: bigint; reward: bigint }>`
      select o.rank, o.user_id, s.reward from ledger_transfer t join mint_order o on o.id = t.source_id
      join order_settlement s on s.order_id = o.id
      where t.id = ${transferId} and o.round_id = ${round?.roundId}`.execute(owner);
    const [order] = rows;
    expect([order?.rank, formatAmount(tokenAmount(order?.reward ?? 0n))]).toEqual([invitedRank, amount]);
    expect(order?.user_id).not.toBe(inviter.userId);
  }
  const others = all.filter(({ type }) => type !== 'reward');
  expect(new Set(others.map(({ invitedRank }) => invitedRank))).toEqual(new Set([null]));
});

test('default: each daily earning follows from the figures of its day, with the shipped code', async () => {
  const computed = new Map<string, number>();
  for (const person of [inviter, invited]) {
    const { call } = api.client(person.token);
    for (const { type, day, amount } of await listAll(person)) {
      if (day === null) continue;
      const isMined = type === 'hash-rate-output';
      const part = isMined ? await minedOn(call, day) : await poolPartOn(call, type === 'node-output', day);
      expect({ type, part }).toEqual({ type, part: amount });
      computed.set(type, (computed.get(type) ?? 0) + 1);
    }
  }
  expect(Object.fromEntries(computed)).toEqual({ 'hash-rate-output': 3, 'node-output': 4, 'level-output': 4 });
});

type Call = ReturnType<TestApi['client']>['call'];

async function poolPartOn(call: Call, isOfNodes: boolean, day: number): Promise<string> {
  const answer = await call('POST /api/biz/profit/poolDay', { pool: isOfNodes ? 'nodes' : 'levels', day });
  if (!answer.ok) throw new Error(answer.error);
  const { release, left, fees, attributed, weights, ...numbers } = answer.data;
  const units = { left: tokensOf(left), fees: tokensOf(fees), attributed: tokensOf(attributed) };
  const own = ownPoolPart({ ...numbers, ...units, weights: tokensOf(weights) });
  expect(formatAmount(own?.release ?? 0n)).toBe(release);
  return formatAmount(own?.part ?? 0n);
}

async function minedOn(call: Call, day: number): Promise<string> {
  const answer = await call('POST /api/biz/fmc/day', { day });
  if (!answer.ok) throw new Error(answer.error);
  const { emission, machines, count, hashRate, ...amounts } = answer.data;
  expect({ count, listed: machines.length, hashRate }).toEqual({ count: 3, listed: 3, hashRate: '6' });
  const own = ownMined({
    dailyEmission: tokensOf(amounts.dailyEmission),
    fullHash: tokensOf(amounts.fullHash),
    emissionRemaining: tokensOf(amounts.emissionRemaining),
    networkHashRate: tokensOf(amounts.networkHashRate),
    machines: machines.map((machine) => ({ ...machine, hashRate: tokensOf(machine.hashRate) })),
  });
  expect(formatAmount(own?.emission ?? 0n)).toBe(emission);
  return formatAmount(own?.part ?? 0n);
}

const tokensOf = (text: string) => tokenAmount(unitsOf(text));

test('behavior: of a day without an own earning there are no figures', async () => {
  const day = Date.now();
  for (const person of [stranger, inviter]) {
    const { call } = api.client(person.token);
    const refused = { ok: false, error: 'not-found' };
    for (const pool of ['nodes', 'levels'] as const)
      expect(await call('POST /api/biz/profit/poolDay', { pool, day })).toMatchObject(refused);
    expect(await call('POST /api/biz/fmc/day', { day: day - DAY_MS })).toMatchObject(refused);
  }
});

test('default: sums of spans match the list for any bounds and filter', async () => {
  for (const person of [inviter, invited, stranger]) {
    const all = await listAll(person);
    const times = [...new Set(all.map(({ at }) => at))].toSorted((a, b) => a - b);
    const later = times.slice(1).map((at) => at);
    const bounds = [Date.now() - 400 * DAY_MS, ...later, Date.now() + DAY_MS];
    const filters: Omit<RequestOf<'POST /api/biz/profit/spans'>, 'bounds'>[] = [
      ...[{}, { type: 'distribute' }, { stage: 'first' }, { currency: 'JU' }, { type: 'hash-rate-output' }],
      ...[
        { type: 'settle', stage: 'third' },
        { type: 'level-output', currency: 'FMC' },
      ],
    ] as const;
    for (const filter of filters) {
      const answer = await api.client(person.token).call('POST /api/biz/profit/spans', { bounds, ...filter });
      if (!answer.ok) throw new Error(answer.error);
      const listed = await listAll(person, { ...filter, limit: 100 });
      const sumIn = (currency: string, { from, to }: { from: number; to: number }) =>
        sumOf(
          listed.flatMap((one) => (one.currency === currency && one.at >= from && one.at < to ? [one.amount] : [])),
        );
      for (const span of answer.data.spans) {
        expect({ JU: span.JU, FMC: span.FMC }).toEqual({ JU: sumIn('JU', span), FMC: sumIn('FMC', span) });
      }
      for (const { currency, total } of answer.data.byCurrency) {
        expect(total).toBe(sumOf(listed.filter((one) => one.currency === currency).map(({ amount }) => amount)));
      }
      for (const { type, total } of answer.data.byType) {
        expect(total).toBe(sumOf(listed.filter((one) => one.type === type).map(({ amount }) => amount)));
      }
    }
  }
});

test('behavior: the cost of rounds is the withheld fee, listed next to the earnings', async () => {
  for (const person of [inviter, invited]) {
    const bounds = [Date.now() - DAY_MS, Date.now() + DAY_MS];
    const answer = await api.client(person.token).call('POST /api/biz/profit/spans', { bounds, type: 'settle' });
    if (!answer.ok) throw new Error(answer.error);
    const { rows } = await sql<{ joined: bigint }>`
      select sum(accepted) as joined from mint_order where user_id = ${person.userId}`.execute(owner);
    const returned = unitsOf(await paidTo(person, [TRANSFER_KINDS['principal-return'].code]));
    const fees = tokenAmount((rows[0]?.joined ?? 0n) - returned);
    expect(fees).toBeGreaterThan(0n);
    expect(answer.data.cost).toBe(formatAmount(fees));
  }
});

test('behavior: bounds that are too few, too many or not ascending are refused', async () => {
  const now = Date.now();
  for (const [bounds, error] of [
    [[], 'date-range'],
    [[now], 'date-range'],
    [[now, now], 'date-range'],
    [[now, now - 1], 'date-range'],
    [Array.from({ length: 401 }, (_bound, index) => now + index), 'list-too-long'],
    [[now, now / 1000], 'date-format'],
  ] as const) {
    const answer = await api.client(invited.token).call('POST /api/biz/profit/spans', { bounds: [...bounds] });
    expect(answer).toMatchObject({ ok: false, error });
  }
});

test('behavior: a user with too many orders to read one by one gets the same list', async () => {
  const deps = {
    db: owner,
    readMined: async (userId: bigint) => (await readMiningTotals(owner, userId)).output,
    listMined: (page: Parameters<typeof listMinedPayments>[1]) => listMinedPayments(owner, page),
    readMinedSpans: (order: Parameters<typeof readMinedSpans>[1]) => readMinedSpans(owner, order),
  };
  for (const { userId } of [inviter, invited, stranger]) {
    for (let after: EarningKey | null | undefined; after !== null; ) {
      const page = { userId, limit: 5, ...(after === undefined ? {} : { after }) };
      const [few, many] = [await listEarnings(deps, page), await listEarnings(deps, { ...page, manyOrders: 0 })];
      expect(many).toEqual(few);
      after = few.length < 5 ? null : (few.at(-1)?.key ?? null);
    }
  }
});

test('behavior: stages and times narrow the list', async () => {
  const all = await listAll(invited);
  expect((await listAll(invited, { stage: 'first' })).length).toBe(8);
  expect((await listAll(invited, { stage: 'second' })).length).toBe(6);
  expect(await listAll(invited, { stage: 'third', type: 'settle' })).toEqual([]);
  const at = all.at(-5)?.at ?? 0;
  const later = await listAll(invited, { from: at, to: at + DAY_MS, limit: 2 });
  expect(later).toEqual(all.filter((earning) => earning.at >= at));
  const earlier = await listAll(invited, { from: at - DAY_MS, to: at });
  expect(earlier).toEqual(all.filter((earning) => earning.at < at));
});

test('default: totals by type, stage and currency match the lists and the ledger', async () => {
  for (const person of [inviter, invited]) {
    const answer = await api.client(person.token).call('GET /api/biz/profit/view', {});
    if (!answer.ok) throw new Error(answer.error);
    const { byType, byStage, byCurrency } = answer.data;
    const all = await listAll(person);
    for (const { type, total, today, week, month } of byType) {
      const listed = all.filter((earning) => earning.type === type).map(({ amount }) => amount);
      const expected = sumOf(listed);
      expect({ type, total, today, week, month }).toEqual({
        type,
        total: expected,
        today: expected,
        week: expected,
        month: expected,
      });
    }
    expect(byCurrency.map(({ currency, total }) => [currency, total])).toEqual([
      ['JU', await paidTo(person, [8, 16, 17, 18])],
      ['FMC', await paidTo(person, [12, 14, 15])],
    ]);
    const [first, second, third] = byStage;
    expect(first).toMatchObject({ stage: 'first', paid: await paidTo(person, [12]), pending: '0', nextDueAt: null });
    expect(sumOf([second?.paid ?? '', third?.paid ?? ''])).toBe(await paidTo(person, [14]));
    expect(second?.pending).not.toBe('0');
    expect((third?.nextDueAt ?? 0) - (second?.nextDueAt ?? 0)).toBe(DAY_MS);
  }
});

test('default: lists the output of machines by day and machine, and the machines with their sums', async () => {
  const items: ReplyOf<'POST /api/biz/fmc/mining'>['items'] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await api.client(invited.token).call('POST /api/biz/fmc/mining', { limit: 2, cursor });
    if (!answer.ok) throw new Error(answer.error);
    items.push(...answer.data.items);
    cursor = answer.data.nextCursor;
  }
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const keys = items.map(({ day, hashRate }) => `${(day - today) / DAY_MS}/${hashRate}`);
  expect(keys).toEqual(['-1/3', '-1/2', '-1/1', '-2/3', '-2/2', '-2/1', '-3/3', '-3/2', '-3/1']);
  expect(items[0]).toMatchObject({ share: '0.5', output: '0.03', source: 'emission', currency: 'FMC' });
  expect(sumOf(items.map(({ output }) => output))).toBe(await paidTo(invited, [15]));

  const from = today - 2 * DAY_MS;
  const narrow = await api.client(invited.token).call('POST /api/biz/fmc/mining', { from, to: from + 1 });
  expect(narrow).toMatchObject({ ok: true, data: { items: items.slice(3, 6) } });

  await sql`insert into exchange_grant (machine_id, user_id, uid, hash_rate)
    select id, user_id, '123456', hash_rate from machine`.execute(owner);
  const machines = await api.client(invited.token).call('POST /api/biz/fmc/machines', { limit: 2 });
  expect(machines).toMatchObject({
    ok: true,
    data: {
      items: [{ hashRate: '3', output: '0.09', lastMinedDay: today - DAY_MS }, { hashRate: '2' }],
      totals: {
        ...{ machines: 3, hashRate: '6', share: '1', claimed: '6', sent: '0', lastMinedDay: today - DAY_MS },
        ...{ dailyEmission: '10000', fullHash: '1000000', networkHashRate: '6', expectedToday: '0.06' },
      },
    },
  });
  const days = await api.client(invited.token).call('POST /api/biz/fmc/days', { days: 5 });
  if (!days.ok) throw new Error(days.error);
  expect(days.data.total).toBe(await paidTo(invited, [15]));
  expect(days.data.days.map(({ day, ...of }) => [(day - today) / DAY_MS, of.hashRate, of.share, of.output])).toEqual([
    ...[-5, -4].map((day) => [day, '0', '0', '0']),
    ...[-3, -2, -1].map((day) => [day, '6', '1', '0.06']),
  ]);
  const other = await api.client(stranger.token).call('POST /api/biz/fmc/mining', {});
  expect(other).toMatchObject({ ok: true, data: { items: [], nextCursor: null } });
});

test.each(['POST /api/biz/aic/profits', 'POST /api/biz/fmc/mining', 'POST /api/biz/fmc/machines'] as const)(
  'behavior: %s refuses a cursor that it did not return',
  async (key) => {
    for (const cursor of [
      'AAAA',
      Buffer.from('1.2.3.4').toString('base64url'),
      Buffer.from('999999999999999999.99').toString('base64url'),
    ]) {
      expect(await api.client(invited.token).call(key, { cursor })).toMatchObject({ error: 'cursor-format' });
    }
  },
);
