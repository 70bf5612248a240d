import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { isWithin, type SpanSum, type SpansOrder, spanOf } from '#platform/database/time-spans.ts';
import type { EarningKey, EarningsPage } from '#rounds/earnings/queries/round-earnings.ts';

/** A machine's output on a day; hash rates and FMC in base units. */
export type MinedDay = {
  readonly day: number;
  readonly machineId: bigint;
  readonly hashRate: TokenAmount;
  readonly allHashRates: TokenAmount;
  readonly output: TokenAmount;
};

export type MiningPage = {
  readonly userId: bigint;
  /** UTC days from 1970, both inclusive. */
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  readonly after?: { readonly day: number; readonly machineId: bigint } | null;
  readonly limit: number;
};

/** Returns a page of the outputs of a user's machines, newest day first, and within a day newest machine first. */
export async function listMining(db: Database, page: MiningPage): Promise<MinedDay[]> {
  const { userId, fromDay = 0, toDay = 65_535, limit } = page;
  const after = page.after ?? { day: 65_535, machineId: 1n << 62n };
  // Reads day by day, so that the scan ends with the page: the primary key of machine_day begins with the day.
  const { rows } = await sql<{
    day: number;
    machine_id: bigint;
    hash_rate: bigint;
    all_hash_rates: bigint;
    output: bigint;
  }>`
    select d.day, m.machine_id, m.hash_rate, d.hash_rate as all_hash_rates, m.output
    from mining_day d
    cross join lateral (
      select machine_id, hash_rate, output from machine_day
      where machine_day.day = d.day and user_id = ${userId}
        and (d.day < ${after.day}::int or machine_id < ${after.machineId}::bigint)
      order by machine_id desc limit ${limit}::int
    ) m
    where d.day between ${fromDay}::int and least(${toDay}::int, ${after.day}::int)
    order by d.day desc, m.machine_id desc limit ${limit}::int`.execute(db);
  return rows.map((row) => ({
    day: row.day,
    machineId: row.machine_id,
    hashRate: tokenAmount(row.hash_rate),
    allHashRates: tokenAmount(row.all_hash_rates),
    output: tokenAmount(row.output),
  }));
}

/** The UTC day by the database's clock. The subquery computes it once, a plain call would for each row. */
const today = sql`(select utc_day(clock_timestamp()))`;

/**
 * Selects days of mining: a condition on a row `n` of `mining_day`; with a `limit` only the latest days with any
 * output.
 */
type DaysWanted = { readonly condition: RawBuilder<unknown>; readonly limit?: number };

/**
 * Returns a SELECT of the daily output of a user's machines, a row (day, paid_at, machines, hash_rate, output,
 * rows_read) per day: cached rows, and for later days the sums over `rows_read` machines.
 */
function minedByDay(userId: bigint, { condition, limit }: DaysWanted): RawBuilder<unknown> {
  // Newest day first, so that the search ends with the page. Days are paid in order.
  const upTo = limit === undefined ? sql`` : sql`limit ${limit}::int`;
  const hasOutput = limit === undefined ? sql`true` : sql`output > 0`;
  return sql`
    (select n.day, n.paid_at, c.machines, c.hash_rate, c.output, 0 as rows_read
    from cached_mined_day c join mining_day n on n.day = c.day
    where c.user_id = ${userId} and ${condition} and ${hasOutput}
    order by c.day desc ${upTo})
    union all
    (select n.day, n.paid_at, d.machines, d.hash_rate, d.output, d.machines
    from (
      select * from mining_day n
      where n.day > coalesce((select day from cached_mined_checkpoint where user_id = ${userId}), -1)
        and n.day >= (select min(first_day) from machine where user_id = ${userId})
        and n.day <= (select max(last_day) from machine where user_id = ${userId}) and ${condition}
      order by n.day desc offset 0
    ) n cross join lateral (
      select count(*)::int as machines, sum(hash_rate) as hash_rate, sum(output) as output
      from machine_day where day = n.day and user_id = ${userId} offset 0
    ) d
    where d.machines > 0 and ${hasOutput} ${upTo})`;
}

/**
 * FMC in base units: the total, the payments since the UTC day began, and those over 7 and 30 UTC days including today.
 */
