import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@city-mint/api-contract/client';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPlan, openRound } from '../builders/rounds.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';
import { startTcpProxy } from '../setup/tcp-proxy.ts';
import { countJoins, forgetRequestIds } from './count-joins.ts';
import { askAllAgain, countUnanswered, type Member, type OpenRound, signInCrowd, startCrowd } from './crowd.ts';
import { NO_CHAIN, openSystem } from './system.ts';

/** An address that is no account of the system. */
const RECIPIENT = '0x000000000000000000000000000000000000dEaD';
const PLACE = { domain: TEST_DOMAIN, uri: TEST_URI };

let database: TestDatabase;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url, statementTimeoutMs: 60_000 }));
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

async function openProxyTo(url: string) {
  const { hostname, port } = new URL(url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  onTestFinished(() => proxy.stop());
  return proxy;
}

let phase = 100;

async function openRounds(db: Database): Promise<OpenRound[]> {
  const opened: OpenRound[] = [];
  for (const last = phase + 3; phase < last; phase += 1) {
    const { roundId, termsHash } = await openRound(db, buildPlan({ phase, windowMs: 600_000 }));
    opened.push({ roundId: String(roundId), termsHash });
  }
  return opened;
}

/** Joins while replies of the database are delayed and connections of callers are reset repeatedly. */
async function joinOverBadNetwork(db: Database, url: string) {
  const databaseProxy = await openProxyTo(url);
  const api = await startTestApi({ databaseUrl: databaseProxy.through(url) });
  onTestFinished(() => api.stop());
  const callerProxy = await openProxyTo(api.url);
  const members = await signInCrowd(db, { url: api.url, count: 20, place: PLACE });
  const rounds = await openRounds(db);
  databaseProxy.delay(1, 12);
  callerProxy.delay(0, 15);
  const bad = callerProxy.through(api.url);
  const crowd = startCrowd({ url: bad, members, perMember: 1, openRounds: () => rounds });
  for (let cut = 0, answered = 0; cut < 16; cut += 1, answered = crowd.answered()) {
    await sleep(150 + Math.random() * 100);
    // On a busy machine, cuts at only this pace would end every request before its reply.
    await waitUntil(() => crowd.answered() >= answered + 2);
    if (cut % 4 === 3) databaseProxy.reset();
    else callerProxy.reset();
  }
  databaseProxy.pass();
  callerProxy.pass();
  await crowd.settle();
  return { crowd, url: api.url };
}

test('default: with replies of database and api delayed, and connections reset, each join happens once', async () => {
  const { crowd, url } = await joinOverBadNetwork(owner, database.url);
  const joins = await countJoins(owner, { asked: crowd.asked });
  const changed = await askAllAgain(url, crowd.asked);
  const unanswered = countUnanswered(crowd.asked);
  const figures = { asked: crowd.asked.length, retries: crowd.retries(), unanswered, ...joins };
  console.log(`bad network: ${JSON.stringify(figures)}`);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(joins.acknowledged).toBeGreaterThan(20);
  expect(changed).toEqual([]);
  // Without such orders the test would prove nothing.
  expect(unanswered).toBeGreaterThan(0);
});

/** Returns another database, in which a repeated request is not recognized. */
async function createForgetfulDatabase(): Promise<{ db: Database; url: string }> {
  const other = await createTestDatabase();
  const db = databaseOver(createPool({ url: other.url, statementTimeoutMs: 60_000 }));
  onTestFinished(async () => {
    await db.destroy();
    await other.drop();
  });
  await forgetRequestIds(db);
  return { db, url: other.url };
}

test('broken twin: with request ids forgotten the same network doubles joins', async () => {
  const { db, url } = await createForgetfulDatabase();
  const { crowd } = await joinOverBadNetwork(db, url);
  const joins = await countJoins(db, { asked: crowd.asked, forgetful: true });
  console.log(`twin without request ids: ${JSON.stringify(joins)}`);
  expect(joins.doubled).toBeGreaterThan(0);
});

test('behavior: after a kill between commit and reply a repeat gets the reply, nothing happens twice', async () => {
  const proxy = await openProxyTo(database.url);
  const system = await openSystem({ databaseUrl: database.url, chain: NO_CHAIN });
  onTestFinished(() => system.stop());
  const [first] = await Promise.all([
    system.start('api', { DATABASE_URL: proxy.through(database.url) }),
    system.start('second-api'),
  ]);
  const [member] = await signInCrowd(owner, { url: system.url, count: 1 });
  if (member === undefined) throw new Error('no user signed in');
  const [round] = await openRounds(owner);
  if (round === undefined) throw new Error('no round is open');
  const calls = callsOf(member, round);
  const before = await effectsOf(member);
  // The commands reach the database, and its replies are held back.
  proxy.holdReplies(/join[-_]round|commit/i);
  const lost = calls.map((call) => call(system.url).catch(() => 'no answer'));
  const done = await waitUntil(async () => {
    const { joins, withdrawals } = await effectsOf(member);
    return joins > before.joins && withdrawals > before.withdrawals;
  });
  expect(proxy.heldBytes()).toBeGreaterThan(0);
  await first.end('SIGKILL');
  expect(await Promise.all(lost)).toEqual(['no answer', 'no answer']);
  expect(done).toBe(true);
  const repeatedReplies = await Promise.all(calls.map((call) => call(system.secondUrl)));
  expect(repeatedReplies).toEqual([
    expect.objectContaining({ ok: true, data: expect.objectContaining({ orderId: expect.any(String), rank: 1 }) }),
    expect.objectContaining({ ok: true, data: expect.objectContaining({ withdrawalId: expect.any(String) }) }),
  ]);
  await system.start('api');
  expect(await Promise.all(calls.map((call) => call(system.url)))).toEqual(repeatedReplies);
  expect(await effectsOf(member)).toEqual({ joins: before.joins + 1, withdrawals: before.withdrawals + 1 });
});

test('broken twin: with request ids forgotten a kill between commit and reply doubles the join', async () => {
  const { db, url } = await createForgetfulDatabase();
  const proxy = await openProxyTo(url);
  const system = await openSystem({ databaseUrl: url, chain: NO_CHAIN });
  onTestFinished(() => system.stop());
  const api = await system.start('api', { DATABASE_URL: proxy.through(url) });
  const members = await signInCrowd(db, { url: system.url, count: 1 });
  const rounds = await openRounds(db);
  proxy.holdReplies(/join[-_]round|commit/i);
  const crowd = startCrowd({ url: system.url, members, perMember: 1, openRounds: () => rounds });
  const isCommitted = async () => (await db.selectFrom('mint_order').select('id').execute()).length > 0;
  expect(await waitUntil(isCommitted)).toBe(true);
  await api.end('SIGKILL');
  proxy.pass();
  await system.start('api');
  expect(await waitUntil(() => crowd.answered() > 0)).toBe(true);
  await crowd.settle();
  expect(crowd.asked[0]?.tries).toBeGreaterThan(1);
  const joins = await countJoins(db, { asked: crowd.asked, forgetful: true });
  // Ranks and sums still agree, so they would not show the damage.
  expect(joins).toMatchObject({ doubled: 1, gaps: 0 });
});

/** Returns a join and a withdrawal of one member, each with one request id, as functions of the API's URL. */
function callsOf({ token }: Member, { roundId, termsHash }: OpenRound) {
  const client = (url: string) =>
    createClient({ baseUrl: url, fetch, token: () => token, lang: () => 'en', timeoutMs: 30_000 });
  const join = { roundId, termsHash, amount: '3', requestId: randomUUID() };
  const withdrawal = { currency: 'JU', to: RECIPIENT, amount: '2', requestId: randomUUID() } as const;
  return [
    (url: string) => client(url).call('POST /api/biz/crowdfund', join),
    (url: string) => client(url).call('POST /api/app/user/withdraw', withdrawal),
  ];
}

async function effectsOf({ userId }: Member): Promise<{ joins: number; withdrawals: number }> {
  const { rows } = await sql<{ joins: number; withdrawals: number }>`
    select (select count(*)::int from mint_order where user_id = ${userId}) as joins,
      (select count(*)::int from withdrawal where user_id = ${userId}) as withdrawals`.execute(owner);
  return rows[0] ?? { joins: -1, withdrawals: -1 };
}
