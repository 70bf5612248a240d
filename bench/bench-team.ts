import { parseArgs } from 'node:util';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { refreshLeaderboards } from '@city-mint/server/team/commands/leaderboards';
import { createTreeCache } from '@city-mint/server/team/commands/roll-up/tree-cache';
import { rollUpTeam } from '@city-mint/server/team/commands/roll-up-team';
import { readTree } from '@city-mint/server/team/store/tree';
import { startTestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { median, percentile, roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Orders a second whose team figures are rolled up a tree of `--users` users (1,000,000) that contains a chain of
 * 10,000, by a worker that remembers the tree: the median of three rounds, against plain SQL that writes as many rows
 * in the same run. The time for all bindings, once; for reading the tree, as a worker does that takes over; and GET
 * /api/biz/team over HTTP at all depths. Afterwards the figures are compared with a recomputation from scratch.
 */
const { values } = parseArgs({
  options: { users: { type: 'string', default: '1000000' }, orders: { type: 'string', default: '200000' } },
});
const users = Number(values.users);
const orders = Number(values.orders);
const CHAIN = Math.min(10_000, users / 10);
const READERS = 200;
const READS = 5_000;
const REPETITIONS = 3;
const ORDERS_PER_SECOND = 25_000;
const RATIO = 0.3;
const BINDING_SECONDS = 15;
const TARGET =
  `>= ${ORDERS_PER_SECOND} orders/s, ratio >= ${RATIO}, ` +
  `bindings in <= ${BINDING_SECONDS} s, p99 of /team <= 200 ms, exact`;

const cache = createTreeCache();

await withPostgres(async (url) => {
  const db = databaseOver(createPool({ url, statementTimeoutMs: 600_000 }));
  const worker = databaseOver(createPool({ url, role: 'city_mint_worker', statementTimeoutMs: 300_000 }));
  await seedTree(db);
  const binding = await rollUpAll(worker);
  console.log(`${users} bindings rolled up in ${binding.seconds.toFixed(1)} s`);
  await sql`vacuum analyze`.execute(db);
  await settleRound(db, 1);
  await rollUpAll(worker);
  await sql`vacuum analyze team_member`.execute(db);

  const runs: number[] = [];
  for (let n = 2; n < 2 + REPETITIONS; n += 1) runs.push(await measureRound(db, worker, n));
  const seconds = median(runs);
  const perSecond = orders / seconds;
  const exact = await isExact(db);
  const readFrom = performance.now();
  await readTree(db);
  const readTreeSeconds = secondsSince(readFrom);
  const boardsFrom = performance.now();
  await refreshLeaderboards(worker, { everyMs: 0 });
  const boardsSeconds = secondsSince(boardsFrom);
  const reading = await readTeams(db, url);
  const { seconds: plain, rows } = await writePlainRows(db);
  console.log(`a plain update of ${rows} rows and the same rows of the day: ${plain.toFixed(1)} s`);
  console.log(`GET /api/biz/team: p50 ${reading.p50Ms.toFixed(2)} ms, p99 ${reading.p99Ms.toFixed(2)} ms`);
  await Promise.all([db.destroy(), worker.destroy()]);
  const ratio = plain / seconds;
  report({
    bench: 'team',
    value: Math.round(perSecond),
    unit: 'orders/s',
    limit: Math.round(orders / plain),
    limitOf: 'plain statements that write the same number of rows of the same tables',
    ratio: roundTo(ratio, 2),
    target: TARGET,
    met: [
      perSecond >= ORDERS_PER_SECOND,
      ratio >= RATIO,
      binding.seconds <= BINDING_SECONDS,
      reading.p99Ms <= 200,
      exact,
    ].every(Boolean),
    details: {
      ...{ users, orders, rows, exact, ...reading },
      spread: runs.map((run) => Math.round(orders / run)),
      bindingSeconds: roundTo(binding.seconds, 1),
      readTreeSeconds: roundTo(readTreeSeconds, 2),
      boardsSeconds: roundTo(boardsSeconds, 2),
      workerMb: Math.round(process.memoryUsage().rss / 1_048_576),
    },
  });
});

/** Adds users whose inviters are random earlier users; the last users form a chain. */
async function seedTree(db: Database): Promise<void> {
  await sql`select setseed(0.5)`.execute(db);
  await sql`insert into app_user (address)
    select '0x' || lpad(to_hex(n), 40, '0') from generate_series(1, ${users}::int) n`.execute(db);
  await sql`insert into participant (user_id, inviter_id)
    select n, case when n = 1 then null when n > ${users - CHAIN}::int then n - 1 else 1 + floor(random() * (n - 1)) end
    from generate_series(1, ${users}::int) n`.execute(db);
  await sql`insert into team_bind (user_id, inviter_id)
    select user_id, inviter_id from participant where inviter_id is not null order by user_id`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Adds a minted round of random users, each with one order; the end of the chain is among them. */
async function settleRound(db: Database, n: number): Promise<void> {
  await sql`insert into round
      (id, plan_id, city_id, phase, number, state, opens_at, closes_at, quota, minimum, wallet_maximum, late_ms)
    overriding system value
    values (${n}, 0, 0, 1, ${n}, 'minted', now() - interval '1 hour', now(), 1, 0, 0, 0)`.execute(db);
  await sql`insert into round_settlement
    (round_id, outcome, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
    values (${n}, 'minted', ${orders}, 0, 0, 0, 0, '{}')`.execute(db);
  await sql`
    insert into order_settlement (order_id, round_id, user_id, rank, amount, late, inviter_id, reward)
    select ${n}::bigint * 10000000 + row_number() over (), ${n}, u, row_number() over (),
      (1 + floor(random() * 1000)) * 1e18::numeric, false, p.inviter_id, 3e15::numeric
    from (
      select ${users}::int as u union
      select u from (
        select n as u from generate_series(1, ${users - 1}::int) n order by random() limit ${orders - 1}::int
      ) random_users
    ) chosen join participant p on p.user_id = u`.execute(db);
  await sql`analyze order_settlement`.execute(db);
}

/** Rolls up a new round on an empty day, so that its rows are inserted, as by the plain statements; returns seconds. */
async function measureRound(db: Database, worker: Database, n: number): Promise<number> {
  await settleRound(db, n);
  await sql`truncate team_day`.execute(db);
  await sql`vacuum team_member`.execute(db);
  const { seconds, steps } = await rollUpAll(worker);
  console.log(
    `${orders} orders rolled up in ${seconds.toFixed(1)} s, ${steps} steps: ${(orders / seconds).toFixed(0)}/s`,
  );
  return seconds;
}

async function rollUpAll(worker: Database): Promise<{ seconds: number; steps: number }> {
  const from = performance.now();
  let steps = 0;
  while (await rollUpTeam(worker, { cache })) {
    steps += 1;
    if (steps % 10 === 0) console.log(`step ${steps}: ${secondsSince(from).toFixed(1)} s`);
  }
  return { seconds: secondsSince(from), steps };
}

/**
 * Writes the rows of the last round again from stored figures, with nothing computed: those of the members that it
 * changed, in their order and with the worker's memory, and those of the day.
 */
async function writePlainRows(db: Database): Promise<{ seconds: number; rows: number }> {
  await sql`create table raw_figures as
    select * from team_member where xmin = (select xmin from team_round where round_id = ${1 + REPETITIONS})
    order by user_id`.execute(db);
  await sql`create table raw_day (like team_day including all)`.execute(db);
  await sql`vacuum analyze raw_figures, team_member, team_day`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from raw_figures`.execute(db);
  const from = performance.now();
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '256MB'`.execute(tx);
    await sql`insert into raw_day select * from team_day`.execute(tx);
    // One more in the first and the last column of those that a round changes, so that rows differ as the round’s do.
    await sql`update team_member m set
      inviter_id = t.inviter_id, has_joined = t.has_joined, direct_count = t.direct_count,
      joined_direct_count = t.joined_direct_count + 1, team_count = t.team_count, own_performance = t.own_performance,
      team_performance = t.team_performance, largest_leg = t.largest_leg, liquidated = t.liquidated,
      recommended = t.recommended, earned_for_inviter = t.earned_for_inviter, rewards = t.rewards + 1,
      granted_type = t.granted_type, reward_level = t.reward_level, node_type = t.node_type,
      performance_level = t.performance_level, team_level = t.team_level
      from raw_figures t where m.user_id = t.user_id`.execute(tx);
  });
  return { seconds: secondsSince(from), rows: rows[0]?.count ?? 0 };
}

/** Whether the stored figures equal sums and counts of the whole tree computed in memory, to the unit. */
async function isExact(db: Database): Promise<boolean> {
  const { rows: people } = await sql<{ user_id: bigint; inviter_id: bigint | null; own: bigint }>`
    select p.user_id, p.inviter_id, coalesce(sum(s.amount), 0) as own
    from participant p left join order_settlement s on s.user_id = p.user_id
    group by p.user_id order by p.user_id desc`.execute(db);
  const below = new BigInt64Array(users + 1);
  const largest = new BigInt64Array(users + 1);
  const counts = new Int32Array(users + 1);
  const unit = 10n ** 18n;
  for (const { user_id, inviter_id, own } of people) {
    if (inviter_id === null) continue;
    const [at, above] = [Number(user_id), Number(inviter_id)];
    const leg = (below[at] ?? 0n) + own / unit;
    below[above] = (below[above] ?? 0n) + leg;
    if (leg > (largest[above] ?? 0n)) largest[above] = leg;
    counts[above] = (counts[above] ?? 0) + 1 + (counts[at] ?? 0);
  }
  const { rows: stored } = await sql<{ user_id: bigint; team: bigint; largest: bigint; count: number }>`
    select user_id, team_performance as team, largest_leg as largest, team_count as count from team_member`.execute(db);
  const wrong = stored.filter(({ user_id, team, largest: leg, count }) => {
    const at = Number(user_id);
    return team !== (below[at] ?? 0n) * unit || leg !== (largest[at] ?? 0n) * unit || count !== counts[at];
  });
  if (wrong.length > 0) console.log(`${wrong.length} members are wrong, the first is ${wrong[0]?.user_id}`);
  return wrong.length === 0 && stored.length === users;
}

/** Reads teams with sessions of random users and of the chain's top, middle and end; returns the latencies. */
async function readTeams(db: Database, url: string): Promise<{ p50Ms: number; p99Ms: number }> {
  const readers = Array.from({ length: READERS }, (_unused, n) => {
    const ofChain = users - CHAIN + 1 + Math.floor(((CHAIN - 1) * n) / READERS);
    return { token: newToken(), userId: n % 2 === 0 ? 1 + Math.floor(Math.random() * users) : ofChain };
  });
  for (const { token, userId } of readers) {
    await sql`insert into session (token_hash, user_id, expires_at)
      values (${hashToken(token)}, ${userId}, now() + interval '1 day')`.execute(db);
  }
  const api = await startTestApi({ databaseUrl: url });
  const times: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const client = api.client(readers[n % READERS]?.token);
    const from = performance.now();
    const answer = await client.call('GET /api/biz/team', {});
    times.push(performance.now() - from);
    if (!answer.ok) throw new Error(answer.error);
  }
  await api.stop();
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