export type MinedOver = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

export type MiningTotals = {
  readonly output: MinedOver;
  readonly lastMinedDay: number | null;
  readonly machines: number;
  /** Hash rate of the user's machines that mine today, and of all machines that do; base units. */
  readonly hashRate: TokenAmount;
  readonly allHashRates: TokenAmount;
  /** The number of machine days read for this result that could be cached. */
  readonly toCache: number;
};

/**
 * Returns the totals of a user's machines and of their output. A day's output counts from its payment, on the following
 * day. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function readMiningTotals(db: Database, userId: bigint): Promise<MiningTotals> {
  const rows = await executePrepared(
    db,
    sql<Record<'total' | 'today' | 'week' | 'month', bigint> & { last_mined_day: number | null; rows_read: number }>`
    select coalesce(sum(d.output), 0) as total, max(d.day) as last_mined_day,
      coalesce(sum(d.output) filter (where d.paid_at >= t.today), 0) as today,
      coalesce(sum(d.output) filter (where d.paid_at >= t.today - interval '6 days'), 0) as week,
      coalesce(sum(d.output) filter (where d.paid_at >= t.today - interval '29 days'), 0) as month,
      coalesce(sum(d.rows_read), 0)::int as rows_read
    from (${minedByDay(userId, { condition: sql`n.paid_at is not null` })}) d
    cross join (select date_trunc('day', clock_timestamp(), 'UTC') as today) t`,
  );
  const now = await executePrepared(
    db,
    sql<{ machines: number; hash_rate: bigint; all_hash_rates: bigint }>`
    select count(*)::int as machines,
      coalesce(sum(hash_rate) filter (where ${today} between first_day and last_day), 0) as hash_rate,
      coalesce((select hash_rate from mining_day where day = ${today}), 0) as all_hash_rates
    from machine where user_id = ${userId}`,
  );
  const [mined] = rows;
  const [rate] = now;
  return {
    output: {
      total: tokenAmount(mined?.total ?? 0n),
      today: tokenAmount(mined?.today ?? 0n),
      week: tokenAmount(mined?.week ?? 0n),
      month: tokenAmount(mined?.month ?? 0n),
    },
    lastMinedDay: mined?.last_mined_day ?? null,
    machines: rate?.machines ?? 0,
    hashRate: tokenAmount(rate?.hash_rate ?? 0n),
    allHashRates: tokenAmount(rate?.all_hash_rates ?? 0n),
    toCache: mined?.rows_read ?? 0,
  };
}

/** The output of a user's machines on a day, with the time of its payment. */
export type MinedPayment = {
  readonly key: EarningKey;
  readonly day: number;
  readonly machines: number;
  readonly amount: TokenAmount;
};

/** The code of mining in a list of earnings, after those of rounds and pools. */
const MINED_CODE = 8;

/** Returns the output of a user's machines, one entry per fully paid day, newest payment first. */
export async function listMinedPayments(
  db: Database,
  { userId, from, to, after, limit }: Omit<EarningsPage, 'kinds'>,
): Promise<MinedPayment[]> {
  const conditions = [
    sql`n.paid_at is not null`,
    ...(after == null
      ? []
      : [sql`(n.paid_at, ${MINED_CODE}, n.day) < (${timeOf(after.atUs)}, ${after.code}::int, ${after.id}::bigint)`]),
    ...(from === undefined ? [] : [sql`n.paid_at >= ${timeOf(BigInt(from) * 1000n)}`]),
    ...(to === undefined ? [] : [sql`n.paid_at < ${timeOf(BigInt(to) * 1000n)}`]),
  ];
  const wanted = { condition: sql.join(conditions, sql` and `), limit };
  const rows = await executePrepared(
    db,
    sql<{ at_us: bigint; day: number; machines: number; output: bigint }>`
    select (extract(epoch from m.paid_at) * 1000000)::bigint as at_us, m.day, m.machines, m.output
    from (${minedByDay(userId, wanted)}) m
    order by m.paid_at desc, m.day desc limit ${limit}::int`,
  );
  return rows.map(({ at_us, day, machines, output }) => ({
    key: { atUs: at_us, code: BigInt(MINED_CODE), id: BigInt(day) },
    day,
    machines,
    amount: tokenAmount(output),
  }));
}

