import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { report } from './measure/report.ts';
import { percentile, roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * How long a wallet waits for the session once it has signed: the api stores the request, a verifier verifies the
 * signature and opens the session. 200 wallets one after the other, against the api's answer with the text to sign,
 * which needs no other process; then 2,000 at once, each of which has to get a session of its own. Api, verifier and
 * wallets share this process. Target: 95 of 100 wait at most 300 ms longer than for the text.
 */
const ALONE = 200;
const AT_ONCE = 2_000;
const ALLOWED_MS = 300;

type Signed = { readonly sign_hex: string; readonly nonce: string };

await withPostgres(async (databaseUrl) => {
  // All wallets call from one address.
  const api = await startTestApi({ databaseUrl, env: { CONNECTIONS_PER_ADDRESS: '1000000' } });
  try {
    const texts: number[] = [];
    const sessions: number[] = [];
    await signInAlone(api, { texts: [], sessions: [] });
    for (let turn = 0; turn < ALONE; turn += 1) await signInAlone(api, { texts, sessions });
    const crowd = await signInAtOnce(api);
    const text = percentile(texts, 0.5);
    const value = percentile(sessions, 0.95);
    const limit = text + ALLOWED_MS;
    report({
      bench: 'sign-in',
      value: roundTo(value, 1),
      unit: 'ms until the session, p95',
      limit: roundTo(limit, 1),
      limitOf: `the text to sign, p50, and ${ALLOWED_MS} ms`,
      ratio: roundTo(value / limit, 3),
      target: `ratio <= 1, ${AT_ONCE} sessions of ${AT_ONCE} at once`,
      met: value <= limit && crowd.sessions === AT_ONCE,
      details: {
        text: { p50Ms: roundTo(text, 1), p95Ms: roundTo(percentile(texts, 0.95), 1) },
        session: { p50Ms: roundTo(percentile(sessions, 0.5), 1), p99Ms: roundTo(percentile(sessions, 0.99), 1) },
        atOnce: crowd,
      },
    });
  } finally {
    await api.stop();
  }
});

function newAccount(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey());
}

/** Has the account sign a text of the api. */
async function sign(api: TestApi, account: PrivateKeyAccount, texts: number[]): Promise<Signed> {
  const startedAt = performance.now();
  const text = await api
    .client()
    .call('POST /api/app/user/signMessage', { eth_address: account.address, domain: TEST_DOMAIN, uri: TEST_URI });
  texts.push(performance.now() - startedAt);
  if (!text.ok) throw new Error(text.error);
  return { sign_hex: await account.signMessage({ message: text.data.message }), nonce: text.data.nonce };
}

/** Signs in a new wallet; adds the milliseconds of both calls. */
async function signInAlone(api: TestApi, times: { texts: number[]; sessions: number[] }): Promise<void> {
  const signed = await sign(api, newAccount(), times.texts);
  const startedAt = performance.now();
  const session = await api.client().call('POST /api/app/user/login', signed);
  times.sessions.push(performance.now() - startedAt);
  if (!session.ok) throw new Error(session.error);
}

/** Signs in many wallets at once, of which each has its text; returns how many different sessions they get. */
async function signInAtOnce(api: TestApi) {
  const orders: Signed[] = [];
  for (let made = 0; made < AT_ONCE; made += 1) orders.push(await sign(api, newAccount(), []));
  const startedAt = performance.now();
  const waits: number[] = [];
  const answers = await Promise.all(
    orders.map(async (order) => {
      const answer = await api.client().call('POST /api/app/user/login', order);
      waits.push(performance.now() - startedAt);
      return answer;
    }),
  );
  const tokens = answers.flatMap((answer) => (answer.ok ? [answer.data.token] : []));
  return {
    sessions: new Set(tokens).size,
    seconds: roundTo(secondsSince(startedAt), 2),
    p50Ms: roundTo(percentile(waits, 0.5), 0),
    refused: answers.flatMap((answer) => (answer.ok ? [] : [answer.error])).slice(0, 3),
  };
}
