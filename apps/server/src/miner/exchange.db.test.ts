import { unitsOf } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import {
  type ExchangeFault,
  type FaultyExchange,
  startFaultyExchange,
} from '@city-mint/tests/setup/start-faulty-exchange';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { grantPauseMs, releaseGrant } from './commands/grants.ts';
import { createExchangeClient, type SendGrant } from './exchange/exchange-client.ts';
import { isExchangeMessage, signExchangeMessage } from './exchange/exchange-signature.ts';
import { sendDueGrants } from './jobs.ts';
import { listExchangeGrants } from './queries/grants.ts';

const KEY = 'a key of the tests with more than 32 characters';
const UNIT = 10n ** 18n;
const GRANTS = 40;

let database: TestDatabase;
let owner: Database;
let worker: Database;
let exchange: FaultyExchange;
let send: SendGrant;
const logged: string[] = [];
const log = pino({ level: 'fatal' }, { write: (line) => void logged.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 6 });
});
afterAll(async () => {
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});
beforeEach(async () => {
  logged.length = 0;
  await startWith({});
  await sql`truncate exchange_grant, exchange_account`.execute(owner);
  await sql`insert into exchange_account (user_id, uid)
    select n, (1000000 + n)::text from generate_series(1, ${GRANTS}::int) n`.execute(owner);
  await sql`insert into exchange_grant (machine_id, user_id, uid, hash_rate)
    select n, n, (1000000 + n)::text, n * 10::numeric ^ 17 from generate_series(1, ${GRANTS}::int) n`.execute(owner);
});
afterEach(() => exchange.stop());

async function startWith(settings: { isIdempotent?: boolean }): Promise<void> {
  exchange = await startFaultyExchange({ key: KEY, slowMs: 300, ...settings });
  send = patient();
}

const patient = () => createExchangeClient({ url: exchange.url, key: KEY, timeoutMs: 20_000 });

