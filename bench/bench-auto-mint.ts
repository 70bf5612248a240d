import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { type AdvanceSettings, advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { publishNextRound, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { buildAutoMint } from '@city-mint/tests/builders/auto-mint';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Time to open a round with `--users` users on auto-mint (200,000) over two connections, or `--connections 1`, against
 * plain SQL that writes the same rows and decides nothing. Ranks, sums and the log are verified to the unit, also for a
 * round that is full with half the users. Both are measured alternately, five times; the run with the median ratio is
 * reported. Target: at most 1.4 times.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '200000' },
    chunk: { type: 'string' },
    connections: { type: 'string', default: '2' },
  },
});
const SETTINGS: AdvanceSettings = {
  opensOnTwo: values.connections === '2',
  ...(values.chunk === undefined ? {} : { chunkSize: Number(values.chunk) }),
};
const USERS = Number(values.users);
const BATCH = 20_000;
const RUNS = 5;
const TARGET = 1.4;

await withPostgres(async (url) => {
  const owner = databaseOver(createPool({ url, statementTimeoutMs: 600_000 }));
  const worker = databaseOver(createPool({ url, role: 'city_mint_worker', statementTimeoutMs: 600_000 }));
  for (let made = 0; made < USERS; made += BATCH) {
    const count = Math.min(BATCH, USERS - made);
    const ids = await buildParticipants(owner, { count, available: 1_000n * JU });
    await buildAutoMint(
      owner,
      ids.map((userId) => ({ userId, keep: JU, perRoundMaximum: 10n * JU, stopAfterLosses: 3 })),
    );
  }
  const runs: OpeningRun[] = [];
  let areAllExact = true;
  for (let run = 1; run <= RUNS; run += 1) {
    await vacuumAndCheckpoint(owner);
    const plain = await writeSameRows(owner, run);
    await vacuumAndCheckpoint(owner);
    const whole = await openWithAutoMint(owner, { worker, city: `Whole ${run}`, quota: BigInt(USERS) * 20n * JU });
    runs.push({ plain, opening: whole.seconds });
    areAllExact &&= await isExact(owner, { roundId: whole.roundId, joined: USERS });
    console.log(`run ${run}: plain rows ${plain.toFixed(2)} s, opening ${whole.seconds.toFixed(2)} s`);
  }
  const half = await openWithAutoMint(owner, { worker, city: 'Half', quota: BigInt(USERS / 2) * 10n * JU });
  areAllExact &&= await isExact(owner, { roundId: half.roundId, joined: USERS / 2 });
  const peak = await readPeakMemory(owner);
  await Promise.all([owner.destroy(), worker.destroy()]);
  const { opening: value, plain: limit } = medianRun(runs);
  const ratio = value / limit;
  report({
    bench: 'auto-mint',
    value: roundTo(value, 2),
    unit: `s for ${USERS} users`,
    limit: roundTo(limit, 2),
    limitOf: 'the same rows written by plain SQL',
    ratio: roundTo(ratio, 2),
    target: `ratio <= ${TARGET}, exact`,
    met: ratio <= TARGET && areAllExact,
    details: {
      isExact: areAllExact,
      joinsPerSecond: Math.round(USERS / value),
      secondsWhenHalfIsSkipped: roundTo(half.seconds, 2),
      serverPeakMiB: peak,
      runs,
    },
  });
});

/** Writes the opening's rows per user (order, transfer, balance, log row) in one transaction; returns seconds. */
async function writeSameRows(owner: Database, run: number): Promise<number> {
  for (const table of ['ledger_account', 'ledger_transfer', 'mint_order', 'auto_mint_cycle']) {
    await sql`drop table if exists ${sql.table(`raw_${table}`)}`.execute(owner);
    await sql`create table ${sql.table(`raw_${table}`)} (like ${sql.table(table)} including all)`.execute(owner);
    if (table === 'ledger_account') await sql`alter table raw_ledger_account set (fillfactor = 60)`.execute(owner);
    // With as many rows as the real tables, since existing rows cost time too.
    await sql`insert into ${sql.table(`raw_${table}`)} overriding system value
      select * from ${sql.table(table)}`.execute(owner);
    await sql`vacuum analyze ${sql.table(`raw_${table}`)}`.execute(owner);
  }
  await sql`checkpoint`.execute(owner);
  const started = performance.now();
  await owner.transaction().execute(async (tx) => {
    await sql`update raw_ledger_account set balance = balance - 1 where (id & 255) = 1`.execute(tx);
    await sql`insert into raw_ledger_transfer (id, debit_account, credit_account, amount, kind, source_id,
        debit_balance_after, credit_balance_after) overriding system value
      select ${run}::bigint << 40 | u, u * 256 + 1, 259, 10 * 10::numeric ^ 18, 5, ${run}::bigint << 40 | u,
        990 * 10::numeric ^ 18, u * 10 * 10::numeric ^ 18
      from generate_series(1, ${USERS}::int) u`.execute(tx);
    await sql`insert into raw_mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id,
        joined_at, late)
      overriding system value
      select ${run}::bigint << 40 | u, ${run}::bigint << 40, u, u, true, 10 * 10::numeric ^ 18, 10 * 10::numeric ^ 18,
        auto_mint_request(${run}::bigint << 40, u), now(), false
      from generate_series(1, ${USERS}::int) u`.execute(tx);
    await sql`insert into raw_auto_mint_cycle (id, user_id, round_id, event, order_id, rank, amount)
      overriding system value
      select ${run}::bigint << 40 | u, u, 1, 'joined', u, u, 10 * 10::numeric ^ 18
      from generate_series(1, ${USERS}::int) u`.execute(tx);
  });
  return secondsSince(started);
}

