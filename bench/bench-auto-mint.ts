import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { publishNextRound, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { buildAutoMint } from '@city-mint/tests/builders/auto-mint';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * A round opens with so many users on auto-mint (`--users 200000`): how long until it is open to everybody, against the raw row limit of the
 * same run, which is plain SQL that writes the same rows and decides nothing. Then ranks, sums and the log are checked to the unit, and a
 * round that fills half way is opened the same way. Target: at most 1.5 times the raw limit. Both turn by turn, five
 * times; the turn with the median ratio is reported.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '200000' }, chunk: { type: 'string' } } });
const CHUNK = values.chunk;
const USERS = Number(values.users);
const BATCH = 20_000;
const RUNS = 5;
const TARGET = 1.5;

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
  const turns: { raw: number; opening: number }[] = [];
  let isExact = true;
  for (let run = 1; run <= RUNS; run += 1) {
    await settleDown(owner);
    const raw = await writeSameRows(owner, run);
    await settleDown(owner);
    const whole = await open(owner, { worker, city: `Whole ${run}`, quota: BigInt(USERS) * 20n * JU });
    turns.push({ raw, opening: whole.seconds });
    isExact &&= await isExactly(owner, { roundId: whole.roundId, joined: USERS });
    console.log(`run ${run}: raw rows ${raw.toFixed(2)} s, opening ${whole.seconds.toFixed(2)} s`);
  }
  const half = await open(owner, { worker, city: 'Half', quota: BigInt(USERS / 2) * 10n * JU });
  isExact &&= await isExactly(owner, { roundId: half.roundId, joined: USERS / 2 });
  const peak = await readPeakMemory(owner);
  await Promise.all([owner.destroy(), worker.destroy()]);
  const { opening: value, raw: limit } = medianTurn(turns);
  const ratio = value / limit;
  report({
    bench: 'auto-mint',
    value: Number(value.toFixed(2)),
    unit: `s for ${USERS} users`,
    limit: Number(limit.toFixed(2)),
    limitOf: 'the same rows written by plain SQL',
    ratio: Number(ratio.toFixed(2)),
    target: `ratio <= ${TARGET}, exact`,
    met: ratio <= TARGET && isExact,
    details: {
      isExact,
      joinsPerSecond: Math.round(USERS / value),
      secondsWhenHalfIsSkipped: Number(half.seconds.toFixed(2)),
      serverPeakMiB: peak,
      turns,
    },
  });
});

/** What the opening writes: an order, a movement, a balance and a line of the log a user, all in one transaction, in copies of the tables. */
async function writeSameRows(owner: Database, run: number): Promise<number> {
  for (const table of ['ledger_account', 'ledger_transfer', 'mint_order', 'auto_mint_cycle']) {
    await sql`drop table if exists ${sql.table(`raw_${table}`)}`.execute(owner);
    await sql`create table ${sql.table(`raw_${table}`)} (like ${sql.table(table)} including all)`.execute(owner);
    if (table === 'ledger_account') await sql`alter table raw_ledger_account set (fillfactor = 60)`.execute(owner);
    // As full as the real ones: what stands there already costs too.
    await sql`insert into ${sql.table(`raw_${table}`)} overriding system value select * from ${sql.table(table)}`.execute(
      owner,
    );
    await sql`vacuum analyze ${sql.table(`raw_${table}`)}`.execute(owner);
  }
  await sql`checkpoint`.execute(owner);
  const started = performance.now();
  await owner.transaction().execute(async (tx) => {
    await sql`update raw_ledger_account set balance = balance - 1 where (id & 255) = 1`.execute(tx);
    await sql`insert into raw_ledger_transfer (id, debit_account, credit_account, amount, kind, source_id, debit_balance_after, credit_balance_after) overriding system value
      select ${run}::bigint << 40 | u, u * 256 + 1, 259, 10 * 10::numeric ^ 18, 5, ${run}::bigint << 40 | u, 990 * 10::numeric ^ 18, u * 10 * 10::numeric ^ 18
      from generate_series(1, ${USERS}::int) u`.execute(tx);
    await sql`insert into raw_mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id) overriding system value
      select ${run}::bigint << 40 | u, ${run}::bigint << 40, u, u, true, 10 * 10::numeric ^ 18, 10 * 10::numeric ^ 18, auto_mint_request(${run}::bigint << 40, u)
      from generate_series(1, ${USERS}::int) u`.execute(tx);
    await sql`insert into raw_auto_mint_cycle (id, user_id, round_id, event, order_id, rank, amount) overriding system value
      select ${run}::bigint << 40 | u, u, 1, 'joined', u, u, 10 * 10::numeric ^ 18 from generate_series(1, ${USERS}::int) u`.execute(
      tx,
    );
  });
  return (performance.now() - started) / 1_000;
}

/** Opens the first round of a plan as the worker does, part by part; seconds until it takes orders of everybody, or is full. */
async function open(
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
    const step = await advanceRound(worker, CHUNK === undefined ? {} : { chunkSize: Number(CHUNK) });
    if (step === undefined) throw new Error('nothing was due');
    const { state } = await owner
      .selectFrom('round')
      .select('state')
      .where('id', '=', step.roundId)
      .executeTakeFirstOrThrow();
    if (state !== 'scheduled') return { roundId: step.roundId, seconds: (performance.now() - started) / 1_000 };
  }
}

/** Ranks 1…n in turn, one movement an order, the escrow equal to the orders, a line in the log for everybody. */
async function isExactly(owner: Database, { roundId, joined }: { roundId: bigint; joined: number }): Promise<boolean> {
  const { rows } = await sql<{ is_exact: boolean }>`
    with orders as (
      select count(*) as n, count(distinct rank) as ranks, max(rank) as highest, sum(accepted) as sum,
        bool_and(in_turn) as in_turn from (
          select o.*, a.queue_position > lag(a.queue_position, 1, 0::bigint) over (order by o.rank) as in_turn
          from mint_order o join auto_mint a using (user_id) where o.round_id = ${roundId}
        ) o
    )
    select o.n = ${joined}::int and o.ranks = o.n and o.highest = o.n and o.in_turn
      and o.sum = (select filled from round where id = ${roundId})
      and o.sum = (select balance from ledger_account where id = ledger_account_id(${roundId}, 0, 3))
      and o.n = (select count(*) from ledger_transfer where kind = 5 and credit_account = ledger_account_id(${roundId}, 0, 3))
      and (select count(*) from auto_mint_cycle where round_id = ${roundId}) = ${USERS}::int as is_exact
    from orders o`.execute(owner);
  return rows[0]?.is_exact === true;
}

async function settleDown(owner: Database): Promise<void> {
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
}

/** The most memory that the server process of a worker's connection had at once; undefined where the system does not tell. */
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

function medianTurn(turns: readonly { raw: number; opening: number }[]) {
  const turn = turns.toSorted((a, b) => a.opening / a.raw - b.opening / b.raw)[Math.floor(turns.length / 2)];
  if (turn === undefined) throw new Error('nothing was measured');
  return turn;
}
