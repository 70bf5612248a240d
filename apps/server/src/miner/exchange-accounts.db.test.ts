import {
  type AccountQuestion,
  accountReply,
  type ExchangeStandIn,
  type GrantReply,
  startExchange,
} from '@city-mint/devnet/exchange-stand-in';
import { collect, failRound, namedAccount } from '@city-mint/tests/builders/hash-power';
import { newPerson as buildPerson, type Person } from '@city-mint/tests/builders/person';
import { JU } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { freeAccount } from './commands/grants.ts';
import { createAccountClient } from './exchange/account-client.ts';
import { createExchangeClient, type SendGrant } from './exchange/exchange-client.ts';
import { signExchangeMessage } from './exchange/exchange-signature.ts';
import { confirmAccounts, sendDueGrants } from './jobs.ts';

const KEY = 'a key of the tests with more than 32 characters';

let database: TestDatabase;
let api: TestApi;
let pool: pg.Pool;
let owner: Database;
let worker: Database;
let operator: Database;
let exchange: ExchangeStandIn;
let phase = 0;
let uids = 600_000;
/**
 * The accounts that were sent grants; the questions to the exchange; its answers, where they deviate from the protocol.
 */
let sentTo: string[];
let questions: AccountQuestion[];
let handleAccount: ((question: AccountQuestion) => GrantReply) | undefined;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url });
  pool = createPool({ url: database.url });
  owner = databaseOver(pool);
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 4 });
  operator = createDatabase({ ...asRole(database.url, 'city_mint_operator'), maxConnections: 1 });
});
afterAll(async () => {
  await api.stop();
  await Promise.all([owner, worker, operator].map((db) => db.destroy()));
  await database.drop();
});
beforeEach(async () => {
  [sentTo, questions, handleAccount] = [[], [], undefined];
  await sql`truncate exchange_confirmation, exchange_account, exchange_grant`.execute(owner);
  exchange = await startExchange({
    key: KEY,
    handleGrant: async (grant) => {
      sentTo.push(grant.uid);
      return { status: 200, content: { ...grant, status: 'accepted' } };
    },
  });
});
afterEach(() => exchange.stop());

/** Makes a round of these people fail; returns an account at the exchange that no one has named. */
async function failed(...people: Person[]): Promise<string> {
  phase += 1;
  uids += 1;
  await failRound({ pool, db: owner, phase }, people);
  return String(uids);
}

const newPerson = () => buildPerson({ api, db: owner }, 1_000n * JU);

/** Names an account; the default code is the one that the exchange shows for this person. */
async function name(person: Person, uid: string, code = exchange.showCode(uid, person.account.address)) {
  const answer = await collect(api, person, await namedAccount(api, person, { uid, code }));
  expect(answer).toMatchObject({ ok: true, data: { confirmation: { uid, state: 'waiting' } } });
}

const accountDeps = () => ({ db: worker, log, chain: api.chain, chainId: api.config.CHAIN_ID });

/** Runs the worker without pauses: it asks about accounts, then sends grants. */
async function work({ send = createExchangeClient({ url: exchange.url, key: KEY }) }: { send?: SendGrant } = {}) {
  await sql`update exchange_confirmation set due_at = clock_timestamp()`.execute(owner);
  await sql`update exchange_grant set due_at = clock_timestamp()`.execute(owner);
  const replying = handleAccount;
  const faulty =
    replying &&
    (await startExchange({
      key: KEY,
      handleAccount: async (question) => {
        questions.push(question);
        return replying(question);
      },
    }));
  const { url } = faulty ?? exchange;
  await confirmAccounts({ ...accountDeps(), confirm: createAccountClient({ url, key: KEY }) });
  await faulty?.stop();
  await sendDueGrants({ db: worker, send, log });
}

const power = async (person: Person) => {
  const answer = await api.client(person.token).call('POST /api/biz/fmc/machines', {});
  if (!answer.ok) throw new Error(answer.error);
  const { pending, sent, uid, confirmation } = answer.data.totals;
  return { pending, sent, uid, state: confirmation?.state ?? null };
};

test('behavior: a user who names an account of another gets nothing, and does not lock its owner out', async () => {
  const [attacker, victim] = [await newPerson(), await newPerson()];
  const uid = await failed(attacker, victim);
  // One code that the exchange never showed, and the one that it showed the owner for the owner's own address.
  for (const code of ['00000000', exchange.showCode(uid, victim.account.address)]) {
    await name(attacker, uid, code);
    expect(await collect(api, attacker, {})).toMatchObject({ error: 'uid-pending' });
    await work();
    expect(await power(attacker)).toEqual({ pending: '0.6', sent: '0', uid: null, state: 'rejected' });
    expect(await collect(api, attacker, {})).toMatchObject({ error: 'uid-rejected', code: 422 });
    expect(sentTo).toEqual([]);
  }
  await name(attacker, uid, '11111111');
  await name(victim, uid);
  await work();
  expect(await power(victim)).toEqual({ pending: '0', sent: '0.6', uid, state: null });
  expect(await power(attacker)).toMatchObject({ uid: null, state: 'rejected' });
  expect(sentTo).toEqual([uid]);
});

test('broken twin: an exchange that confirms everything lets the attacker in', async () => {
  const [attacker, victim] = [await newPerson(), await newPerson()];
  const uid = await failed(attacker, victim);
  handleAccount = (question) => accountReply(question, true);
  await name(attacker, uid, '00000000');
  await work();
  expect(await power(attacker)).toMatchObject({ sent: '0.6', uid });
});

