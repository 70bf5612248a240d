import { newPerson, type Person } from '@city-mint/tests/builders/person';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { bindDueInviters } from './commands/bind-requested.ts';
import { bindInviters } from './jobs.ts';
import { claimDueRequests, INVITER_ANSWER_CHANNEL } from './store/inviter-requests.ts';

let database: TestDatabase;
let api: TestApi;
let owner: Database;
let verifiers: readonly Database[];
/** The nonces of decided requests of which an api was notified. */
const events: string[] = [];
let listener: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url, withoutWorker: true });
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  verifiers = [1, 2, 3].map(() => createDatabase({ ...asRole(database.url, 'city_mint_verifier'), maxConnections: 4 }));
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => events.push(payload));
  await listener.query(`listen ${INVITER_ANSWER_CHANNEL}`);
});
afterAll(async () => {
  await listener.end();
  await api.stop();
  await Promise.all([owner, ...verifiers].map((db) => db.destroy()));
  await database.drop();
});

const person = () => newPerson({ api, db: owner });
const deps = (db: Database) => ({
  ...{ db, log: pino({ level: 'silent' }), chain: api.chain, chainId: api.config.CHAIN_ID },
});
/** All verifiers concurrently. */
const work = () => Promise.all(verifiers.map((db) => bindInviters(deps(db))));

/** The body of the call with a user's signature for an inviter. */
async function signFor(user: Person, superior: string) {
  const text = await api.client(user.token).call('POST /api/app/user/confirmMessage', {
    action: 'bind-inviter',
    superior,
  });
  if (!text.ok) throw new Error(text.error);
  const { message, nonce } = text.data;
  return { superior, nonce, sign_hex: await user.account.signMessage({ message }) };
}
type Body = Awaited<ReturnType<typeof signFor>>;

const activate = (user: Person, body: Body) => api.client(user.token).call('POST /api/biz/activate', body);

/** The complete answer, byte by byte. */
async function answerOf(user: Person, body: Body, lang = 'en'): Promise<string> {
  const { text } = await api.send('/api/biz/activate', {
    method: 'POST',
    headers: { authorization: user.token, 'content-type': 'application/json', lang },
    body: JSON.stringify(body),
  });
  return text;
}

async function bindingOf(user: Person, lang: 'en' | 'ja' = 'en'): Promise<unknown> {
  const { json } = await api.send('/api/biz/team', { headers: { authorization: user.token, lang } });
  const { superior, binding } = (json as { data: { superior: unknown; binding: unknown } }).data;
  return { superior, binding };
}

/** All effects of a user's request: the inviter, its record, the request, the notification. */
async function effectsOf({ userId }: Person, { nonce }: Body) {
  const { rows } = await sql<{ inviter: bigint | null; records: number; requests: number }>`
    select (select inviter_id from participant where user_id = ${userId}) as inviter,
      (select count(*)::int from team_bind where user_id = ${userId}) as records,
      (select count(*)::int from inviter_request where user_id = ${userId}) as requests`.execute(owner);
  await listener.query('select 1');
  return { ...rows[0], events: events.filter((payload) => payload === nonce).length };
}

