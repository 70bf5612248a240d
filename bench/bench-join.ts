import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { createPool, type Database, databaseOver } from '../apps/server/src/platform/database/database.ts';
import { createJoinRound } from '../apps/server/src/rounds/commands/join-round.ts';
import { buildParticipants } from '../tests/build/participants.ts';
import { buildPlan, JU, type OpenRound, openRound } from '../tests/build/rounds.ts';
import { report } from './measure/report.ts';
import { measureTpcb } from './measure/tpcb.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Joins a second into one hot round through the server's own command, against TPC-B on the same database in the same run; afterwards ranks,
 * sums and the quota are checked to the unit. Target: 4 times TPC-B.
 */
const WALLETS = 100_000;
const CALLERS = [500, 1_000, 2_000];
const SECONDS = 6;
const TARGET = 4;

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
  const checks = await check(owner, round);
  const best = figures.reduce((a, b) => (a.perSecond > b.perSecond ? a : b));
  const ratio = best.perSecond / tpcb.perSecond;
  await pool.end();
  await owner.destroy();
  report({
    bench: 'join',
    value: Math.round(best.perSecond),
    unit: 'joins/s',
    limit: Math.round(tpcb.perSecond),
    limitOf: `TPC-B, ${tpcb.way}, ${tpcb.clients} clients`,
    ratio: Number(ratio.toFixed(2)),
    target: `ratio >= ${TARGET}, exact`,
    met: ratio >= TARGET && checks.exact,
    details: { ...checks, figures },
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

/** Ranks 1…n, one movement an order, and sums equal to the unit, never over the quota. */
async function check(db: Database, round: OpenRound) {
  const { rows } = await sql<{
    orders: number;
    ranks: number;
    highest: number;
    sum: bigint;
    filled: bigint;
    quota: bigint;
    escrow: bigint;
    moves: number;
  }>`
    select count(*)::int as orders, count(distinct rank)::int as ranks, max(rank) as highest, sum(accepted) as sum,
      (select filled from round where id = ${round.roundId}) as filled, (select quota from round where id = ${round.roundId}) as quota,
      (select balance from ledger_account where id = ledger_account_id(${round.roundId}, 0, 3)) as escrow,
      (select count(*)::int from ledger_transfer where kind = 5) as moves
    from mint_order where round_id = ${round.roundId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no orders');
  const exact =
    row.ranks === row.orders &&
    row.highest === row.orders &&
    row.sum === row.filled &&
    row.filled <= row.quota &&
    row.escrow === row.sum &&
    row.moves === row.orders;
  return { orders: row.orders, exact };
}
