import { asRole } from '@city-mint/tests/setup/as-role';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { createAuthenticator } from './create-authenticator.ts';
import { createSessionReader } from './queries/sessions.ts';
import { hashToken } from './token.ts';

const newAccount = () => privateKeyToAccount(generatePrivateKey());

describe('remembered sessions', () => {
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

  /** An authenticator with its own connections and cache, as in a separate process. */
  function newProcess() {
    const db = createDatabase({ ...asRole(api.config.DATABASE_URL, 'city_mint_api') });
    onTestFinished(() => db.destroy());
    return { db, authenticate: createAuthenticator(createSessionReader({ db, touchDb: db, onTouchError: fail })) };
  }
  const fail = (error: unknown) => {
    throw error;
  };
  const use = (on: TestApi, token: string) => on.client(token).call('POST /api/app/user/sessions', {});

  test('default: two processes refuse a session that either ended, on the very next call', async () => {
    for (const [ending, remembering] of [
      [api, other],
      [other, api],
    ] as const) {
      const token = await api.signIn(newAccount());
      for (let call = 0; call < 3; call += 1) expect(await use(remembering, token)).toMatchObject({ ok: true });
      await ending.client(token).call('POST /api/app/user/logout', {});
      expect(await use(remembering, token)).toMatchObject({ ok: false, error: 'session-ended' });
    }
  });

  test('behavior: a session that ends in a long transaction is refused after the commit', async () => {
    const { authenticate } = newProcess();
    const token = await api.signIn(newAccount());
    expect((await authenticate(token)).state).toBe('valid');
    const owner = createDatabase({ url: api.config.DATABASE_URL });
    onTestFinished(() => owner.destroy());
    await owner.transaction().execute(async (tx) => {
      await sql`update session set ended_at = now() where token_hash = ${hashToken(token)}`.execute(tx);
      // Transactions that begin later end sooner, and the process sees their changes.
      const later = await api.signIn(newAccount());
      await api.client(later).call('POST /api/app/user/logout', {});
      expect([(await authenticate(later)).state, (await authenticate(token)).state]).toEqual(['ended', 'valid']);
    });
    expect((await authenticate(token)).state).toBe('ended');
  });

  test('behavior: a process without a database does not trust its cached sessions', async () => {
    const { db, authenticate } = newProcess();
    const token = await api.signIn(newAccount());
    expect((await authenticate(token)).state).toBe('valid');
    await db.destroy();
    await expect(authenticate(token)).rejects.toThrow();
  });

  test("behavior: a user's consent is known at the next call of every process", async () => {
    const { authenticate } = newProcess();
    const token = await api.signIn(newAccount());
    const consent = async () => {
      const found = await authenticate(token);
      return found.state === 'valid' ? found.participant.consentHash : found.state;
    };
    expect([await consent(), await consent()]).toEqual([null, null]);
    const disclosure = await api.client(token).call('GET /api/app/disclosure', {});
    if (!disclosure.ok) throw new Error(disclosure.error);
    const { hash } = disclosure.data;
    expect(await api.client(token).call('POST /api/app/user/consent', { hash })).toMatchObject({ ok: true });
    expect(await consent()).toBe(hash);
  });

  test('broken twin: when the end of a session is not recorded as a change, a cached session is accepted', async () => {
    const { authenticate } = newProcess();
    const token = await api.signIn(newAccount());
    await authenticate(token);
    await api.admin.query('alter table session disable trigger session_change_is_marked');
    await api.admin.query('update session set ended_at = now() where token_hash = $1', [hashToken(token)]);
    await api.admin.query('alter table session enable trigger session_change_is_marked');
    expect((await authenticate(token)).state).toBe('valid');
  });
});