/** Opens the first round of a plan as the worker does, step by step; returns the seconds until it is open or full. */
async function openWithAutoMint(
  owner: Database,
  { worker, city, quota }: { worker: Database; city: string; quota: bigint },
): Promise<{ roundId: bigint; seconds: number }> {
  await owner.insertInto('city').values({ name: city, latitude: 0, longitude: 0 }).execute();
  const plan = buildPlan({ city, firstQuota: tokenAmount(quota) });
  const answer = await publishPlan(owner, plan);
  if (!('planId' in answer)) throw new Error(JSON.stringify(answer));
  await owner.updateTable('round').set({ due_at: null }).execute();
  await publishNextRound(worker);
  const started = performance.now();
  for (;;) {
    const step = await advanceRound(worker, SETTINGS);
    if (step === undefined) throw new Error('nothing was due');
    const { state } = await owner
      .selectFrom('round')
      .select('state')
      .where('id', '=', step.roundId)
      .executeTakeFirstOrThrow();
    if (state !== 'scheduled') return { roundId: step.roundId, seconds: secondsSince(started) };
  }
}

/**
 * Returns whether ranks 1…n follow the queue, with a transfer and a log row per order, and an escrow equal to the
 * orders.
 */
async function isExact(owner: Database, { roundId, joined }: { roundId: bigint; joined: number }): Promise<boolean> {
  const { rows } = await sql<{ is_exact: boolean }>`
    with orders as (
      select count(*) as n, count(distinct rank) as ranks, max(rank) as highest, sum(accepted) as sum,
        bool_and(in_order) as in_order from (
          select o.*, a.queue_position > lag(a.queue_position, 1, 0::bigint) over (order by o.rank) as in_order
          from mint_order o join auto_mint a using (user_id) where o.round_id = ${roundId}
        ) o
    )
    select o.n = ${joined}::int and o.ranks = o.n and o.highest = o.n and o.in_order
      and o.sum = (select filled from round where id = ${roundId})
      and o.sum = (select balance from ledger_account where id = account_escrow(${roundId}))
      and o.n = (select count(*) from ledger_transfer
        where kind = kind_join() and credit_account = account_escrow(${roundId}))
      and (select count(*) from auto_mint_cycle where round_id = ${roundId}) = ${USERS}::int as is_exact
    from orders o`.execute(owner);
  return rows[0]?.is_exact === true;
}

async function vacuumAndCheckpoint(owner: Database): Promise<void> {
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
}

/** Returns the peak memory (MiB) of the worker's backends; undefined without /proc. */
async function readPeakMemory(owner: Database): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'city-mint city_mint_worker'`.execute(owner);
  const peaks = rows.flatMap(({ pid }) => {
    try {
      const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return kib === undefined ? [] : [Number(kib) / 1_024];
    } catch {
      return [];
    }
  });
  return peaks.length === 0 ? undefined : Math.round(Math.max(...peaks));
}

/** Seconds of the plain statements and of the opening, measured in turn. */
type OpeningRun = { readonly plain: number; readonly opening: number };

function medianRun(runs: readonly OpeningRun[]): OpeningRun {
  const byRatio = runs.toSorted((a, b) => a.opening / a.plain - b.opening / b.plain);
  const run = byRatio[Math.floor(runs.length / 2)];
  if (run === undefined) throw new Error('nothing was measured');
  return run;
}
