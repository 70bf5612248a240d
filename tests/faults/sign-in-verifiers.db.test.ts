// @module-tag soak-5
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createTimers } from '@city-mint/server/platform/jobs/timers';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { createSignInVerifier } from '@city-mint/server/session/commands/verify-sign-ins';
import { decideSignIns, takeSignIns } from '@city-mint/server/session/store/sign-in-requests';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { asRole } from '../setup/as-role.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '../setup/start-test-api.ts';

const newAccount = () => privateKeyToAccount(generatePrivateKey());

/** The api, without a verifier beside it. */
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ withoutVerifier: true });
});
afterAll(() => api.stop());

function connect(): Database {
  const db = createDatabase({ ...asRole(api.config.DATABASE_URL, 'city_mint_verifier'), maxConnections: 2 });
  onTestFinished(() => db.destroy());
  return db;
}

const signIn = () => ({ signInDomains: api.config.SIGN_IN_DOMAINS, chainId: api.config.CHAIN_ID });

const asked = () => ({
  ...{ places: [{ domain: TEST_DOMAIN, uri: TEST_URI }], chainId: api.config.CHAIN_ID, limit: 10 },
});

/** Runs a verifier until the test ends. */
function startVerifier(): void {
  const parts = {
    db: connect(),
    chain: api.chain,
    signIn: signIn(),
    log: createLogger({ name: 'verifier', level: 'silent' }),
  };
  const verifier = createSignInVerifier(parts);
  const timers = createTimers({ log: parts.log });
  timers.everyMs('sign-ins', 20, verifier.run);
  onTestFinished(async () => {
    await timers.stop();
    await verifier.idle();
  });
}

async function signedText() {
  const account = newAccount();
  const text = await api
    .client()
    .call('POST /api/app/user/signMessage', { eth_address: account.address, domain: TEST_DOMAIN, uri: TEST_URI });
  if (!text.ok) throw new Error(text.error);
  const { message, nonce } = text.data;
  return { account, sign_hex: await account.signMessage({ message }), nonce };
}

const login = (order: { sign_hex: string; nonce: string }) => api.client().call('POST /api/app/user/login', order);

/** Returns once a request is stored. */
async function untilRequested(): Promise<void> {
  await expect
    .poll(async () => (await api.admin.query('select 1 from sign_in_request where outcome is null')).rows.length)
    .toBeGreaterThan(0);
}

describe('sign-ins and the verifiers that answer them', () => {
  test('default: without a verifier it is refused in the user’s language, and opens later', async () => {
    const { account: _account, ...order } = await signedText();
    const zh = await api.send('/api/app/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', lang: 'zh' },
      body: JSON.stringify(order),
    });
    expect(zh.json).toMatchObject({ error: 'try-again', msg: expect.stringContaining('签名') });
    // Withdrawn: a verifier that starts later opens no session that no one uses.
    const { rows } = await api.admin.query('select 1 from sign_in_request');
    expect(rows).toEqual([]);
    const health = await api.send('/health/ready');
    expect(health.json).toMatchObject({ dependencies: { verifier: 'warning' } });
    expect((await api.send('/metrics')).text).toMatch(/city_mint_sign_ins_total\{.*outcome="unanswered".*\} 1/);
    startVerifier();
    expect(await login(order)).toMatchObject({ ok: true });
    expect((await api.send('/metrics')).text).toMatch(/city_mint_sign_ins_total\{.*outcome="opened".*\} 1/);
  });

  test('behavior: a verifier that ends with a taken request delays it until its lease expires', async () => {
    const { account: _account, ...order } = await signedText();
    const answer = login(order);
    await untilRequested();
    const leaseMs = 3_000;
    expect(await takeSignIns(connect(), { ...asked(), leaseMs })).toHaveLength(1);
    expect(await takeSignIns(connect(), { ...asked(), leaseMs })).toHaveLength(0);
    startVerifier();
    expect(await answer).toMatchObject({ ok: true });
  });

  test('behavior: two verifiers that took the same request open its session once', async () => {
    const { account, ...order } = await signedText();
    const answer = login(order);
    await untilRequested();
    const verifiers = [connect(), connect()];
    for (const db of verifiers) {
      const taken = await takeSignIns(db, { ...asked(), leaseMs: 0 });
      expect(taken).toMatchObject([{ nonce: order.nonce, domain: TEST_DOMAIN }]);
    }
    const { rows: requests } = await api.admin.query<{ token_hash: Buffer }>('select token_hash from sign_in_request');
    const decisions = requests.map(({ token_hash: tokenHash }) => ({
      ...{ tokenHash, address: account.address, refusal: null },
    }));
    await Promise.all(verifiers.map((db) => decideSignIns(db, decisions)));
    expect(await answer).toMatchObject({ ok: true });
    const { rows: sessions } = await api.admin.query(
      'select 1 from session s join app_user u on u.id = s.user_id where u.address = $1',
      [account.address],
    );
    expect(sessions).toHaveLength(1);
  });
});
