// @module-tag soak-6
import { DEFAULT_CHAIN_ID } from '@city-mint/chain-contract/chains';
import { createDatabase, type DatabaseRole } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { createSignInComposer } from '@city-mint/server/session/commands/compose-sign-in';
import { createSignInVerifier } from '@city-mint/server/session/commands/verify-sign-ins';
import { submitSignIns } from '@city-mint/server/session/store/sign-in-requests';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { sql } from 'kysely';
import { type Hex, padHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';

const newAccount = () => privateKeyToAccount(generatePrivateKey());

describe('two thousand concurrent sign-ins', () => {
  type Answer<Data> = { readonly code: number; readonly error?: string; readonly data: Data };
  type Call = <Data>(path: string, body: object) => Promise<Answer<Data>>;
  const SIGN_INS = 2_000;

  /** Starts an API that is called without sockets, because a machine limits their number. */
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
  });
});

describe('concurrent sign-ins on a machine with slow verifications', () => {
  const SIGN_INS = 200;
  const VERIFICATION_MS = 5;
  const SIGNATURE: Hex = padHex('0x1b', { size: 65 });

  /**
   * Returns a chain on which every wallet is a contract that accepts any signature, after this time of the processor,
   * and how many verifications at most were made before the event loop went on: in that time no caller is served, and
   * connections time out.
   */
  function createSlowChain() {
    let inThisTurn = 0;
    let most = 0;
    const chain = {
      getCode: async (): Promise<Hex> => {
        if (inThisTurn === 0) setTimeout(() => (inThisTurn = 0));
        inThisTurn += 1;
        most = Math.max(most, inThisTurn);
        const end = performance.now() + VERIFICATION_MS;
        while (performance.now() < end);
        return '0x01';
      },
      call: async () => ({ data: padHex('0x1626ba7e', { dir: 'right', size: 32 }) }),
    };
    return { chain, mostInOneTurn: () => most };
  }

  /** Returns the sessions that a verifier opened of as many requests, and the most verifications without a pause. */
  async function signInAtOnce(settings: { readonly slot?: () => Promise<void> }) {
    const database = await createTestDatabase();
    const connect = (role: DatabaseRole) => createDatabase({ ...asRole(database.url, role), maxConnections: 2 });
    const [api, db] = [connect('city_mint_api'), connect('city_mint_verifier')];
    onTestFinished(async () => {
      await Promise.all([api, db].map((each) => each.destroy()));
      await database.drop();
    });
    const { chain, mostInOneTurn } = createSlowChain();
    const signIn = { signInDomains: [TEST_DOMAIN], chainId: DEFAULT_CHAIN_ID };
    const compose = createSignInComposer({ db: api, signIn }, 'participant');
    const place = { domain: TEST_DOMAIN, uri: TEST_URI };
    const requests = await Promise.all(
      Array.from({ length: SIGN_INS }, async () => {
        const text = await compose({ ...place, address: newAccount().address, origin: null });
        if ('refusal' in text) throw new Error(text.refusal);
        return { nonce: text.nonce, tokenHash: hashToken(newToken()), signature: SIGNATURE };
      }),
    );
    await submitSignIns(api, requests, { places: [place], chainId: DEFAULT_CHAIN_ID });
    const verifier = createSignInVerifier({
      db,
      chain,
      signIn,
      log: createLogger({ name: 'verifier', level: 'silent' }),
      ...settings,
    });
    await verifier.run(new AbortController().signal);
    await verifier.idle();
    const { rows } = await sql<{ sessions: number }>`select count(*)::int as sessions from session`.execute(api);
    return { sessions: rows[0]?.sessions, mostInOneTurn: mostInOneTurn() };
  }

  test('default: each gets a session, and others are served between two verifications', async () => {
    const { sessions, mostInOneTurn } = await signInAtOnce({});
    expect(sessions).toBe(SIGN_INS);
    expect(mostInOneTurn).toBe(1);
  });

  test('broken twin: without slots a batch is verified without a pause', async () => {
    const { mostInOneTurn } = await signInAtOnce({ slot: async () => undefined });
    expect(mostInOneTurn).toBeGreaterThan(1);
  });
});
