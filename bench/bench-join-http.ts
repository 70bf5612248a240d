import { once } from 'node:events';
import { pickPort } from '@city-mint/devnet/ports';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { acceptAnyTerms } from '@city-mint/tests/builders/consent';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { startBareServer } from './measure/bare-server.ts';
import { checkJoins } from './measure/check-joins.ts';
import { buildWallets, fillOrders } from './measure/filled-database.ts';
import { type HttpLoadFigure, runLoad } from './measure/http-load.ts';
import { report } from './measure/report.ts';
import { BENCH_OPERATOR, startApi } from './measure/start-api.ts';
import { repeat, roundTo, spreadOf } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second over HTTP into one round, with the api as in production, of sessions drawn at random from 100,000
 * wallets, into a table of 1,000,000 orders: against bare servers that answer the same requests with the same text and
 * do nothing else, Node's own and Fastify, and against the api refusing an empty object. All are measured in turn,
 * three times, after one turn that does not count. Ranks and sums are verified to the unit. The rate limits are off,
 * since all requests come from one address.
 */
const WALLETS = 100_000;
const ORDERS = 1_000_000;
const CONNECTIONS = 512;
const REPETITIONS = 3;
const SECONDS = 5;
const TARGET_NODE = 0.4;
const TARGET_FASTIFY = 0.5;
/** Refusing takes no longer than joining, so that no one can slow the api down by mistakes. */
const TARGET_REFUSAL = 1;

await withPostgres(async (databaseUrl) => {
  const owner = createDatabase({ url: databaseUrl, statementTimeoutMs: 120_000 });
  const users = await buildWallets(owner, WALLETS);
  const tokens = await openSessions(owner, users);
  await fillOrders(databaseUrl, { users, orders: ORDERS });
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100_000_000n * JU) }));
  const { port } = await pickPort();
  const api = await startApi(databaseUrl, port);
  const order = JSON.stringify({
    roundId: round.roundId.toString(),
    amount: '1',
    termsHash: round.termsHash,
    requestId: 'REQUEST_ID',
  });
  const load = {
    tokens,
    path: '/api/biz/crowdfund',
    connections: CONNECTIONS,
    seconds: SECONDS,
    expected: '"code":200',
  };
  const answer = await joinOnce({ port, path: load.path, token: tokens[0] ?? '', order });
  const bare = await Promise.all(
    (['node:http', 'fastify'] as const).map(async (kind) => {
      const { port: barePort } = await pickPort();
      return { kind, port: barePort, server: await startBareServer({ kind, port: barePort, answer }) };
    }),
  );
  const measure = async () => {
    const joins = await runLoad({ ...load, port, body: order });
    const refusals = await runLoad({ ...load, port, body: '{}', expected: '"code":400' });
    const figures = { joins, refusals, node: joins, fastify: joins };
    for (const { kind, port: barePort } of bare) {
      figures[kind === 'fastify' ? 'fastify' : 'node'] = await runLoad({ ...load, port: barePort, body: order });
    }
    console.log(JSON.stringify(figures));
    return figures;
  };
  try {
    await measure();
    const figures = await repeat(REPETITIONS, measure);
    const checks = await checkJoins(owner, round.roundId);
    reportJoins(figures, checks);
  } finally {
    for (const { server } of [...bare, { server: api }]) {
      server.kill('SIGTERM');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    }
    await owner.destroy();
  }
});

type Figures = Readonly<Record<'joins' | 'refusals' | 'node' | 'fastify', HttpLoadFigure>>;

function reportJoins(figures: readonly Figures[], checks: { readonly orders: number; readonly exact: boolean }): void {
  const spread = (name: keyof Figures) => spreadOf(figures.map((figure) => figure[name].perSecond));
  const joins = spread('joins');
  const [node, fastify, refusals] = [spread('node'), spread('fastify'), spread('refusals')];
  const [ofNode, ofFastify] = [joins.median / node.median, joins.median / fastify.median];
  const refusalsOfJoins = refusals.median / joins.median;
  report({
    bench: 'join-http',
    value: joins.median,
    unit: 'joins/s over HTTP',
    limit: node.median,
    limitOf: 'a bare node:http server that answers the same requests with the same text',
    ratio: roundTo(ofNode, 2),
    target: `ratio >= ${TARGET_NODE}, ${TARGET_FASTIFY} of bare Fastify, refusals >= ${TARGET_REFUSAL} of joins, exact`,
    met: ofNode >= TARGET_NODE && ofFastify >= TARGET_FASTIFY && refusalsOfJoins >= TARGET_REFUSAL && checks.exact,
    repeated: { joins, 'node:http': node, Fastify: fastify, refusals },
    details: {
      ...checks,
      ofFastify: roundTo(ofFastify, 2),
      refusalsOfJoins: roundTo(refusalsOfJoins, 2),
      wallets: WALLETS,
      ordersBefore: ORDERS,
      connections: CONNECTIONS,
      figures,
    },
  });
}

type JoinCall = { readonly port: number; readonly path: string; readonly token: string; readonly order: string };

/** Joins once; returns the text of the answer. */
async function joinOnce({ port, path, token, order }: JoinCall): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: order.replace('REQUEST_ID', crypto.randomUUID()),
  });
  if (!answer.ok) throw new Error(`the join was refused: ${await answer.text()}`);
  return answer.text();
}

/** Opens a session for each user, with an accepted disclosure; returns the tokens. */
async function openSessions(owner: Database, users: readonly bigint[]): Promise<string[]> {
  await acceptAnyTerms(owner, users, BENCH_OPERATOR);
  const tokens = users.map(() => newToken());
  await sql`insert into session (token_hash, user_id, expires_at)
    select t.token_hash, t.user_id, now() + interval '1 day'
    from unnest(${tokens.map(hashToken)}::bytea[], ${users}::bigint[]) t (token_hash, user_id)`.execute(owner);
  return tokens;
}
