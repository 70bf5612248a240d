import { once } from 'node:events';
import { createClient } from '@city-mint/api-contract/client';
import { pickPort } from '@city-mint/devnet/ports';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { checkJoins } from './measure/check-joins.ts';
import { runLoad } from './measure/http-load.ts';
import { report } from './measure/report.ts';
import { API_DOMAIN, startApi } from './measure/start-api.ts';
import { roundTo } from './measure/statistics.ts';
import { measureTpcb } from './measure/tpcb.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second over HTTP into one round, with the api as in production and signed-in wallets, against the same server
 * answering an authenticated POST of an empty object, and against TPC-B on the same database. Ranks and sums are
 * verified to the unit. The rate limits are off, since all requests come from one address. Targets: 0.4 times the empty
 * call, 3 times TPC-B.
 */
const WALLETS = 512;
const CONNECTIONS = [256, 512];
const SECONDS = 6;
const TARGET_EMPTY = 0.4;
const TARGET_TPCB = 3;

await withPostgres(async (databaseUrl) => {
  const owner = createDatabase({ url: databaseUrl, statementTimeoutMs: 120_000 });
  const tpcb = await measureTpcb(databaseUrl, 2);
  const { port } = await pickPort();
  const api = await startApi(databaseUrl, port);
  try {
    const tokens = await signIn(`http://127.0.0.1:${port}`);
    await fund(owner);
    const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100_000_000n * JU) }));
    const call = { port, tokens, path: '/api/biz/crowdfund', seconds: SECONDS };
    const order = {
      roundId: round.roundId.toString(),
      amount: '1',
      termsHash: round.termsHash,
      requestId: 'REQUEST_ID',
    };
    const figures = [];
    for (const connections of CONNECTIONS) {
      const empty = await runLoad({ ...call, connections, body: '{}', expected: '"code":400' });
      const joins = await runLoad({ ...call, connections, body: JSON.stringify(order), expected: '"code":200' });
      figures.push({ connections, empty, joins });
      console.log(JSON.stringify(figures.at(-1)));
    }
    const checks = await checkJoins(owner, round.roundId);
    const joins = Math.max(...figures.map((figure) => figure.joins.perSecond));
    const empty = Math.max(...figures.map((figure) => figure.empty.perSecond));
    const ofTpcb = joins / tpcb.statements.perSecond;
    report({
      bench: 'join-http',
      value: Math.round(joins),
      unit: 'joins/s over HTTP',
      limit: Math.round(empty),
      limitOf: 'the same server answering an authenticated POST of an empty object',
      ratio: roundTo(joins / empty, 2),
      target: `ratio >= ${TARGET_EMPTY}, ${TARGET_TPCB} times TPC-B, exact`,
      met: joins / empty >= TARGET_EMPTY && ofTpcb >= TARGET_TPCB && checks.exact,
      details: {
        ...checks,
        tpcb: { perSecond: Math.round(tpcb.statements.perSecond), ratio: roundTo(ofTpcb, 2) },
        tpcbOneCall: {
          perSecond: Math.round(tpcb.oneCall.perSecond),
          ratio: roundTo(joins / tpcb.oneCall.perSecond, 2),
        },
        figures,
      },
    });
  } finally {
    api.kill('SIGTERM');
    await once(api, 'exit');
    await owner.destroy();
  }
});

/** Signs in new wallets, which accept the disclosure; returns their tokens. */
async function signIn(baseUrl: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: WALLETS }, async () => {
      const account = privateKeyToAccount(generatePrivateKey());
      let token: string | null = null;
      const client = createClient({ baseUrl, fetch, token: () => token, lang: () => 'en', timeoutMs: 60_000 });
      const signInRequest = { eth_address: account.address, domain: API_DOMAIN, uri: `https://${API_DOMAIN}/` };
      const text = await client.call('POST /api/app/user/signMessage', signInRequest);
      if (!text.ok) throw new Error(text.error);
      const { message, nonce } = text.data;
      const session = await client.call('POST /api/app/user/login', {
        sign_hex: await account.signMessage({ message }),
        nonce,
      });
      if (!session.ok) throw new Error(session.error);
      token = session.data.token;
      const disclosure = await client.call('GET /api/app/disclosure', {});
      if (!disclosure.ok) throw new Error(disclosure.error);
      const { hash } = disclosure.data;
      const consent = await client.call('POST /api/app/user/consent', { hash });
      if (!consent.ok) throw new Error(consent.error);
      return token;
    }),
  );
}

/** Credits a million JU to every user, as if recharged. */
async function fund(owner: Database): Promise<void> {
  await sql`select ledger_open_accounts(array_agg(account_available(id, currency_ju()))) from app_user`.execute(owner);
  await sql`select ledger_credit_many(kind_deposit(), account_custody(currency_ju()), array_agg(account_available(id,
    currency_ju()) order by id),
    array_agg(${(1_000_000n * JU).toString()}::numeric), array_agg(-id order by id)) from app_user`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
}
