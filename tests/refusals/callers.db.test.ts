import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import { hashToken } from '@city-mint/server/session/token';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

const keys = Object.keys(endpoints).filter((key): key is EndpointKey => key in endpoints);
const newAccount = () => privateKeyToAccount(generatePrivateKey());

/** Refusals of callers without access; any other reply means that the caller has access. */
const ACCESS_REFUSALS = new Set(['unauthorized', 'session-ended']);

/** Tokens by the state of their session. */
type SessionTokens = Record<'valid' | 'expired' | 'idle' | 'revoked', string>;

describe('callers', () => {
  let database: TestDatabase;
  let api: TestApi;
  let tokens: Record<'participant' | 'operator', SessionTokens>;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url });
    const tokensOf = async (table: string, fresh: () => Promise<string>): Promise<SessionTokens> => {
      const changed = async (set: string) => {
        const token = await fresh();
        await api.admin.query(`update ${table} set ${set} where token_hash = $1`, [hashToken(token)]);
        return token;
      };
      return {
        valid: await fresh(),
        expired: await changed(`expires_at = now() - interval '1 second'`),
        idle: await changed(`last_used_at = now() - interval '3 hours'`),
        revoked: await changed(`ended_at = now()`),
      };
    };
    tokens = {
      participant: await tokensOf('session', () => api.signIn(newAccount())),
      operator: await tokensOf('operator_session', () => api.signInOperator(api.operatorAccounts[0])),
    };
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  /** Calls with an unknown field, which refuses callers with access too; returns `in` for those, else the refusal. */
  async function callerOf(key: EndpointKey, authorization?: string): Promise<string> {
    const [method = '', template = ''] = key.split(' ');
    const path = template.replace(/:[A-Za-z]+/, '1');
    const { json } = await api.send(method === 'GET' ? `${path}?noSuchField=1` : path, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: '{"noSuchField":1}' }),
    });
    const { error } = json as { error: string };
    return ACCESS_REFUSALS.has(error) ? error : 'in';
  }

  test('default: every call declares who may make it, in agreement with its path', () => {
    expect(keys.length).toBeGreaterThan(50);
    for (const key of keys) {
      const { who } = endpoints[key];
      expect(['all', 'user', 'ops'], key).toContain(who);
      const isEntry = /\/api\/ops\/(signMessage|login)$/.test(key);
      expect(who === 'ops' || isEntry, key).toBe(key.includes(' /api/ops/'));
    }
  });

  test.each(keys)('behavior: %s is open to the callers it declares, and to no others', async (key) => {
    const { who } = endpoints[key];
    const [own, foreign] =
      who === 'ops' ? [tokens.operator, tokens.participant] : [tokens.participant, tokens.operator];
    const answers = {
      none: await callerOf(key),
      unknown: await callerOf(key, 'x'.repeat(43)),
      expired: await callerOf(key, own.expired),
      idle: await callerOf(key, own.idle),
      revoked: await callerOf(key, own.revoked),
      own: await callerOf(key, own.valid),
      foreign: await callerOf(key, foreign.valid),
    };
    const noSession = who === 'all' ? 'in' : 'unauthorized';
    const endedSession = who === 'all' ? 'in' : 'session-ended';
    expect(answers).toEqual({
      none: noSession,
      unknown: noSession,
      expired: endedSession,
      idle: endedSession,
      revoked: endedSession,
      own: 'in',
      // Each process knows only the sessions of its callers.
      foreign: noSession,
    });
  });

  test('behavior: the api answers no operator’s call, and the process of operators no participant’s', async () => {
    const call = async (base: string, path: string, authorization: string) => {
      const response = await fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: '{}',
      });
      return ((await response.json()) as { error?: string }).error ?? 'done';
    };
    const { participant, operator } = tokens;
    expect(await call(api.url, '/api/ops/controls', operator.valid)).toBe('not-found');
    expect(await call(api.opsUrl, '/api/ops/controls', operator.valid)).toBe('done');
    expect(await call(api.opsUrl, '/api/app/user/sessions', participant.valid)).toBe('not-found');
    expect(await call(api.url, '/api/app/user/sessions', participant.valid)).toBe('done');
  });

  test('behavior: the token of an operator removed from the configuration is refused', async () => {
    const other = await startTestApi({ databaseUrl: database.url });
    const answer = await other.client(tokens.operator.valid).call('POST /api/ops/controls', {});
    expect(answer).toMatchObject({ code: 501, error: 'session-ended' });
    await other.stop();
  });
});
