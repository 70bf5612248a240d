import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { isWithin, type SpanSum, type SpansOrder, spanOf } from '#platform/database/time-spans.ts';
import type { EarningKey, EarningsPage } from '#rounds/earnings/queries/round-earnings.ts';

/** What a machine mined on a day; hash rates and FMC in base units. */
export type MinedDay = {
  readonly day: number;
  readonly machineId: bigint;
  readonly hashRate: TokenAmount;
  readonly allHashRates: TokenAmount;
  readonly output: TokenAmount;
};

export type MiningPage = {
  readonly userId: bigint;
  /** UTC days from 1970, both included. */
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  readonly after?: { readonly day: number; readonly machineId: bigint } | null;
  readonly limit: number;
};

/** Returns a page of what a user's machines mined, newest day first and within a day newest machine first. */
export async function listMining(db: Database, page: MiningPage): Promise<MinedDay[]> {
  const { userId, fromDay = 0, toDay = 65_535, limit } = page;
  const after = page.after ?? { day: 65_535, machineId: 1n << 62n };
  // Day by day, so that the scan ends with the page: the primary key of machine_day begins with the day.
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

/**
 * Returns a SELECT of what a user's machines mined, a row (day, machines, hash_rate, output, rows_read) a day: cached
 * rows, and of later days what is added up of `rows_read` machines.
 */
export function minedByDay(userId: bigint): RawBuilder<unknown> {
  return sql`
    select day, machines, hash_rate, output, 0 as rows_read from cached_mined_day where user_id = ${userId}
    union all
    select n.day, d.machines, d.hash_rate, d.output, d.machines
    from mining_day n cross join lateral (
      select count(*)::int as machines, sum(hash_rate) as hash_rate, sum(output) as output
      from machine_day where day = n.day and user_id = ${userId} offset 0
    ) d
    where d.machines > 0 and n.day > coalesce((select day from cached_mined_checkpoint where user_id = ${userId}), -1)
      and n.day >= (select min(first_day) from machine where user_id = ${userId})
      and n.day <= (select max(last_day) from machine where user_id = ${userId})`;
}

/** FMC in base units: mined altogether, paid since the UTC day began, and over 7 and 30 UTC days, today's included. */
export type MinedOver = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

export type MiningTotals = {
  readonly output: MinedOver;
  readonly lastMinedDay: number | null;
  readonly machines: number;
  /** Hash rate of the user's machines that mine today, and of all that do; base units. */
  readonly hashRate: TokenAmount;
  readonly allHashRates: TokenAmount;
  /** How many machines' days were read for it that could be cached. */
  readonly toCache: number;
};

/**
 * Returns the totals of a user's machines and of their output. A day's output counts from its payment, the day after.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function readMiningTotals(db: Database, userId: bigint): Promise<MiningTotals> {
  const rows = await executePrepared(
    db,
    sql<Record<'total' | 'today' | 'week' | 'month', bigint> & { last_mined_day: number | null; rows_read: number }>`
    select coalesce(sum(d.output), 0) as total, max(d.day) as last_mined_day,
      coalesce(sum(d.output) filter (where n.paid_at >= t.today), 0) as today,
      coalesce(sum(d.output) filter (where n.paid_at >= t.today - interval '6 days'), 0) as week,
      coalesce(sum(d.output) filter (where n.paid_at >= t.today - interval '29 days'), 0) as month,
      coalesce(sum(d.rows_read), 0)::int as rows_read
    from (${minedByDay(userId)}) d join mining_day n on n.day = d.day
    cross join (select date_trunc('day', clock_timestamp(), 'UTC') as today) t
    where n.paid_at is not null`,
  );
  const { rows: now } = await sql<{ machines: number; hash_rate: bigint; all_hash_rates: bigint }>`
    select count(*)::int as machines,
      coalesce(sum(hash_rate) filter (where utc_day(clock_timestamp()) between first_day and last_day), 0) as hash_rate,
      coalesce((select hash_rate from mining_day where day = utc_day(clock_timestamp())), 0) as all_hash_rates
    from machine where user_id = ${userId}`.execute(db);
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

/** What a user's machines mined on a day, by when it was paid. */
export type MinedPayment = {
  readonly key: EarningKey;
  readonly day: number;
  readonly machines: number;
  readonly amount: TokenAmount;
};

/** Its place among the earnings of rounds and pools in a list. */
const MINED_CODE = 8;

/** Returns what a user's machines mined, a day an entry, newest payment first; of days that are paid to the end. */
export async function listMinedPayments(
  db: Database,
  { userId, from, to, after, limit }: Omit<EarningsPage, 'kinds'>,
): Promise<MinedPayment[]> {
  const timeOf = (us: bigint) => sql`(timestamptz 'epoch' + ${us.toString()}::bigint * interval '1 microsecond')`;
  const key = after ?? { atUs: 253_402_300_800_000_000n, code: 0n, id: 0n };
  const rows = await executePrepared(
    db,
    sql<{ at_us: bigint; day: number; machines: number; output: bigint }>`
    select (extract(epoch from n.paid_at) * 1000000)::bigint as at_us, n.day, m.machines, m.output
    from (${minedByDay(userId)}) m join mining_day n on n.day = m.day
    where n.paid_at is not null and m.output > 0
      and (n.paid_at, ${MINED_CODE}, n.day) < (${timeOf(key.atUs)}, ${key.code}::int, ${key.id}::bigint)
      and (${from ?? null}::bigint is null or n.paid_at >= ${timeOf(BigInt(from ?? 0) * 1000n)})
      and (${to ?? null}::bigint is null or n.paid_at < ${timeOf(BigInt(to ?? 0) * 1000n)})
    order by n.paid_at desc, n.day desc limit ${limit}::int`,
  );
  return rows.map(({ at_us, day, machines, output }) => ({
    key: { atUs: at_us, code: BigInt(MINED_CODE), id: BigInt(day) },
    day,
    machines,
    amount: tokenAmount(output),
  }));
}

/** Returns what a user's machines mined, by the span in which it was paid, only sums above 0. */
export async function readMinedSpans(db: Database, { userId, bounds }: SpansOrder): Promise<SpanSum[]> {
  const rows = await executePrepared(
    db,
    sql<{ span: number; amount: bigint }>`
    select ${spanOf(sql`n.paid_at`, bounds)} as span, sum(d.output) as amount
    from (${minedByDay(userId)}) d join mining_day n on n.day = d.day
    where ${isWithin(sql`n.paid_at`, bounds)} group by 1`,
  );
  return rows.map(({ span, amount }) => ({ span, amount: tokenAmount(amount) }));
}

/** What a user's machines mined on a UTC day; all 0 where it is not paid. Hash rates and FMC in base units. */
export type MinedDayTotal = {
  readonly day: number;
  readonly hashRate: TokenAmount;
  readonly allHashRates: TokenAmount;
  readonly output: TokenAmount;
};

/** Returns what a user's machines mined on each of the last `days` UTC days before today, oldest first. */
export async function readMinedDays(
  db: Database,
  { userId, days }: { readonly userId: bigint; readonly days: number },
): Promise<MinedDayTotal[]> {
  const { rows } = await sql<{ day: number; hash_rate: bigint; all_hash_rates: bigint; output: bigint }>`
    select x.day, coalesce(m.hash_rate, 0) as hash_rate, coalesce(n.hash_rate, 0) as all_hash_rates,
      coalesce(m.output, 0) as output
    from generate_series(utc_day(clock_timestamp()) - ${days}::int, utc_day(clock_timestamp()) - 1) x (day)
    left join mining_day n on n.day = x.day
    left join (${minedByDay(userId)}) m on m.day = x.day
    order by x.day`.execute(db);
  return rows.map((row) => ({
    day: row.day,
    hashRate: tokenAmount(row.hash_rate),
    allHashRates: tokenAmount(row.all_hash_rates),
    output: tokenAmount(row.output),
  }));
}

/** Returns the SELECT of a statement's sources for what a user's machines mined on days not yet paid at `since`. */
export function miningSources({ userId, since }: SourcesWanted): TransferSources {
  return sql`
    select ${TRANSFER_KINDS['hash-rate-output'].code}::int as kind, m.id as source_id,
      'machine ' || m.machine_id || ', ' || (date '1970-01-01' + m.day) as reference, false as failed
    from mining_day d join machine_day m on m.day = d.day and m.user_id = ${userId}
    where d.paid_at is null or d.paid_at >= ${since}`;
}
