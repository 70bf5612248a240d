import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type ExchangeStandIn, startExchange } from '@city-mint/devnet/exchange-stand-in';
import { DAY_MS } from '@city-mint/domain/time/durations';
import {
  failRound as buildFailedRound,
  collect as callCollect,
  namedAccount,
} from '@city-mint/tests/builders/hash-power';
import { newPerson as buildPerson, type Person } from '@city-mint/tests/builders/person';
import { JU } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import type pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { createLogger } from '#platform/log/create-logger.ts';
import { type ConfirmAccount, createAccountClient } from './exchange/account-client.ts';
import { confirmAccounts, runMining, sendDueGrants } from './jobs.ts';

const KEY = 'a key of the tests with more than 32 characters';

let database: TestDatabase;
let api: TestApi;
let pool: pg.Pool;
let owner: Database;
let workers: Database[];
let exchange: ExchangeStandIn;
let confirm: ConfirmAccount;
let phase = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url });
  pool = createPool({ url: database.url });
  owner = databaseOver(pool);
  workers = [1, 2, 3].map(() => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 }));
  exchange = await startExchange({ key: KEY });
  confirm = createAccountClient({ url: exchange.url, key: KEY });
});
afterAll(async () => {
  await exchange.stop();
  await api.stop();
  await Promise.all([owner, ...workers].map((db) => db.destroy()));
  await database.drop();
});

const newPerson = () => buildPerson({ api, db: owner }, 1_000n * JU);

async function failRound(people: readonly Person[]): Promise<void> {
  phase += 1;
  await buildFailedRound({ pool, db: owner, phase }, people);
}

const collect = (person: Person, body: Parameters<typeof callCollect>[2]) => callCollect(api, person, body);

/** The claim to this account, with the code that the exchange shows for the person's address. */
const named = (person: Person, uid: string) =>
  namedAccount(api, person, { uid, code: exchange.showCode(uid, person.account.address) });

const askExchange = () =>
  Promise.all(
    workers.map((db) => {
      const log = createLogger({ name: 'test', level: 'fatal' });
      return confirmAccounts({ db, confirm, log, chain: api.chain, chainId: api.config.CHAIN_ID });
    }),
  );

/** Binds an account that the exchange confirms, and claims. */
async function bind(person: Person, uid: string): Promise<void> {
  expect(await collect(person, await named(person, uid))).toMatchObject({ ok: true });
  await askExchange();
  expect(await collect(person, {})).toMatchObject({ ok: true, data: { uid } });
}

async function machinesOf(person: Person): Promise<ReplyOf<'POST /api/biz/fmc/machines'>> {
  const answer = await api.client(person.token).call('POST /api/biz/fmc/machines', {});
  if (!answer.ok) throw new Error(answer.error);
  return answer.data;
}

async function orderStates(person: Person): Promise<string[]> {
  const answer = await api.client(person.token).call('POST /api/biz/mine/mint', {});
  return answer.ok ? answer.data.items.map(({ state }) => state) : [];
}

test('default: once the exchange confirms the account, each order becomes one machine and one grant', async () => {
  const person = await newPerson();
  expect(await collect(person, {})).toMatchObject({ error: 'uid-required', code: 422, details: { field: 'uid' } });
  expect(await collect(person, { uid: '100001' })).toMatchObject({ error: 'nothing-to-claim' });
  await failRound([person, person]);
  expect(await orderStates(person)).toEqual(['claimable', 'claimable']);
  expect(await collect(person, {})).toMatchObject({ error: 'uid-required' });
  expect((await machinesOf(person)).totals).toMatchObject({ pending: '1.2', claimed: '0', uid: null });

  for (const field of ['code', 'nonce', 'sign_hex'] as const) {
    const { [field]: _left, ...rest } = await named(person, '100001');
    expect(await collect(person, rest)).toMatchObject({ error: 'field-missing', details: { field } });
  }
  const signed = await named(person, '100001');
  const other = await named(person, '100002');
  expect(await collect(person, { ...other, uid: '100001' })).toMatchObject({ error: 'nonce-used-or-unknown' });

  // One of the concurrent calls names the account; nothing is claimed before the exchange has confirmed it.
  const answers = await Promise.all([1, 2, 3, 4].map(() => collect(person, signed)));
  const waits = { pending: '1.2', claimed: '0', sent: '0', uid: null };
  for (const answer of answers) {
    expect(answer).toEqual({ ok: true, data: { ...waits, confirmation: { uid: '100001', state: 'waiting' } } });
  }
  expect(await collect(person, {})).toMatchObject({ error: 'uid-pending', code: 409 });
  expect(await orderStates(person)).toEqual(['claimable', 'claimable']);

  await askExchange();
  const state = { pending: '0', claimed: '1.2', sent: '0', uid: '100001', confirmation: null };
  expect(await collect(person, {})).toEqual({ ok: true, data: state });
  expect(await collect(person, signed)).toEqual({ ok: true, data: state });
  expect(await collect(person, { uid: '100002' })).toMatchObject({ error: 'uid-already-bound', code: 409 });
  expect(await orderStates(person)).toEqual(['ended', 'ended']);

  const { items, totals } = await machinesOf(person);
  const tomorrow = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  expect(totals).toMatchObject({ machines: 2, hashRate: '0', share: '0', output: '0', ...state });
  expect(items.map(({ hashRate, since, until, grant }) => [hashRate, since, until, grant])).toEqual([
    ['0.6', tomorrow, tomorrow + 365 * DAY_MS, 'waiting'],
    ['0.6', tomorrow, tomorrow + 365 * DAY_MS, 'waiting'],
  ]);
  expect(items[0]?.source).toMatchObject({ city: 'London', number: 1 });
  const { rows } =
    await sql`select uid, sum(hash_rate) as sum, count(*)::int as n from exchange_grant group by uid`.execute(owner);
  expect(rows).toEqual([{ uid: '100001', sum: (12n * JU) / 10n, n: 2 }]);
});

