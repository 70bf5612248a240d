import { DEFAULT_CHAIN_ID } from '@city-mint/chain-contract/chains';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { createParticipantSignIn } from '@city-mint/server/session/commands/sign-in';
import { type Hex, padHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';

const newAccount = () => privateKeyToAccount(generatePrivateKey());

describe('two thousand sign-ins at once', () => {
  type Answer<Data> = { readonly code: number; readonly error?: string; readonly data: Data };
  type Call = <Data>(path: string, body: object) => Promise<Answer<Data>>;
  const SIGN_INS = 2_000;

  /** Starts an API that is called without sockets, of which a machine opens only so many at once. */
  async function startWithoutSockets() {
    const server: { call?: Call } = {};
    const api = await startTestApi({
      extend: (app) => {
        server.call = async (url, payload) => JSON.parse((await app.inject({ method: 'POST', url, payload })).body);
      },
    });
    onTestFinished(() => api.stop());
    if (server.call === undefined) throw new Error('the server was not extended');
    return { api, call: server.call };
  }

  /** Returns how many of these answers there are of each kind. */
  function count(answers: readonly Answer<unknown>[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { code, error = String(code) } of answers) counts[error] = (counts[error] ?? 0) + 1;
    return counts;
  }

  test('default: each gets a session, none is busy', async () => {
    const { api, call } = await startWithoutSockets();
    const accounts = Array.from({ length: SIGN_INS }, newAccount);
    const texts = await Promise.all(
      accounts.map(({ address }) =>
        call<{ message: string; nonce: string }>('/api/app/user/signMessage', {
          ...{ eth_address: address, domain: TEST_DOMAIN, uri: TEST_URI },
        }),
      ),
    );
    expect(count(texts)).toEqual({ 200: SIGN_INS });
    const orders = await Promise.all(
      texts.map(async ({ data: { message, nonce } }, index) => ({
        sign_hex: await accounts[index]?.signMessage({ message }),
        nonce,
      })),
    );
    const logins = await Promise.all(orders.map((order) => call<{ token: string }>('/api/app/user/login', order)));
    expect(count(logins)).toEqual({ 200: SIGN_INS });
    expect(new Set(logins.map(({ data }) => data.token)).size).toBe(SIGN_INS);
    const { rows } = await api.admin.query(`select (select count(*)::int from app_user) as users,
      (select count(*)::int from session) as sessions, (select count(*)::int from sign_in_nonce_used) as nonces,
      (select count(*)::int from ledger_account where ledger_account_owner(id) > 0) as accounts`);
    expect(rows).toEqual([{ users: SIGN_INS, sessions: SIGN_INS, nonces: SIGN_INS, accounts: 4 * SIGN_INS }]);
  }, 240_000);
});

describe('sign-ins at once on a machine on which a verification takes long', () => {
  const SIGN_INS = 400;
  /** The verifications of one batch together take longer than a caller waits for a connection, which is two seconds. */
  const VERIFICATION_MS = 15;
  const SIGNATURE: Hex = padHex('0x1b', { size: 65 });
  /** A chain on which every wallet is a contract that accepts any signature, after this time of the processor. */
  const slowChain = {
    getCode: async (): Promise<Hex> => {
      const end = performance.now() + VERIFICATION_MS;
      while (performance.now() < end);
      return '0x01';
    },
    call: async () => ({ data: padHex('0x01', { size: 32 }) }),
  };

  /** Returns how many sign-ins that came at once got a session, and what became of the others. */
  async function signInAtOnce(settings: { readonly slot?: () => Promise<void> }): Promise<Record<string, number>> {
    const database = await createTestDatabase();
    const db = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 4 });
    onTestFinished(async () => {
      await db.destroy();
      await database.drop();
    });
    const signIn = createParticipantSignIn({
      ...{ db, chain: slowChain, ...settings },
      signIn: { signInDomains: [TEST_DOMAIN], chainId: DEFAULT_CHAIN_ID },
    });
    const texts = await Promise.all(
      Array.from({ length: SIGN_INS }, () =>
        signIn.compose({ address: newAccount().address, domain: TEST_DOMAIN, uri: TEST_URI, origin: null }),
      ),
    );
    const logins = await Promise.allSettled(
      texts.map((text) => {
        if ('refusal' in text) throw new Error(text.refusal);
        return signIn.login({ nonce: text.nonce, signature: SIGNATURE });
      }),
    );
    const counts: Record<string, number> = {};
    for (const login of logins) {
      const outcome = login.status === 'rejected' ? String(login.reason) : Object.keys(login.value)[0];
      counts[outcome ?? ''] = (counts[outcome ?? ''] ?? 0) + 1;
    }
    return counts;
  }

  test('default: each gets a session, for signatures are verified one by one', async () => {
    expect(await signInAtOnce({})).toEqual({ token: SIGN_INS });
  }, 120_000);

  test('broken twin: where a batch is verified at once, its connection times out', async () => {
    const { token = 0, ...errors } = await signInAtOnce({ slot: async () => undefined });
    expect(token).toBeLessThan(SIGN_INS);
    expect(Object.keys(errors).join()).toMatch(/timeout/);
  }, 120_000);
});