describe('a request to be bound to an inviter', () => {
  test('default: without a verifier it is shown as under way; a verifier that starts later binds it once', async () => {
    const [user, inviter] = [await person(), await person()];
    const superior = inviter.account.address;
    const body = await signFor(user, superior);
    expect(await activate(user, body)).toMatchObject({ ok: true, data: { superior, boundAt: null } });
    expect(await bindingOf(user)).toMatchObject({ superior: null, binding: { superior, refusal: null } });
    expect(await effectsOf(user, body)).toEqual({ inviter: null, records: 0, requests: 1, events: 0 });
    // Another api, as after a restart, and verifiers, which start together.
    const restarted = await startTestApi({ databaseUrl: database.url });
    await work();
    const again = await restarted.client(user.token).call('POST /api/biz/activate', body);
    await restarted.stop();
    const { rows } = await sql<{ at: Date }>`select bound_at as at from team_bind
      where user_id = ${user.userId}`.execute(owner);
    expect(again).toMatchObject({ ok: true, data: { superior, boundAt: rows[0]?.at.getTime() } });
    expect(await bindingOf(user)).toEqual({ superior, binding: null });
    expect(await effectsOf(user, body)).toEqual({ inviter: inviter.userId, records: 1, requests: 1, events: 1 });
  });

  test('behavior: a verifier killed with a leased request delays it only until the lease expires', async () => {
    const [user, inviter] = [await person(), await person()];
    const body = await signFor(user, inviter.account.address);
    const answer = activate(user, body);
    const [first = owner, second = owner] = verifiers;
    const taken = async () => (await claimDueRequests(first, { limit: 8, leaseMs: 60_000 })).length;
    await expect.poll(taken, { interval: 20 }).toBe(1);
    await bindDueInviters(deps(second));
    expect(await effectsOf(user, body)).toMatchObject({ inviter: null, records: 0 });
    await sql`update inviter_request set due_at = now() where nonce = ${body.nonce}`.execute(owner);
    await bindDueInviters(deps(second));
    expect(await answer).toMatchObject({ ok: true, data: { boundAt: expect.any(Number) } });
    expect(await effectsOf(user, body)).toMatchObject({ inviter: inviter.userId, records: 1, events: 1 });
  });

  test('behavior: two verifiers with the same request bind it once', async () => {
    const [user, inviter] = [await person(), await person()];
    const body = await signFor(user, inviter.account.address);
    const answer = activate(user, body);
    await expect.poll(async () => (await effectsOf(user, body)).requests).toBe(1);
    // The lease expires immediately, so that each verifier gets the request.
    await Promise.all(verifiers.map((db) => bindDueInviters({ ...deps(db), leaseMs: 0 })));
    await answer;
    expect(await effectsOf(user, body)).toEqual({ inviter: inviter.userId, records: 1, requests: 1, events: 1 });
  });

  test('behavior: of two concurrent texts for two inviters one binds, the other is refused as before', async () => {
    const [user, one, two] = [await person(), await person(), await person()];
    const bodies = [await signFor(user, one.account.address), await signFor(user, two.account.address)] as const;
    const calls = Promise.all(bodies.map((body) => activate(user, body)));
    await expect.poll(async () => (await effectsOf(user, bodies[0])).requests).toBe(2);
    await work();
    const answers = await calls;
    const bound = answers.filter(({ ok }) => ok);
    expect(bound).toHaveLength(1);
    const { superior } = (bound[0] as { data: { superior: string } }).data;
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      error: 'already-bound',
      details: { field: 'superior', bound: superior },
    });
    expect(await effectsOf(user, bodies[0])).toMatchObject({ records: 1, requests: 2 });
  });

  test('behavior: a repeated call gets the same refusal to the byte, and the team shows the reason', async () => {
    const [user, inviter, below] = [await person(), await person(), await person()];
    const body = await signFor(user, inviter.account.address);
    const other = await signFor(inviter, user.account.address);
    const third = await signFor(user, below.account.address);
    // In the meantime the inviter is bound below the user.
    const bindOther = activate(inviter, other);
    await expect.poll(async () => (await effectsOf(inviter, other)).requests).toBe(1);
    await work();
    expect(await bindOther).toMatchObject({ ok: true });
    const call = answerOf(user, body);
    await expect.poll(async () => (await effectsOf(user, body)).requests).toBe(1);
    await work();
    const refused = await call;
    expect(JSON.parse(refused)).toMatchObject({ error: 'below-yourself', details: { field: 'superior' } });
    expect(await answerOf(user, body)).toBe(refused);
    expect(await bindingOf(user, 'ja')).toMatchObject({
      superior: null,
      binding: { superior: inviter.account.address, refusal: expect.stringMatching(/[ぁ-ん]/) },
    });
    // After a refusal another inviter can be bound.
    const next = activate(user, third);
    await expect.poll(async () => (await effectsOf(user, third)).requests).toBe(2);
    await work();
    expect(await next).toMatchObject({ ok: true });
    expect(await answerOf(user, body)).toBe(refused);
    expect(await bindingOf(user)).toEqual({ superior: below.account.address, binding: null });
  });

  test('behavior: the nonce reveals nothing to another user or to a call with another inviter', async () => {
    const [user, inviter, other] = [await person(), await person(), await person()];
    const body = await signFor(user, inviter.account.address);
    const call = activate(user, body);
    await expect.poll(async () => (await effectsOf(user, body)).requests).toBe(1);
    await work();
    expect(await call).toMatchObject({ ok: true });
    const unknown = { error: 'nonce-used-or-unknown', details: { field: 'nonce' } };
    expect(await activate(other, body)).toMatchObject(unknown);
    expect(await activate(user, { ...body, superior: other.account.address })).toMatchObject(unknown);
    expect(await bindingOf(other)).toEqual({ superior: null, binding: null });
  });
});