const others: readonly (readonly [string, (question: AccountQuestion) => GrantReply])[] = [
  ['not signed', (question) => ({ ...signedReply(question), isSigned: false })],
  ['for another account', (question) => signedReply({ ...question, uid: '999999' })],
  ['for another address', (question) => signedReply({ ...question, address: `0x${'1'.repeat(40)}` })],
  ['for another request', (question) => signedReply({ ...question, requestId: crypto.randomUUID() })],
  ['with another status', (question) => ({ status: 200, content: { ...question, status: 'accepted' } })],
  ['the question itself', (question) => ({ status: 200, content: question })],
  ['of an exchange that is down', (question) => ({ ...signedReply(question), status: 503 })],
  ['confirmed with an error', (question) => ({ ...signedReply(question), status: 404 })],
];
function signedReply(question: AccountQuestion) {
  const reply = accountReply(question, true);
  if (typeof reply === 'string') throw new Error(reply);
  return reply;
}

test('behavior: answers that do not match this request of the exchange bind nothing; it is asked again', async () => {
  const person = await newPerson();
  const uid = await failed(person);
  await name(person, uid);
  for (const [what, reply] of others) {
    handleAccount = reply;
    await work();
    expect(await power(person), what).toEqual({ pending: '0.6', sent: '0', uid: null, state: 'waiting' });
  }
  expect(new Set(questions.map(({ requestId }) => requestId)).size).toBe(1);
  expect(sentTo).toEqual([]);
  handleAccount = undefined;
  await work();
  expect(await power(person)).toMatchObject({ sent: '0.6', uid });
});

test('behavior: a replayed confirmation, or one signed with the wrong key, is rejected', async () => {
  const person = await newPerson();
  const uid = await failed(person);
  await name(person, uid, '00000000');
  let recorded: GrantReply | undefined;
  // The first answer arrives after the person has named the account again in another request.
  handleAccount = (question) => {
    recorded = signedReply(question);
    return { status: 503, content: {} };
  };
  await work();
  await name(person, uid, '00000001');
  handleAccount = () => recorded ?? 'no-reply';
  await work();
  expect(await power(person)).toMatchObject({ uid: null, state: 'waiting' });
  const confirm = createAccountClient({
    url: exchange.url,
    key: KEY,
    fetch: async (_url, init) => {
      const { requestId, address } = JSON.parse(String(init?.body));
      const body = JSON.stringify({ requestId, uid, address, status: 'confirmed' });
      return new Response(body, { headers: signExchangeMessage({ key: `${KEY}x`, body, now: Date.now() }) });
    },
  });
  await sql`update exchange_confirmation set due_at = clock_timestamp()`.execute(owner);
  expect(await confirmAccounts({ ...accountDeps(), confirm })).toBe(0);
  expect(await power(person)).toMatchObject({ uid: null, state: 'waiting' });
});

test('behavior: an answer that arrives after the user has named another account binds neither', async () => {
  const person = await newPerson();
  const uid = await failed(person);
  await name(person, uid);
  const confirm = createAccountClient({ url: exchange.url, key: KEY });
  await sql`update exchange_confirmation set due_at = clock_timestamp()`.execute(owner);
  const late = await confirmAccounts({
    ...accountDeps(),
    confirm: async (claim) => {
      const answer = await confirm(claim);
      expect(answer).toEqual({ state: 'confirmed' });
      await name(person, `${uid}1`, '00000000');
      return answer;
    },
  });
  expect(late).toBe(0);
  expect(await power(person)).toMatchObject({ uid: null, state: 'waiting' });
});

test('behavior: after operators free a wrongly bound account, its owner and its user each bind their own', async () => {
  const [wrong, victim] = [await newPerson(), await newPerson()];
  const uid = await failed(wrong, victim);
  handleAccount = (question) => accountReply(question, true);
  await name(wrong, uid, '00000000');
  // Its grant was sent, and no answer arrived.
  await work({ send: async () => ({ state: 'failed', problem: 'no answer' }) });
  expect(await power(wrong)).toMatchObject({ sent: '0', uid });
  handleAccount = undefined;
  expect(await collect(api, victim, await namedAccount(api, victim, { uid, code: '12345678' }))).toMatchObject({
    error: 'uid-taken',
  });

  expect(await freeAccount(operator, wrong.userId)).toBe(true);
  expect(await freeAccount(operator, wrong.userId)).toBe(false);
  await work();
  expect(sentTo).toEqual([]);
  expect(await power(wrong)).toMatchObject({ sent: '0', uid: null, state: null });

  await name(victim, uid);
  await name(wrong, `${uid}2`);
  await work();
  expect(await power(victim)).toMatchObject({ pending: '0', sent: '0.6', uid });
  expect(await power(wrong)).toMatchObject({ pending: '0', sent: '0.6', uid: `${uid}2` });
  expect(sentTo.toSorted()).toEqual([uid, `${uid}2`]);
});

test('behavior: an answer of the freed account does not acknowledge the grant of the next one', async () => {
  const person = await newPerson();
  const uid = await failed(person);
  await name(person, uid);
  await work({ send: async () => ({ state: 'failed', problem: 'no answer' }) });
  await sql`update exchange_grant set due_at = clock_timestamp()`.execute(owner);
  await sendDueGrants({
    db: worker,
    send: async () => {
      await freeAccount(operator, person.userId);
      await name(person, `${uid}3`);
      await confirmAccounts({ ...accountDeps(), confirm: createAccountClient({ url: exchange.url, key: KEY }) });
      return { state: 'acknowledged' };
    },
    log,
  });
  expect(await power(person)).toMatchObject({ sent: '0', uid: `${uid}3` });
  await work();
  expect(sentTo).toEqual([`${uid}3`]);
});
