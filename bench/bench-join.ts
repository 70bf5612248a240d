import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, databaseOver } from '@city-mint/server/platform/database/database';
import { createJoinRound } from '@city-mint/server/rounds/join/commands';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { checkJoins } from './measure/check-joins.ts';
import type { LoadFigure } from './measure/http-load.ts';
import { report } from './measure/report.ts';
import { percentile, roundTo, secondsSince } from './measure/statistics.ts';
import { measureTpcb } from './measure/tpcb.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second into one round through the server's command, against TPC-B on the same database in the same run.
 * Ranks, sums and the quota are verified to the unit. Target: 6 times the transaction as pgbench sends it; the same
 * five statements in one function call are measured too.
 */
const WALLETS = 100_000;
const CALLERS = [500, 1_000, 2_000];
const SECONDS = 6;
const TARGET = 6;

await withPostgres(async (url) => {
  const owner = databaseOver(createPool({ url, statementTimeoutMs: 120_000 }));
  const users: bigint[] = [];
  for (let made = 0; made < WALLETS; made += 10_000) {
    users.push(...(await buildParticipants(owner, { count: 10_000, available: 1_000_000n * JU })));
  }
  await sql`vacuum analyze`.execute(owner);
  const tpcb = await measureTpcb(url, 3);
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100_000_000n * JU) }));
  const pool = createPool({ url, role: 'city_mint_api', maxConnections: 4 });
  const joinRound = createJoinRound({ pool, db: databaseOver(pool) });
  const figures: (LoadFigure & { callers: number })[] = [];
  for (const callers of CALLERS) {
    const figure = await drive({ callers, round, users, joinRound });
    const latency = `p50 ${figure.p50Ms.toFixed(1)} ms, p99 ${figure.p99Ms.toFixed(1)} ms`;
    console.log(`joins, ${callers} callers: ${figure.perSecond.toFixed(0)}/s, ${latency}`);
    figures.push({ callers, ...figure });
  }
  const checks = await checkJoins(owner, round.roundId);
  const best = figures.reduce((a, b) => (a.perSecond > b.perSecond ? a : b));
  const ratio = best.perSecond / tpcb.statements.perSecond;
  await pool.end();
  await owner.destroy();
  report({
    bench: 'join',
    value: Math.round(best.perSecond),
    unit: 'joins/s',
    limit: Math.round(tpcb.statements.perSecond),
    limitOf: `TPC-B as pgbench sends it, ${tpcb.statements.clients} clients`,
    ratio: roundTo(ratio, 2),
    target: `ratio >= ${TARGET}, exact`,
    met: ratio >= TARGET && checks.exact,
    details: {
      ...checks,
      oneCall: {
        perSecond: Math.round(tpcb.oneCall.perSecond),
        ratio: roundTo(best.perSecond / tpcb.oneCall.perSecond, 2),
      },
      figures,
    },
  });
});

type Drive = {
  readonly callers: number;
  readonly round: OpenRound;
  readonly users: readonly bigint[];
  readonly joinRound: ReturnType<typeof createJoinRound>;
};

/** Each caller joins again as soon as it has an answer, each time with another of its wallets. */
async function drive({ callers, round, users, joinRound }: Drive): Promise<LoadFigure> {
  const amount = tokenAmount(JU);
  const latencies: number[] = [];
  const started = performance.now();
  const endsAt = started + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: callers }, async (_unused, caller) => {
      for (let joinCount = 0; performance.now() < endsAt; joinCount += 1) {
        const userId = users[(caller + joinCount * callers) % users.length] ?? 0n;
        const from = performance.now();
        const answer = await joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
        latencies.push(performance.now() - from);
        if (!('order' in answer)) throw new Error(`refused: ${answer.refusal}`);
      }
    }),
  );
  return {
    perSecond: latencies.length / secondsSince(started),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}
