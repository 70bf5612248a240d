import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { type LiveEventName, liveEvents } from '@city-mint/api-contract/live-events';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { readUserBalances } from '@city-mint/server/ledger/accounts/queries';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { sql } from 'kysely';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJoins } from './builders/joins.ts';
import { buildFunds } from './builders/participants.ts';
import { buildPlan, JU, openRound } from './builders/rounds.ts';
import { openSessions } from './builders/sessions.ts';
import { createTestDatabase, type TestDatabase } from './setup/create-test-database.ts';
import { type EventStream, listen, until } from './setup/event-stream.ts';
import { startTestApi, type TestApi } from './setup/start-test-api.ts';

const LISTENERS = 2_000;

/** Returns the data of all events of a name, parsed by its schema. */
function dataOf<Name extends LiveEventName>(stream: EventStream, name: Name): unknown[] {
  return stream
    .text()
    .split('\n\n')
    .filter((event) => event.includes(`event: ${name}\n`))
    .map((event) => liveEvents[name].parse(JSON.parse(event.slice(event.indexOf('data: ') + 6))));
}

describe('live events', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let queries = 0;
  const plainQuery = pg.Client.prototype.query;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({
      databaseUrl: database.url,
      env: { EVENT_LISTENERS: '2100', EVENT_LISTENERS_PER_ADDRESS: '2050', CONNECTIONS_PER_ADDRESS: '0' },
    });
    owner = databaseOver(createPool({ url: database.url, maxConnections: 2 }));
    pg.Client.prototype.query = function count(this: pg.Client, ...args: unknown[]) {
      // The listening connection tries whether it is still there now and then, however many listeners there are.
      if (args[0] !== 'select 1') queries += 1;
      return Reflect.apply(plainQuery, this, args);
    } as typeof plainQuery;
    await buildFunds(owner, { reserve: 0n, emission: 100_000n * JU });
  });
  afterAll(async () => {
    pg.Client.prototype.query = plainQuery;
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  const creditDeposit = (userId: bigint, sourceId: number) =>
    sql`select ledger_write_transfer(
      kind_deposit(), account_custody(currency_ju()), account_available(${userId}, currency_ju()),
      ${(10n * JU).toString()}::numeric, ${sourceId}::bigint)`.execute(owner);

  test('default: a round that opens, fills and settles, and a balance that changes, each send one event', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const token = await api.signIn(account);
    const user = await sql<{ id: bigint }>`select id from app_user where address = ${account.address}`.execute(owner);
    const userId = user.rows[0]?.id ?? 0n;
    await openSessions(owner, [userId]);
    const mine = await listen(api, { authorization: token });
    const anonymous = await listen(api);
    expect(mine).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    await until(() => dataOf(mine, 'rounds').length === 1 && dataOf(mine, 'balances').length === 1);
    expect(dataOf(mine, 'balances')[0]).toMatchObject({ JU: { available: '0', withdrawing: '0' } });

    await creditDeposit(userId, 1);
    const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(8n * JU) }));
    await until(() => dataOf(anonymous, 'round-opened').length === 1);
    expect(dataOf(anonymous, 'round-opened')[0]).toMatchObject({
      roundId: `${round.roundId}`,
      state: 'open',
      quota: '8',
    });
    await until(() => dataOf(mine, 'balances').length === 2);
    const pool = createPool({ url: database.url, maxConnections: 1 });
    const joinRound = createJoins({ pool, db: owner });
    const join = (units: bigint) =>
      joinRound({ ...round, userId, amount: tokenAmount(units * JU), requestId: crypto.randomUUID(), consented: true });
    await join(3n);
    await until(() => dataOf(anonymous, 'round-filled').length === 1 && dataOf(mine, 'balances').length === 3);
    expect(dataOf(anonymous, 'round-filled')[0]).toMatchObject({ filled: '3', orders: 1 });
    expect(dataOf(mine, 'balances').at(-1)).toMatchObject({ JU: { available: '7' } });
    const [lastSeen] = [...anonymous.text().matchAll(/^id: (.*)$/gm)].slice(-1).map(([, id]) => id ?? '');
    anonymous.close();

    await join(5n);
    await until(() => dataOf(mine, 'round-changed').length === 1);
    await pool.end();
    for (let step = 0; step < 20; step += 1) await advanceRound(owner);
    await until(() => dataOf(mine, 'round-settled').length === 1);
    expect(dataOf(mine, 'round-settled')[0]).toMatchObject({ roundId: `${round.roundId}`, filled: '8' });

    const back = await listen(api, { 'last-event-id': lastSeen ?? '' });
    await until(() => dataOf(back, 'round-settled').length === 1);
    expect(dataOf(back, 'rounds')).toEqual([]);
    expect(dataOf(back, 'round-filled')).toEqual([]);
    expect(anonymous.text()).not.toContain('balances');
    mine.close();
    back.close();
  });

  test('behavior: a call after an event gets no shared answer from before it', async ({ onTestFinished }) => {
    const own = await createTestDatabase();
    const db = databaseOver(createPool({ url: own.url, maxConnections: 1 }));
    const sharing = await startTestApi({ databaseUrl: own.url, sharedAgeMs: 600_000 });
    onTestFinished(async () => {
      await Promise.all([sharing.stop(), db.destroy()]);
      await own.drop();
    });
    const openRounds = async () => (await sharing.send('/api/app/home')).json;
    expect(await openRounds()).toMatchObject({ data: { openRounds: [] } });
    const listener = await listen(sharing);
    await until(() => dataOf(listener, 'rounds').length === 1);
    const { roundId } = await openRound(db, buildPlan({ firstQuota: tokenAmount(8n * JU) }));
    await until(() => dataOf(listener, 'round-opened').length === 1);
    expect(await openRounds()).toMatchObject({ data: { openRounds: [{ roundId: `${roundId}` }] } });
    listener.close();
  });

  test('behavior: an unknown session and an unknown field are refused', async () => {
    const refused = await listen(api, { authorization: 'x'.repeat(43) });
    await refused.ended;
    expect(refused).toMatchObject({ status: 401 });
    const answer = await api.send(`${EVENTS_PATH}?a=1`);
    expect(answer.json).toMatchObject({ code: 400, error: 'unknown-field', details: { field: 'a' } });
  });

  test(`behavior: ${LISTENERS} listeners need no more queries than one; twin: a query per listener`, {
    tags: ['soak-6'],
  }, async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const token = await api.signIn(account);
    const countForThreeSeconds = async () => {
      const before = queries;
      await sleep(3_000);
      return queries - before;
    };
    const one = await listen(api, { authorization: token });
    await until(() => dataOf(one, 'balances').length === 1);
    const forOne = await countForThreeSeconds();

    const streams: EventStream[] = [];
    while (streams.length < LISTENERS - 1) {
      const batch = Array.from({ length: Math.min(200, LISTENERS - 1 - streams.length) }, () =>
        listen(api, { authorization: token }),
      );
      streams.push(...(await Promise.all(batch)));
    }
    await until(() => streams.every((stream) => dataOf(stream, 'rounds').length === 1));
    const forAll = await countForThreeSeconds();
    expect(forOne).toBeGreaterThan(0);
    // A few more, from the process's other work.
    expect(forAll).toBeLessThanOrEqual(forOne + 10);

    const before = queries;
    for (let listener = 0; listener < LISTENERS; listener += 1) await readUserBalances(owner, [1n]);
    expect(queries - before).toBeGreaterThanOrEqual(LISTENERS);
    expect(LISTENERS).toBeGreaterThan(10 * forAll);

    const room = await Promise.all(Array.from({ length: 60 }, () => listen(api)));
    const full = room.filter(({ status }) => status === 503);
    expect(full.length).toBe(10);
    expect(Number(full[0]?.headers['retry-after'])).toBeGreaterThan(0);
    await full[0]?.ended;
    expect(JSON.parse(full[0]?.text() ?? '')).toMatchObject({ code: 503, error: 'busy' });
    for (const stream of [...streams, ...room, one]) stream.close();
  });

  test('attack: after a logout at another process the stream ends immediately', async () => {
    const other = await startTestApi({ databaseUrl: database.url });
    const token = await api.signIn(privateKeyToAccount(generatePrivateKey()));
    const streams = await Promise.all([api, other].map((at) => listen(at, { authorization: token })));
    await until(() => streams.every((stream) => dataOf(stream, 'balances').length === 1));
    const from = performance.now();
    await other.client(token).call('POST /api/app/user/logout', {});
    await Promise.all(streams.map(({ ended }) => ended));
    // Signs of life, by which streams were ended before, are fifteen seconds apart.
    expect(performance.now() - from).toBeLessThan(5_000);
    for (const stream of streams) expect(stream.text()).toContain('event: logged-out');
    await other.stop();
  });

  test('behavior: on a stop listeners get different times to reconnect, and the API ends', async () => {
    const other = await startTestApi({ databaseUrl: database.url });
    const streams = await Promise.all(Array.from({ length: 50 }, () => listen(other)));
    await until(() => streams.every((stream) => dataOf(stream, 'rounds').length === 1));
    const from = performance.now();
    await other.stop();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - from).toBeLessThan(3_000);
    const retries = streams.map((stream) => /^retry: (\d+)$/m.exec(stream.text().slice(-100))?.[1]);
    expect(new Set(retries).size).toBeGreaterThan(20);
    expect(streams.every((stream) => dataOf(stream, 'closing').length === 1)).toBe(true);
  });
});
