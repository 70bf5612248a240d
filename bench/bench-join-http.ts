import { once } from 'node:events';
import { pickPort } from '@city-mint/devnet/ports';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { acceptAnyTerms } from '@city-mint/tests/builders/consent';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { checkJoins } from './measure/check-joins.ts';
import { buildWallets, fillOrders } from './measure/filled-database.ts';
import { runLoad } from './measure/http-load.ts';
import { report } from './measure/report.ts';
import { BENCH_OPERATOR, startApi } from './measure/start-api.ts';
import { repeat, roundTo, spreadOf } from './measure/statistics.ts';
import { prepareTpcb } from './measure/tpcb.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second over HTTP into one round, with the api as in production, of sessions drawn at random from 100,000
 * wallets, into a table of 1,000,000 orders: against the same server answering an authenticated POST of an empty object
 * and against TPC-B on the same server. The two calls are measured in turn, three times, after one turn that does not
 * count; TPC-B before and afterwards. Ranks and sums are verified to the unit. The rate limits are off, since all
 * requests come from one address. Targets: 0.65 times the empty call, 4.5 times TPC-B.
 */
const WALLETS = 100_000;
const ORDERS = 1_000_000;
const CONNECTIONS = 512;
const REPETITIONS = 3;
const SECONDS = 5;
const TARGET_EMPTY = 0.65;
const TARGET_TPCB = 4.5;

await withPostgres(async (databaseUrl) => {
  const tpcb = await prepareTpcb(databaseUrl);
  await tpcb.measure();
  const owner = createDatabase({ url: databaseUrl, statementTimeoutMs: 120_000 });
  const users = await buildWallets(owner, WALLETS);
  const tokens = await openSessions(owner, users);
  await fillOrders(databaseUrl, { users, orders: ORDERS });
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100_000_000n * JU) }));
  const { port } = await pickPort();
  const api = await startApi(databaseUrl, port);
  try {
    const call = { port, tokens, path: '/api/biz/crowdfund', connections: CONNECTIONS };
    const order = JSON.stringify({
      roundId: round.roundId.toString(),
      amount: '1',
      termsHash: round.termsHash,
      requestId: 'REQUEST_ID',
    });
    const measure = async (seconds: number) => {
      const empty = await runLoad({ ...call, seconds, body: '{}', expected: '"code":400' });
      const joins = await runLoad({ ...call, seconds, body: order, expected: '"code":200' });
      console.log(JSON.stringify({ empty, joins }));
      return { empty, joins };
    };
    await measure(SECONDS);
    const figures = await repeat(REPETITIONS, () => measure(SECONDS));
    await tpcb.measure();
    const checks = await checkJoins(owner, round.roundId);
    const reference = await tpcb.end();
    const joins = spreadOf(figures.map((figure) => figure.joins.perSecond));
    const empty = spreadOf(figures.map((figure) => figure.empty.perSecond));
    const ofEmpty = joins.median / empty.median;
    const ofTpcb = joins.median / reference.perSecond;
    report({
      bench: 'join-http',
      value: joins.median,
      unit: 'joins/s over HTTP',
      limit: empty.median,
      limitOf: 'the same server answering an authenticated POST of an empty object',
      ratio: roundTo(ofEmpty, 2),
      target: `ratio >= ${TARGET_EMPTY}, ${TARGET_TPCB} times TPC-B, exact`,
      met: ofEmpty >= TARGET_EMPTY && ofTpcb >= TARGET_TPCB && checks.exact,
      repeated: { joins, 'empty call': empty, 'TPC-B': reference.measured },
      details: {
        ...checks,
        tpcb: { ...reference, perSecond: Math.round(reference.perSecond), ratio: roundTo(ofTpcb, 2) },
        wallets: WALLETS,
        ordersBefore: ORDERS,
        connections: CONNECTIONS,
        figures,
      },
    });
  } finally {
    api.kill('SIGTERM');
    await once(api, 'exit');
    await owner.destroy();
  }
});

/** Opens a session for each user, with an accepted disclosure; returns the tokens. */
async function openSessions(owner: Database, users: readonly bigint[]): Promise<string[]> {
  await acceptAnyTerms(owner, users, BENCH_OPERATOR);
  const tokens = users.map(() => newToken());
  await sql`insert into session (token_hash, user_id, expires_at)
    select t.token_hash, t.user_id, now() + interval '1 day'
    from unnest(${tokens.map(hashToken)}::bytea[], ${users}::bigint[]) t (token_hash, user_id)`.execute(owner);
  return tokens;
}
