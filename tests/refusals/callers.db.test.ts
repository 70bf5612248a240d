import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import { hashToken } from '@city-mint/server/session/token';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

const keys = Object.keys(endpoints).filter((key): key is EndpointKey => key in endpoints);
const newAccount = () => privateKeyToAccount(generatePrivateKey());

/** Refusals of callers without access; any other reply means that the caller has access. */
const ACCESS_REFUSALS = new Set(['unauthorized', 'session-ended', 'wrong-session']);

describe('callers', () => {
  let database: TestDatabase;
  let api: TestApi;
  /** Tokens by the state of their session. */
  let tokens: Record<'participant' | 'operator' | 'expired' | 'idle' | 'revoked' | 'unknown', string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const operator = newAccount();
    api = await startTestApi({ databaseUrl: database.url, env: { OPERATOR_ADDRESSES: operator.address } });
    const fresh = () => api.signIn(newAccount());
    const changed = async (set: string) => {
      const token = await fresh();
      await api.admin.query(`update session set ${set} where token_hash = $1`, [hashToken(token)]);
      return token;
    };
    tokens = {
      participant: await fresh(),
      operator: await api.signInOperator(operator),
      expired: await changed(`expires_at = now() - interval '1 second'`),
      idle: await changed(`last_used_at = now() - interval '3 hours'`),
      revoked: await changed(`ended_at = now()`),
      unknown: 'x'.repeat(43),
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
    const { participant, operator, expired, idle, revoked, unknown } = tokens;
    const answers = {
      none: await callerOf(key),
      unknown: await callerOf(key, unknown),
      expired: await callerOf(key, expired),
      idle: await callerOf(key, idle),
      revoked: await callerOf(key, revoked),
      participant: await callerOf(key, participant),
      operator: await callerOf(key, operator),
    };
    const endedSession = who === 'all' ? 'in' : 'session-ended';
    expect(answers).toEqual({
      none: who === 'all' ? 'in' : 'unauthorized',
      unknown: who === 'all' ? 'in' : 'unauthorized',
      expired: endedSession,
      idle: endedSession,
      revoked: endedSession,
      participant: who === 'ops' ? 'wrong-session' : 'in',
      operator: who === 'user' ? 'wrong-session' : 'in',
    });
  });

  test('behavior: the token of an operator who was removed from the configuration is refused', async () => {
    const other = await startTestApi({ databaseUrl: database.url });
    const answer = await other.client(tokens.operator).call('POST /api/ops/controls', {});
    expect(answer).toMatchObject({ code: 501, error: 'session-ended' });
    await other.stop();
  });
});
