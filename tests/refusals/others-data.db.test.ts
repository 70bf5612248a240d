import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { hashToken } from '@city-mint/server/session/token';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFunds } from '../builders/participants.ts';
import type { Person } from '../builders/person.ts';
import {
  buildRichParticipant,
  MARKER_DIGITS,
  markedAmount,
  newConsentingPerson,
  unusualIds,
} from '../builders/rich-participant.ts';
import { JU } from '../builders/rounds.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { listen, until } from '../setup/event-stream.ts';
import { startTestApi, type TestApi, type TestApiSettings } from '../setup/start-test-api.ts';
import { ATTEMPTS, type Attempt, type Learned, type OpenCall } from './others-attempts.ts';
import { type Owner, rowsOf, secretsOf } from './secrets-of.ts';

type Reply = { readonly text: string; readonly ok: boolean; readonly error?: string; readonly data?: unknown };

const isOpen = (key: string): key is OpenCall => key in ATTEMPTS;
const open = Object.keys(endpoints).filter(isOpen);
const EMAIL = 'rich731@post.example';
/** A route of this test that does not check the owner. */
const LEAKY = 'POST /api/biz/leaky';

describe('another participant', () => {
  let database: TestDatabase;
  let api: TestApi;
  let db: Database;
  let privateOwner: Owner;
  let rich: Person;
  let other: Person;
  let learned: Learned;
  let secrets: Set<string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const pool = createPool({ url: database.url, maxConnections: 3 });
    db = databaseOver(pool);
    api = await startTestApi({ databaseUrl: database.url, extend: leak });
    const world = { db, pool, api };
    await unusualIds(world);
    await buildFunds(db, { reserve: 50n * JU, emission: 1_000_000n * JU });
    rich = await newConsentingPerson(world, markedAmount(5_000n));
    const referrals = [await newConsentingPerson(world, 0n), await newConsentingPerson(world, 0n)];
    other = await newConsentingPerson(world, 20_000n * JU);
    await api.signIn(rich.account);
    const round = await buildRichParticipant(world, { rich, other, referrals });
    await sql`insert into mail_address (user_id, session_id, device_hash, address, lang, events)
      values (${rich.userId}, 0, sha256('device'), ${EMAIL}, 'zh', '{}')`.execute(db);
    privateOwner = { userId: rich.userId, address: rich.account.address };
    const { account: inviter } = await newConsentingPerson(world, 0n);
    learned = await learn(round, inviter.address);
    secrets = await secretsOf(api.admin, {
      owner: privateOwner,
      another: { userId: other.userId, address: other.account.address },
    });
    const { orders, withdrawals, sessions, uid } = learned;
    const named = [
      ...orders,
      ...withdrawals,
      ...sessions,
      uid,
      EMAIL,
      ...referrals.map(({ account }) => account.address),
    ];
    for (const secret of named) secrets.add(secret);
    // Sums that are in no row.
    const view = await call('GET /api/biz/profit/view', {}, rich.token);
    for (const [amount] of view.text.matchAll(/\d+\.\d{6,}/g)) secrets.add(amount);
  });
  afterAll(async () => {
    await api.stop();
    await db.destroy();
    await database.drop();
  });

  /** Adds a call that does not check the owner of the data that it reads and changes. */
  function leak(server: Parameters<NonNullable<TestApiSettings['extend']>>[0]): void {
    server.post('/api/biz/leaky', async (request) => {
      const { orderId, sessionId } = JSON.parse(String(request.body));
      if (sessionId !== undefined)
        await api.admin.query('update session set ended_at = now() where id = $1', [sessionId]);
      const { rows } = await api.admin.query('select id::text, request_id from mint_order where id = $1', [orderId]);
      return { code: 200, data: rows };
    });
  }

  async function call(key: string, fields: object, token?: string): Promise<Reply> {
    const [method = '', template = ''] = key.split(' ');
    const left = Object.entries(fields).filter(([name]) => !template.includes(`:${name}`));
    const path = Object.entries(fields).reduce((url, [name, value]) => url.replace(`:${name}`, `${value}`), template);
    const headers = { ...(token === undefined ? {} : { authorization: token }) };
    const { text, json } =
      method === 'GET'
        ? await api.send(
            `${path}?${new URLSearchParams(Object.fromEntries(left.map(([name, value]) => [name, `${value}`])))}`,
            { headers },
          )
        : await api.send(path, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(Object.fromEntries(left)),
          });
    const { code, error, data } = json as { code: number; error?: string; data: unknown };
    return { text, ok: code === 200, data, ...(error === undefined ? {} : { error }) };
  }

  async function idsOf(table: string): Promise<string[]> {
    const { rows } = await api.admin.query(`select id::text from ${table} where user_id = ${rich.userId} order by id`);
    return rows.map(({ id }) => id);
  }

  /** Returns all that a participant knows, and another user might learn from them. */
  async function learn(round: { roundId: bigint; termsHash: string }, superior: string): Promise<Learned> {
    const cursors = new Map<string, string>();
    for (const key of open.filter((candidate) => 'cursor' in fieldsOf(candidate))) {
      const limited = 'limit' in fieldsOf(key) ? { limit: 1 } : {};
      const { data } = await call(key, { ...ATTEMPTS[key].ownRequest?.(learned), ...limited }, rich.token);
      const found = JSON.stringify(data ?? null).match(/"nextCursor":"([^"]+)"/)?.[1];
      if (found !== undefined) cursors.set(key, found);
    }
    const log = await call('POST /api/app/user/assetEventLog', { limit: 100 }, rich.token);
    const text = await api.client(rich.token).call('POST /api/app/user/confirmMessage', {
      action: 'bind-inviter',
      superior,
    });
    const signIn = await api.client().call('POST /api/app/user/signMessage', {
      ...{ eth_address: privateOwner.address, domain: 'mint.test', uri: 'https://mint.test/' },
    });
    if (!text.ok || !signIn.ok) throw new Error('no texts');
    const settled = await sql<{ id: bigint }>`select round_id as id from round_settlement order by 1 limit 1`.execute(
      db,
    );
    const requests = await sql<{ a: string; b: string }>`select
      (select request_id from mint_order where user_id = ${rich.userId} limit 1) as a,
      (select request_id from withdrawal where user_id = ${rich.userId} limit 1) as b`.execute(db);
    return {
      address: privateOwner.address,
      orders: await idsOf('mint_order'),
      withdrawals: await idsOf('withdrawal'),
      sessions: await idsOf('session'),
      events: [...log.text.matchAll(/"eventId":"([^"]+)"/g)].map(([, id = '']) => id),
      requestIds: { join: requests.rows[0]?.a ?? '', withdraw: requests.rows[0]?.b ?? '' },
      uid: '731004895',
      signIn: { nonce: signIn.data.nonce },
      confirmation: {
        nonce: text.data.nonce,
        signature: await rich.account.signMessage({ message: text.data.message }),
        superior,
      },
      cursors,
      open: { roundId: `${round.roundId}`, termsHash: round.termsHash },
      settledRoundId: `${settled.rows[0]?.id}`,
    };
  }

  function fieldsOf(key: EndpointKey): object {
    const { request } = endpoints[key];
    return 'shape' in request && typeof request.shape === 'object' && request.shape !== null ? request.shape : {};
  }

  /** Returns the participant's secrets in a reply, except those in the request and those that are public. */
  function leaksIn(reply: Reply, { request, shows }: { request: object; shows: Attempt['shows'] }): string[] {
    const said = JSON.stringify(request).toLowerCase();
    const text = reply.text.toLowerCase();
    return [...secrets, MARKER_DIGITS].filter((secret) => {
      const word = secret.toLowerCase();
      if (!holds(text, word) || said.includes(word)) return false;
      if (shows?.what === 'address') return word !== privateOwner.address.toLowerCase();
      if (shows !== undefined) return !/^[\d.]+$/.test(word);
      return true;
    });
  }

  /** Whether a text contains a word, as a whole; the marker digits also as a part of a number. */
  function holds(text: string, word: string): boolean {
    if (word === MARKER_DIGITS) return text.includes(word);
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!/[0-9a-z]/.test(text[at - 1] ?? '') && !/[0-9a-z]/.test(text[at + word.length] ?? '')) return true;
    }
    return false;
  }

  /** Sends a request as the other user; throws when it shows secrets of the participant or changes their rows. */
  async function attemptRequest(key: string, request: object, attempt: Attempt): Promise<void> {
    const before = await rowsOf(api.admin, privateOwner);
    const reply = await call(key, request, other.token);
    expect(reply.error, reply.text).not.toBe('internal');
    const what = `${key} ${JSON.stringify(request)}`;
    expect(leaksIn(reply, { request, shows: attempt.shows }), what).toEqual([]);
    const after = await rowsOf(api.admin, privateOwner);
    const changed = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
    expect(
      changed.filter((table) => table !== attempt.touches?.table),
      what,
    ).toEqual([]);
  }

  test('default: every call has its attempts, with secrets and cursors to try', () => {
    const wanted = Object.entries(endpoints).filter(([, { who }]) => who !== 'ops');
    expect([...open].sort()).toEqual(wanted.map(([key]) => key).sort());
    expect(secrets.size).toBeGreaterThan(100);
    expect([...secrets]).toContain(privateOwner.address);
    const isPrivateList = (key: OpenCall) => 'limit' in fieldsOf(key) && ATTEMPTS[key].showsPrivateData;
    for (const key of open.filter(isPrivateList)) {
      expect(learned.cursors.has(key), `a second page of ${key}`).toBe(true);
    }
  });

  test.each(open.filter((key) => ATTEMPTS[key].showsPrivateData))(
    'default: %s shows the participant their own data',
    async (key) => {
      const { ownRequest, requests } = ATTEMPTS[key];
      const request = ownRequest?.(learned) ?? requests(learned)[0] ?? {};
      const reply = await call(key, request, rich.token);
      expect(reply.ok, reply.text).toBe(true);
      expect(leaksIn(reply, { request: {}, shows: undefined }), key).not.toEqual([]);
    },
  );

  // A logout ends the session of the other user, so it comes last.
  const inOrder = [...open].sort((a, b) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout')));
  test.each(inOrder)('behavior: %s shows nothing of another participant’s, and changes nothing', async (key) => {
    const attempt = ATTEMPTS[key];
    for (const request of attempt.requests(learned)) await attemptRequest(key, request, attempt);
    if (key.endsWith('/logout')) other = { ...other, token: await api.signIn(other.account) };
  });

  test('behavior: the participant can still use the ids that the other user learned', async () => {
    const { nonce, signature: sign_hex, superior } = learned.confirmation;
    const answer = await call('POST /api/biz/activate', { superior, nonce, sign_hex }, rich.token);
    expect(answer).toMatchObject({ ok: true, data: { superior } });
  });

  test('broken twin: a call that does not check the owner is detected, whether it shows or changes data', async () => {
    const attempt: Attempt = { requests: () => [], showsPrivateData: false };
    const [orderId] = learned.orders;
    await expect(attemptRequest(LEAKY, { orderId }, attempt)).rejects.toThrow('to deeply equal []');
    // Not the session that other tests use.
    const sessionId = learned.sessions.at(-1);
    await expect(attemptRequest(LEAKY, { sessionId }, attempt)).rejects.toThrow('session');
  });

  describe('with an invalid token', () => {
    let elsewhere: TestDatabase;
    let tokens: Record<string, string>;
    let operatorToken: string;

    beforeAll(async () => {
      elsewhere = await createTestDatabase();
      const otherApi = await startTestApi({ databaseUrl: elsewhere.url });
      const expired = await api.signIn(rich.account);
      await api.admin.query(`update session set expires_at = now() where token_hash = $1`, [hashToken(expired)]);
      const revoked = await api.signIn(rich.account);
      await call('POST /api/app/user/logout', {}, revoked);
      const operator = privateKeyToAccount(generatePrivateKey());
      await sql`insert into operator_account (address, role, added_at)
        values (${operator.address}, 'approver', now()), (${privateOwner.address}, 'approver', now())`.execute(db);
      operatorToken = await api.signInOperator(rich.account);
      tokens = {
        'of another database': await otherApi.signIn(rich.account),
        expired,
        revoked,
        'with a scheme': `Bearer ${rich.token}`,
        'two tokens': `${rich.token}, ${rich.token}`,
        short: rich.token.slice(1),
        long: rich.token + rich.token.repeat(200),
        'in upper case': rich.token.toUpperCase(),
        garbage: `' or 1=1 --`,
        hash: hashToken(rich.token).toString('hex'),
      };
      await otherApi.stop();
    });
    afterAll(() => elsewhere.drop());

    test.each(open.filter((key) => endpoints[key].who === 'user'))('behavior: %s is refused', async (key) => {
      const request = ATTEMPTS[key].ownRequest?.(learned) ?? ATTEMPTS[key].requests(learned)[0] ?? {};
      const none = await call(key, request);
      expect(none.error).toBe('unauthorized');
      for (const [name, token] of Object.entries({ ...tokens, 'of the same wallet as operator': operatorToken })) {
        const reply = await call(key, request, token);
        expect(['unauthorized', 'session-ended'], name).toContain(reply.error);
        expect(leaksIn(reply, { request, shows: undefined }), name).toEqual([]);
      }
    });

    test('behavior: live events show no balances of another user, wherever a caller resumes', async () => {
      for (const token of Object.values(tokens)) {
        const { text } = await api.send(EVENTS_PATH, { headers: { authorization: token } });
        expect(text).toMatch(/unauthorized|session-ended/);
      }
      const mine = await listen(api, { authorization: rich.token });
      await until(() => mine.text().includes('event: balances'));
      const lastSeen = [...mine.text().matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
      const resumed = { 'last-event-id': lastSeen };
      const others = await listen(api, { authorization: other.token, ...resumed });
      const anonymous = await listen(api, resumed);
      const asOperator = await listen(api, { authorization: operatorToken, ...resumed });
      await sql`select ledger_write_transfer(
        kind_deposit(), account_custody(currency_ju()), account_available(${rich.userId}, currency_ju()), 1,
        -618)`.execute(db);
      await until(() => mine.text().split('event: balances').length > 2);
      await until(() => others.text().includes('event: balances'));
      const noExceptions = { request: {}, shows: undefined };
      expect(leaksIn({ text: mine.text(), ok: true }, noExceptions)).not.toEqual([]);
      for (const stream of [others, anonymous, asOperator]) {
        expect(leaksIn({ text: stream.text(), ok: true }, noExceptions)).toEqual([]);
      }
      for (const stream of [anonymous, asOperator]) expect(stream.text()).not.toContain('event: balances');
      for (const stream of [mine, others, anonymous, asOperator]) stream.close();
    });
  });
});
