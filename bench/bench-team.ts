import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { refreshLeaderboards } from '@city-mint/server/team/commands/refresh-leaderboards';
import { rollUpTeam } from '@city-mint/server/team/commands/roll-up-team';
import { startTestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * A tree of a million users, a chain of 10,000 hanging in it: orders a second for which the team figures are kept up, against a plain UPDATE
 * of the same rows in the same run; what a million bindings take; and reading /api/biz/team over HTTP from the top of the chain to its end.
 * `--users` and `--orders` set the sizes. Afterwards the figures are held against a recomputation from nothing.
 */
const users = sizeOf('--users', 1_000_000);
const orders = sizeOf('--orders', 200_000);
const CHAIN = Math.min(10_000, users / 10);
const READERS = 200;
const READS = 5_000;
const TARGET = 0.15;

await withPostgres(async (url) => {
  const db = databaseOver(createPool({ url, statementTimeoutMs: 600_000 }));
  const worker = databaseOver(createPool({ url, role: 'city_mint_worker', statementTimeoutMs: 300_000 }));
  await plantTree(db);
  const binding = await carryAll(worker);
  console.log(`${users} bindings carried in ${binding.seconds.toFixed(1)} s`);
  await sql`vacuum analyze`.execute(db);
  await settleRound(db, 1);
  await carryAll(worker);
  await sql`vacuum analyze team_member`.execute(db);

  await settleRound(db, 2);
  // The day begins anew, so that its rows are inserted and not updated, as in the limit.
  await sql`truncate team_day`.execute(db);
  const before = await updatesOf(db);
  const carrying = await carryAll(worker);
  const rows = (await updatesOf(db)) - before;
  const perSecond = orders / carrying.seconds;
  const steps = `${carrying.steps} steps, ${rows} rows`;
  console.log(`${orders} orders carried in ${carrying.seconds.toFixed(1)} s, ${steps}: ${perSecond.toFixed(0)}/s`);
  const raw = await updateRaw(db, rows);
  console.log(`a plain update of ${rows} rows and the same rows of the day: ${raw.toFixed(1)} s`);
  const boardsFrom = performance.now();
  await refreshLeaderboards(worker, { everyMs: 0 });
  const boardsSeconds = (performance.now() - boardsFrom) / 1_000;
  const exact = await check(db);
  const reading = await readTeams(db, url);
  console.log(`GET /api/biz/team: p50 ${reading.p50Ms.toFixed(2)} ms, p99 ${reading.p99Ms.toFixed(2)} ms`);
  await Promise.all([db.destroy(), worker.destroy()]);
  const ratio = raw / carrying.seconds;
  report({
    bench: 'team',
    value: Math.round(perSecond),
    unit: 'orders/s',
    limit: Math.round(orders / raw),
    limitOf: 'plain statements that write the same number of rows of the same tables',
    ratio: Number(ratio.toFixed(2)),
    target: `ratio >= ${TARGET}, p99 of /team <= 200 ms, exact`,
    met: ratio >= TARGET && reading.p99Ms <= 200 && exact,
    details: { users, orders, rows, ...reading, exact, bindingsPerSecond: users / binding.seconds, boardsSeconds },
  });
});

function sizeOf(flag: string, otherwise: number): number {
  const at = process.argv.indexOf(flag);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}

/** Everyone below somebody who came before at random; the last users are a chain. */
async function plantTree(db: Database): Promise<void> {
  await sql`select setseed(0.5)`.execute(db);
  await sql`insert into app_user (address) select '0x' || lpad(to_hex(n), 40, '0') from generate_series(1, ${users}::int) n`.execute(
    db,
  );
  await sql`insert into participant (user_id, inviter_id)
    select n, case when n = 1 then null when n > ${users - CHAIN}::int then n - 1 else 1 + floor(random() * (n - 1)) end
    from generate_series(1, ${users}::int) n`.execute(db);
  await sql`insert into team_bind (user_id, inviter_id)
    select user_id, inviter_id from participant where inviter_id is not null order by user_id`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** A minted round of random users, each with one order; the chain's end is among them. */
async function settleRound(db: Database, n: number): Promise<void> {
  await sql`insert into round (id, plan_id, city_id, phase, number, state, opens_at, closes_at, quota, minimum, wallet_maximum)
    overriding system value values (${n}, 0, 0, 1, ${n}, 'minted', now() - interval '1 hour', now(), 1, 0, 0)`.execute(
    db,
  );
  await sql`insert into round_settlement
    (round_id, outcome, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
    values (${n}, 'minted', ${orders}, 0, 0, 0, 0, '{}')`.execute(db);
  await sql`
    insert into order_settlement (order_id, round_id, user_id, rank, amount, inviter_id, reward)
    select ${n}::bigint * 10000000 + row_number() over (), ${n}, u, row_number() over (),
      (1 + floor(random() * 1000)) * 1e18::numeric, p.inviter_id, 3e15::numeric
    from (
      select ${users}::int as u union
      select u from (select n as u from generate_series(1, ${users - 1}::int) n order by random() limit ${orders - 1}::int) random_users
    ) chosen join participant p on p.user_id = u`.execute(db);
  await sql`analyze order_settlement`.execute(db);
}

async function carryAll(worker: Database): Promise<{ seconds: number; steps: number }> {
  const from = performance.now();
  let steps = 0;
  while (await rollUpTeam(worker)) {
    steps += 1;
    if (steps % 10 === 0) console.log(`step ${steps}: ${((performance.now() - from) / 1_000).toFixed(1)} s`);
  }
  return { seconds: (performance.now() - from) / 1_000, steps };
}

async function updatesOf(db: Database): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { rows } = await sql<{ n: bigint }>`
    select n_tup_upd as n from pg_stat_user_tables where relname = 'team_member'`.execute(db);
  return Number(rows[0]?.n ?? 0n);
}

/** The same rows of the same tables with figures that wait in a table: nothing is walked and nothing computed. */
async function updateRaw(db: Database, rows: number): Promise<number> {
  await sql`create table raw_figures as select * from team_member order by random() limit ${Math.min(rows, users)}::int`.execute(
    db,
  );
  await sql`create table raw_day (like team_day including all)`.execute(db);
  await sql`vacuum analyze raw_figures, team_member, team_day`.execute(db);
  const from = performance.now();
  await db.transaction().execute(async (tx) => {
    await sql`insert into raw_day select * from team_day`.execute(tx);
    await sql`update team_member m set inviter_id = t.inviter_id, has_joined = t.has_joined, direct_count = t.direct_count,
      joined_direct_count = t.joined_direct_count, team_count = t.team_count, own_performance = t.own_performance,
      team_performance = t.team_performance, largest_leg = t.largest_leg, liquidated = t.liquidated,
      recommended = t.recommended, earned_for_inviter = t.earned_for_inviter, rewards = t.rewards,
      granted_type = t.granted_type, reward_level = t.reward_level, node_type = t.node_type,
      performance_level = t.performance_level, team_level = t.team_level
      from raw_figures t where m.user_id = t.user_id`.execute(tx);
  });
  return (performance.now() - from) / 1_000;
}

/** Sums and counts of the whole tree in memory, those below first, against what is stored; to the unit. */
async function check(db: Database): Promise<boolean> {
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

/** Real sessions of random users and of the chain's top, middle and end. */
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
  times.sort((one, other) => one - other);
  return { p50Ms: times[READS / 2] ?? 0, p99Ms: times[Math.floor(READS * 0.99)] ?? 0 };
}