test('behavior: an account at the exchange has one participant, even if it confirms two concurrently', async () => {
  const people = [await newPerson(), await newPerson()];
  await failRound(people);
  for (const person of people) {
    expect(await collect(person, await named(person, '200001'))).toMatchObject({ ok: true });
  }
  await askExchange();
  const totals = await Promise.all(people.map(async (person) => (await machinesOf(person)).totals));
  expect(totals.filter(({ uid }) => uid === '200001')).toHaveLength(1);
  const loser = people[totals.findIndex(({ uid }) => uid === null)];
  if (loser === undefined) throw new Error('both bindings succeeded');
  expect((await machinesOf(loser)).totals).toMatchObject({
    ...{ pending: '0.6', claimed: '0', uid: null },
    confirmation: { uid: '200001', state: 'taken' },
  });
  expect(await collect(loser, {})).toMatchObject({ error: 'uid-taken', code: 409 });
  expect(await collect(loser, await named(loser, '200001'))).toMatchObject({ error: 'uid-taken', code: 409 });
  const wrong = await named(loser, '200002');
  const stranger = privateKeyToAccount(generatePrivateKey());
  const sign_hex = await stranger.signMessage({ message: 'Bind my account' });
  expect(await collect(loser, { ...wrong, sign_hex })).toMatchObject({ error: 'signature-invalid' });
});

test('behavior: later failures are claimed automatically, once, and only for users who have claimed', async () => {
  const [bound, unbound] = [await newPerson(), await newPerson()];
  await failRound([bound, unbound]);
  await bind(bound, '300001');
  await Promise.all(workers.map((db) => runMining(db)));
  await failRound([bound, unbound]);
  await failRound([bound, unbound]);
  await Promise.all(workers.map((db) => runMining(db)));
  await Promise.all(workers.map((db) => runMining(db)));
  expect((await machinesOf(bound)).totals).toMatchObject({ machines: 3, pending: '0', claimed: '1.8' });
  expect((await machinesOf(unbound)).totals).toMatchObject({ machines: 0, pending: '1.8', claimed: '0' });
  const { rows } = await sql`select order_id from machine group by order_id having count(*) > 1`.execute(owner);
  expect(rows).toEqual([]);
});

test('behavior: a failure during the binding of an account is claimed afterwards', async () => {
  const person = await newPerson();
  await failRound([person]);
  // As if the worker had processed the round before the claim was visible.
  await runMining(owner);
  await sql`insert into exchange_account (user_id, uid) values (${person.userId}, '400001')`.execute(owner);
  await runMining(workers[0] ?? owner);
  expect((await machinesOf(person)).totals).toMatchObject({ machines: 1, pending: '0', claimed: '0.6' });
});

test('behavior: a grant carries the id of the call that claimed it; an automatic one has none', async () => {
  const person = await newPerson();
  await failRound([person]);
  const asked = await api.send('/api/biz/collect/ju/power', {
    method: 'POST',
    headers: {
      authorization: person.token,
      'content-type': 'application/json',
      'x-request-id': 'trace-of-one-claim',
    },
    body: JSON.stringify(await named(person, '100077')),
  });
  expect(asked.json).toMatchObject({ code: 200 });
  await askExchange();
  await failRound([person]);
  const [worker = owner] = workers;
  await runMining(worker);
  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
  await sendDueGrants({ db: worker, send: async () => ({ state: 'acknowledged' }), log });
  const { rows } = await sql<{ call_id: string | null; state: string }>`
    select call_id, state from exchange_grant where user_id = ${person.userId} order by machine_id`.execute(owner);
  expect(rows).toEqual([
    { call_id: 'trace-of-one-claim', state: 'acknowledged' },
    { call_id: null, state: 'acknowledged' },
  ]);
  expect(lines.filter((line) => line.includes('"callId":"trace-of-one-claim"'))).toHaveLength(1);
  expect(api.log.filter((line) => line.includes('"callId":"trace-of-one-claim"'))).toHaveLength(1);
});