function timeOf(us: bigint): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${us.toString()}::bigint * interval '1 microsecond')`;
}

/** Returns the output of a user's machines, by the span in which it was paid, only sums above 0. */
export async function readMinedSpans(db: Database, { userId, bounds }: SpansOrder): Promise<SpanSum[]> {
  const rows = await executePrepared(
    db,
    sql<{ span: number; amount: bigint }>`
    select ${spanOf(sql`d.paid_at`, bounds)} as span, sum(d.output) as amount
    from (${minedByDay(userId, { condition: isWithin(sql`n.paid_at`, bounds) })}) d group by 1`,
  );
  return rows.map(({ span, amount }) => ({ span, amount: tokenAmount(amount) }));
}

/** The output of a user's machines on a UTC day; all 0 if it is not paid. Hash rates and FMC in base units. */
export type MinedDayTotal = {
  readonly day: number;
  readonly hashRate: TokenAmount;
  readonly allHashRates: TokenAmount;
  readonly output: TokenAmount;
};

/** Returns the output of a user's machines on each of the last `days` UTC days before today, oldest first. */
export async function readMinedDays(
  db: Database,
  { userId, days }: { readonly userId: bigint; readonly days: number },
): Promise<MinedDayTotal[]> {
  const isWanted = sql`n.day >= ${today} - ${days}::int and n.day < ${today}`;
  const rows = await executePrepared(
    db,
    sql<{ day: number; hash_rate: bigint; all_hash_rates: bigint; output: bigint }>`
    select x.day, coalesce(m.hash_rate, 0) as hash_rate, coalesce(n.hash_rate, 0) as all_hash_rates,
      coalesce(m.output, 0) as output
    from generate_series(utc_day(clock_timestamp()) - ${days}::int, utc_day(clock_timestamp()) - 1) x (day)
    left join mining_day n on n.day = x.day
    left join (${minedByDay(userId, { condition: isWanted })}) m on m.day = x.day
    order by x.day`,
  );
  return rows.map((row) => ({
    day: row.day,
    hashRate: tokenAmount(row.hash_rate),
    allHashRates: tokenAmount(row.all_hash_rates),
    output: tokenAmount(row.output),
  }));
}

/**
 * Returns the SELECT of a statement's sources for the mining output of a user, on days that were not yet paid at
 * `since` and were over at `until`: no day is paid before its end.
 */
export function miningSources({ userId, since, until }: SourcesWanted): TransferSources {
  return sql`
    select ${TRANSFER_KINDS['hash-rate-output'].code}::int as kind, m.id as source_id,
      'machine ' || m.machine_id || ', ' || (date '1970-01-01' + m.day) as reference, false as failed
    from mining_day d
    cross join lateral (
      -- OFFSET 0 keeps this a lookup by day: the table has every machine of every day.
      select id, machine_id, day from machine_day where day = d.day and user_id = ${userId} offset 0
    ) m
    where (d.paid_at is null or d.paid_at >= ${since})
      and ${until === undefined ? sql`true` : sql`d.day < utc_day(${until}::timestamptz)`}`;
}

/**
 * Returns when the day of one of a user's machine days was paid. `number` counts back from those paid before a time (0
 * = the last one); undefined when there are fewer.
 */
export async function readMinedTime(
  db: Database,
  { userId, before, number }: { readonly userId: bigint; readonly before: Date; readonly number: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ paid_at: Date }>`
    select d.paid_at
    from (
      -- OFFSET 0 keeps the order of the days, so that the query stops after the last day it needs.
      select day, paid_at from mining_day
      where paid_at < ${before} and day >= (select min(first_day) from machine where user_id = ${userId})
        and day <= (select max(last_day) from machine where user_id = ${userId})
      order by day desc offset 0
    ) d
    cross join lateral (
      select from machine_day m where m.day = d.day and m.user_id = ${userId} limit ${number + 1}::int
    ) m
    offset ${number}::int limit 1`.execute(db);
  return rows[0]?.paid_at;
}
