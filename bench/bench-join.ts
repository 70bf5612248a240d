import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, databaseOver } from '@city-mint/server/platform/database/database';
import { createJoinRound } from '@city-mint/server/rounds/join/commands';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { checkJoins } from './measure/check-joins.ts';
import { report } from './measure/report.ts';
import { measureTpcb } from './measure/tpcb.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second into one hot round through the server's own command, against TPC-B on the same database in the same run; afterwards ranks,
 * sums and the quota are checked to the unit. Target: 6 times pgbench's transaction. The same five statements in one function call, which no
 * pgbench sends, are measured beside it.
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
  const figures: { callers: number; perSecond: number; p50Ms: number; p99Ms: number }[] = [];
  for (const callers of CALLERS) {
    const figure = await drive({ callers, round, users, joinRound });
    console.log(
      `joins, ${callers} callers: ${figure.perSecond.toFixed(0)}/s, p50 ${figure.p50Ms.toFixed(1)} ms, p99 ${figure.p99Ms.toFixed(1)} ms`,
    );
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
    ratio: Number(ratio.toFixed(2)),
    target: `ratio >= ${TARGET}, exact`,
    met: ratio >= TARGET && checks.exact,
    details: {
      ...checks,
      oneCall: {
        perSecond: Math.round(tpcb.oneCall.perSecond),
        ratio: Number((best.perSecond / tpcb.oneCall.perSecond).toFixed(2)),
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

/** Each caller joins again as soon as it has its answer, always with another wallet of its own share. */
async function drive({ callers, round, users, joinRound }: Drive) {
  const amount = tokenAmount(JU);
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: callers }, async (_unused, caller) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const userId = users[(caller + turn * callers) % users.length] ?? 0n;
        const from = performance.now();
        const answer = await joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
        latencies.push(performance.now() - from);
        if (!('order' in answer)) throw new Error(`refused: ${answer.refusal}`);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: latencies.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99) };
}
