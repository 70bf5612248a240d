import { asRole } from '@city-mint/tests/setup/as-role';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { createAuthenticator } from './create-authenticator.ts';
import { createSessionReader } from './queries/sessions.ts';
import { hashToken } from './token.ts';

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const NO_DISCLOSURE = `0x${'0'.repeat(64)}`;

/** Returns `valid`, or the refusal of the cheapest call that needs a session. */
async function stateOf(api: TestApi, token: string): Promise<string> {
  const answer = await api.client(token).call('POST /api/app/user/consent', { hash: NO_DISCLOSURE });
  if (answer.ok) return 'valid';
  return answer.error === 'disclosure-changed' ? 'valid' : answer.error;
}

describe('sessions', () => {
  let api: TestApi;
  let other: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
    other = await startTestApi({ databaseUrl: api.config.DATABASE_URL });
  });
  afterAll(async () => {
    await other.stop();
    await api.stop();
  });

  const change = (token: string, set: string) =>
    api.admin.query(`update session set ${set} where token_hash = $1`, [hashToken(token)]);

  test('default: a token is valid on every instance until its session ends', async () => {
    const token = await api.signIn(newAccount());
    expect([await stateOf(api, token), await stateOf(other, token)]).toEqual(['valid', 'valid']);
    expect(await api.client(token).call('POST /api/app/user/logout', {})).toMatchObject({ ok: true });
    expect([await stateOf(api, token), await stateOf(other, token)]).toEqual(['session-ended', 'session-ended']);
  });

  test('broken twin: an instance that caches authentications accepts a token after its end', async () => {
    const db = createDatabase({ ...asRole(api.config.DATABASE_URL, 'city_mint_api') });
    const authenticate = createAuthenticator(createSessionReader({ db, touchDb: db, onTouchError: () => undefined }));
    const token = await api.signIn(newAccount());
    const remembered = await authenticate(token);
    await api.client(token).call('POST /api/app/user/logout', {});
    expect([remembered.state, (await authenticate(token)).state]).toEqual(['valid', 'ended']);
    await db.destroy();
  });

  test('behavior: users list their sessions and end one or all others, never another user’s', async () => {
    const account = newAccount();
    const tokens = [await api.signIn(account), await api.signIn(account), await api.signIn(account)];
    const [first = '', second = '', third = ''] = tokens;
    const stranger = await api.signIn(newAccount());
    const list = async (token: string) => {
      const answer = await api.client(token).call('POST /api/app/user/sessions', {});
      if (!answer.ok) throw new Error(answer.error);
      return answer.data.sessions;
    };
    expect((await list(first)).map(({ current }) => current)).toEqual([false, false, true]);
    const [newest] = await list(first);
    const foreign = await list(stranger);
    const revoke = (sessionId?: string) =>
      api.client(first).call('POST /api/app/user/sessions/revoke', sessionId === undefined ? {} : { sessionId });
    expect(await revoke(foreign[0]?.sessionId ?? '')).toMatchObject({ code: 404, error: 'not-found' });
    expect(await revoke('9223372036854775808')).toMatchObject({ error: 'id-format' });
    expect(await revoke(newest?.sessionId ?? '')).toMatchObject({ data: { ended: 1 } });
    expect([await stateOf(other, third), await stateOf(other, second)]).toEqual(['session-ended', 'valid']);
    expect(await revoke()).toMatchObject({ data: { ended: 1 } });
    expect([await stateOf(other, second), await stateOf(other, first)]).toEqual(['session-ended', 'valid']);
    expect(await stateOf(api, stranger)).toBe('valid');
  });

  test('behavior: an ended session gets code 501 with HTTP 200; a missing or unknown token HTTP 401', async () => {
    const token = await api.signIn(newAccount());
    await change(token, 'ended_at = now()');
    const call = (authorization?: string) =>
      api.send('/api/app/user/logout', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        body: '{}',
      });
    expect(await call(token)).toMatchObject({ status: 200, json: { code: 501, error: 'session-ended' } });
    for (const bad of [undefined, '', 'Bearer', `Bearer ${token}`, 'x'.repeat(43), 'x'.repeat(8_000), "' or 1=1--"]) {
      expect(await call(bad)).toMatchObject({ status: 401, json: { code: 501, error: 'unauthorized' } });
    }
  });

  test.each([
    ['after 24 hours', "expires_at = now() - interval '1 second'"],
    ['after two idle hours', "last_used_at = now() - interval '2 hours 1 second'"],
  ])('behavior: over %s', async (_when, set) => {
    const token = await api.signIn(newAccount());
    await change(token, set);
    expect(await stateOf(api, token)).toBe('session-ended');
  });

  test('behavior: use is recorded once a minute and keeps the session alive', async () => {
    const token = await api.signIn(newAccount());
    const idle = async () => {
      const { rows } = await api.admin.query(
        `select extract(epoch from now() - last_used_at)::float as seconds, xmin::text
         from session where token_hash = $1`,
        [hashToken(token)],
      );
      return rows[0];
    };
    await change(token, "last_used_at = now() - interval '90 minutes'");
    await Promise.all(Array.from({ length: 20 }, () => stateOf(api, token)));
    await expect.poll(async () => (await idle()).seconds).toBeLessThan(10);
    const { xmin } = await idle();
    await stateOf(api, token);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await idle()).xmin).toBe(xmin);
  });

  test('behavior: a token is valid for its own user only, regardless of the body', async () => {
    const [a, b] = [newAccount(), newAccount()];
    const [tokenA, tokenB] = [await api.signIn(a), await api.signIn(b)];
    const { json } = await api.send('/api/app/user/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: tokenA },
      body: JSON.stringify({ user_id: 1, address: b.address }),
    });
    expect(json).toMatchObject({ code: 400, error: 'unknown-field', details: { field: 'user_id' } });
    await api.client(tokenA).call('POST /api/app/user/logout', {});
    expect([await stateOf(api, tokenA), await stateOf(api, tokenB)]).toEqual(['session-ended', 'valid']);
  });

  test('behavior: tokens that arrive together are looked up by one query, and nothing is cached', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => api.signIn(newAccount())));
    const db = createDatabase({ ...asRole(api.config.DATABASE_URL, 'city_mint_api') });
    let queries = 0;
    const counting: Database = db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const authenticate = createAuthenticator(
      createSessionReader({ db: counting, touchDb: db, onTouchError: () => undefined }),
    );
    const found = await Promise.all([...tokens, ...tokens, 'unknown'].map((token) => authenticate(token)));
    expect(found.map(({ state }) => state)).toEqual([...Array(6).fill('valid'), 'unknown']);
    expect(queries).toBe(1);
    const [first = ''] = tokens;
    await change(first, 'ended_at = now()');
    expect(await authenticate(first)).toEqual({ state: 'ended' });
    await db.destroy();
  });

  test('behavior: no table, log line or answer contains a token', async () => {
    const token = await api.signIn(newAccount());
    await stateOf(api, token);
    const { rows } = await api.admin.query('select row_to_json(session)::text as text from session');
    expect(rows.map((row) => row.text).join()).not.toContain(token);
    expect(api.log.join('')).not.toContain(token);
  });
});

