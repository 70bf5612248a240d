import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';
import type { Database } from '#platform/database/database.ts';

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

/** FMC in base units: mined altogether, paid since the UTC day began, and over 7 and 30 UTC days, today's included. */
export type MinedOver = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

export type MiningTotals = {
  readonly output: MinedOver;
  readonly lastMinedDay: number | null;
  readonly machines: number;
  /** Hash rate of the user's machines that mine today, and of all that do; base units. */
  readonly hashRate: TokenAmount;
  readonly allHashRates: TokenAmount;
};

/**
 * Returns the totals of a user's machines and of their output. A day's output counts from its payment, the day after.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function readMiningTotals(db: Database, userId: bigint): Promise<MiningTotals> {
  const { rows } = await sql<Record<'total' | 'today' | 'week' | 'month', bigint> & { last_mined_day: number | null }>`
    select coalesce(sum(d.output), 0) as total, max(d.day) as last_mined_day,
      coalesce(sum(d.output) filter (where n.paid_at >= t.today), 0) as today,
      coalesce(sum(d.output) filter (where n.paid_at >= t.today - interval '6 days'), 0) as week,
      coalesce(sum(d.output) filter (where n.paid_at >= t.today - interval '29 days'), 0) as month
    from mining_day n join machine_day d on d.day = n.day and d.user_id = ${userId}
    cross join (select date_trunc('day', clock_timestamp(), 'UTC') as today) t
    where n.paid_at is not null`.execute(db);
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
  };
}

/** Returns the SELECT of a statement's sources for what a user's machines mined on days not yet paid at `since`. */
export function miningSources({ userId, since }: SourcesWanted): TransferSources {
  return sql`
    select ${TRANSFER_KINDS['hash-rate-output'].code}::int as kind, m.id as source_id,
      'machine ' || m.machine_id || ', ' || (date '1970-01-01' + m.day) as reference, false as failed
    from mining_day d join machine_day m on m.day = d.day and m.user_id = ${userId}
    where d.paid_at is null or d.paid_at >= ${since}`;
}