/** Runs three workers over every grant, without pauses. */
async function pass(times = 1): Promise<void> {
  for (let run = 0; run < times; run += 1) {
    await sql`update exchange_grant set due_at = clock_timestamp()`.execute(owner);
    await Promise.all([1, 2, 3].map(() => sendDueGrants({ db: worker, send, log })));
  }
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from exchange_grant group by state`.execute(owner);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Asserts that the exchange has each grant once, to the unit, and nothing else. */
async function assertBooked(): Promise<void> {
  const rows = await owner.selectFrom('exchange_grant').select(['grant_id', 'uid', 'hash_rate']).execute();
  expect(exchange.booked.size).toBe(rows.length);
  for (const { grant_id, uid, hash_rate } of rows) {
    const booked = exchange.booked.get(grant_id);
    expect({ uid: booked?.uid, units: unitsOf(booked?.hashPower ?? '') }).toEqual({ uid, units: hash_rate });
  }
}

test('default: each grant is booked and acknowledged, sent once by three workers', async () => {
  await pass();
  expect(await states()).toEqual({ acknowledged: GRANTS });
  expect(exchange.requests()).toBe(GRANTS);
  await assertBooked();
  await sendDueGrants({ db: worker, send, log });
  expect(exchange.requests()).toBe(GRANTS);
});

test.each<ExchangeFault>(['slow', 'down', 'hangs', 'hangs-up', 'unsigned'])(
  'behavior: an exchange that is %s loses and doubles nothing, and acknowledges nothing',
  async (manner) => {
    exchange.behave(manner);
    // A timeout that the slow exchange exceeds.
    send = createExchangeClient({ url: exchange.url, key: KEY, timeoutMs: 100 });
    await pass(2);
    expect(await states()).toEqual({ waiting: GRANTS });
    const problems = await owner.selectFrom('exchange_grant').select('last_error').where('attempts', '>', 0).execute();
    expect(problems.length).toBeGreaterThan(0);
    for (const { last_error } of problems) expect(last_error).not.toBe(null);
    exchange.behave('well');
    send = patient();
    await pass();
    expect(await states()).toEqual({ acknowledged: GRANTS });
    await assertBooked();
    expect(logged).toEqual([]);
  },
);

test('behavior: a request that arrives twice is booked once; without ids the check detects duplicates', async () => {
  exchange.behave('doubled');
  await pass();
  expect(await states()).toEqual({ acknowledged: GRANTS });
  await assertBooked();
  await exchange.stop();
  await startWith({ isIdempotent: false });
  await sql`update exchange_grant set state = 'waiting', acknowledged_at = null`.execute(owner);
  exchange.behave('doubled');
  await pass();
  await expect(assertBooked()).rejects.toThrow();
});

test.each<[ExchangeFault, RegExp]>([
  ['wrong-amount', /hash power 1/],
  ['wrong-grant', /grant [0-9a-f-]{36}/],
  ['wrong-uid', /uid 9/],
  ['refuses', /status rejected, HTTP 422/],
])('behavior: an answer that is %s raises an alarm and is never accepted', async (manner, problem) => {
  exchange.behave(manner);
  await pass();
  expect(await states()).toEqual({ alarm: GRANTS });
  const alarms = await listExchangeGrants(worker, { state: 'alarm', before: null, limit: 100 });
  expect(alarms).toHaveLength(GRANTS);
  for (const alarm of alarms) expect(alarm.lastError).toMatch(problem);
  expect(logged).toHaveLength(GRANTS);
  exchange.behave('well');
  const before = exchange.requests();
  await pass();
  expect(exchange.requests()).toBe(before);
  // After an operator has cleared them, they are resent with the same ids.
  for (const { machineId } of alarms) expect(await releaseGrant(owner, machineId)).toBe(true);
  expect(await releaseGrant(owner, alarms[0]?.machineId ?? 0n)).toBe(false);
  await pass();
  expect(await states()).toEqual({ acknowledged: GRANTS });
  await assertBooked();
});

test('behavior: an exchange that answers none of a batch receives no more until the next run', async () => {
  exchange.behave('down');
  await sendDueGrants({ db: worker, send, log });
  expect(exchange.requests()).toBe(16);
});

test('behavior: a worker killed after sending leaves its grants to the next, with the same ids', async () => {
  // The first worker sends, and is killed before it records the answer.
  await sendDueGrants({
    db: worker,
    send: async (grant) => {
      await send(grant);
      throw new Error('killed');
    },
    log,
    leaseMs: 100,
  }).catch(() => undefined);
  await vi.waitFor(() => expect(exchange.booked.size).toBe(16));
  expect(await states()).toEqual({ waiting: GRANTS });
  await new Promise((resolve) => setTimeout(resolve, 150));
  await sendDueGrants({ db: worker, send, log });
  expect(await states()).toEqual({ acknowledged: GRANTS });
  await assertBooked();
});

test('behavior: forged messages are refused, whichever side they claim to be from', async () => {
  const now = Date.now();
  const body = JSON.stringify({ grantId: crypto.randomUUID(), uid: '123456', hashPower: '1' });
  const good = signExchangeMessage({ key: KEY, body, now });
  const message = { key: KEY, body, now, time: good['x-timestamp'], signature: good['x-signature'] };
  expect(isExchangeMessage(message)).toBe(true);
  const forged = [
    { ...message, body: body.replace('"1"', '"2"') },
    { ...message, time: String(now + 1) },
    { ...message, now: now + 301_000 },
    { ...message, now: now - 301_000 },
    { ...message, signature: undefined },
    { ...message, signature: '0'.repeat(64) },
    { ...message, signature: message.signature.toUpperCase() },
    { ...message, key: `${KEY}x` },
  ];
  for (const each of forged) expect(isExchangeMessage(each)).toBe(false);
  const answer = await fetch(`${exchange.url}/grants`, {
    method: 'POST',
    body,
    headers: { ...good, 'x-signature': '0'.repeat(64) },
  });
  expect(answer.status).toBe(401);
  expect(exchange.booked.size).toBe(0);
  const stranger = createExchangeClient({ url: exchange.url, key: `${KEY}x`, timeoutMs: 500 });
  const grant = { grantId: crypto.randomUUID(), uid: '123456', hashRate: tokenAmount(UNIT) };
  expect(await stranger(grant)).toMatchObject({ state: 'failed' });
});

test('behavior: pauses grow with each attempt, up to an hour, and have jitter', () => {
  const longest = [1, 2, 3, 8, 12, 13, 100].map((attempts) => grantPauseMs({ attempts, jitter: 1 }));
  expect(longest).toEqual([1_000, 2_000, 4_000, 128_000, 2_048_000, 3_600_000, 3_600_000]);
  expect(grantPauseMs({ attempts: 3, jitter: 0 })).toBe(2_000);
});