describe('disclosure and consent', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  const disclosure = async (lang: string) => {
    const { json } = await api.send('/api/app/disclosure', { headers: { lang } });
    return (json as { data: { version: number; hash: string; sections: { title: string; text: string }[] } }).data;
  };

  const publishPlan = (phase: number, terms: object) =>
    api.admin.query(
      `with place as (
         insert into city (name, latitude, longitude) values ('London', 51.5, -0.1)
         on conflict (name) do update set latitude = excluded.latitude returning id)
       insert into phase_plan (city_id, phase, plan) select id, $1, $2 from place`,
      [phase, JSON.stringify({ ...PLAN, phase, terms: { ...PLAN.terms, ...terms } })],
    );

  const PLAN = {
    city: 'London',
    phase: 1,
    firstOpensAt: 1_800_000_000_000,
    windowMs: 60_000,
    gapMs: 1_000,
    rounds: 5,
    firstQuota: '1000',
    growthBps: 0,
    terms: {
      minimum: '1',
      walletMaximum: '0',
      mintFeeBps: 250,
      lossBps: 300,
      mintAmount: '1000',
      stageBps: [4000, 3000, 3000],
      stageDelaysMs: [0, 1, 2],
      referralBps: 3000,
      nodesBps: 1000,
      levelsBps: 1000,
      treasuryBps: 2000,
      reserveDrawBps: 5000,
      lateBps: 1000,
      compensationTimesBps: 20000,
    },
  };

  test('default: one hash for all languages, made from the live terms, stable until they change', async () => {
    const none = await disclosure('en');
    await publishPlan(1, {});
    const [zh, en, hi] = [await disclosure('zh'), await disclosure('en'), await disclosure('hi')];
    expect(zh.hash).not.toBe(none.hash);
    expect([en.hash, hi.hash, (await disclosure('zhHK')).hash]).toEqual([zh.hash, zh.hash, zh.hash]);
    expect(en.version).toBe(zh.version);
    const text = en.sections.map((section) => section.text).join('\n');
    for (const figure of ['2.5%', '3%', '30%', '20%', '50%', '2 times', 'City Mint (development)']) {
      expect(text).toContain(figure);
    }
    expect(zh.sections.map((section) => section.title)).toContain('最坏情况');
    expect(hi.sections.map((section) => section.title)).toContain('सबसे खराब स्थिति');
    await publishPlan(2, { mintFeeBps: 500 });
    const wider = await disclosure('en');
    expect(wider.hash).not.toBe(en.hash);
    expect(wider.sections.map((section) => section.text).join()).toContain('2.5–5%');
  });

  test('behavior: ten parallel first readers create one version', async () => {
    await publishPlan(3, { lossBps: 777 });
    const all = await Promise.all(Array.from({ length: 10 }, () => disclosure('en')));
    expect(new Set(all.map(({ version, hash }) => `${version} ${hash}`)).size).toBe(1);
  });

  test('behavior: only the current one can be accepted; accepting twice returns the first time', async () => {
    const account = newAccount();
    const token = await api.signIn(account);
    const { hash } = await disclosure('en');
    const client = api.client(token);
    expect(await client.call('POST /api/app/user/consent', { hash: NO_DISCLOSURE })).toMatchObject({
      error: 'disclosure-changed',
      details: { field: 'hash', current: hash },
    });
    const first = await client.call('POST /api/app/user/consent', { hash });
    expect(first).toMatchObject({ ok: true, data: { hash } });
    expect(await client.call('POST /api/app/user/consent', { hash })).toEqual(first);
    const { rows } = await api.admin.query('select consent_hash from app_user where address = $1', [account.address]);
    expect(rows).toEqual([{ consent_hash: hash }]);
  });
});
