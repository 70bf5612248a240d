import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Price of FMC in JU as a decimal string with at most 10 places (rounded down), and its changes in bps; null where no full window is known. */
export type FmcPrice = {
  readonly now: string | null;
  readonly dayBps: number | null;
  readonly weekBps: number | null;
  readonly monthBps: number | null;
  readonly sampledAt: number | null;
};

type Row = {
  now: string | null;
  sampled_at: Date | null;
  day: number | null;
  week: number | null;
  month: number | null;
};

/**
 * The newest price, and how the mean of the last hour stands to the mean of the same hour a day, 7 days and 30 days ago: means, because one
 * trade can move the pool for a moment.
 */
export async function readPrice(db: Database): Promise<FmcPrice> {
  const change = (age: string) => sql`(
    select trunc((hour.price / avg(ju / fmc) - 1) * 10000)::int from price_sample
    where at > now() - ${age}::interval - interval '1 hour' and at <= now() - ${age}::interval)`;
  const { rows } = await sql<Row>`
    with hour as (select avg(ju / fmc) as price from price_sample where at > now() - interval '1 hour'),
      latest as (select at, trim_scale(trunc(ju / fmc, 10))::text as price from price_sample order by at desc limit 1)
    select (select price from latest) as now, (select at from latest) as sampled_at,
      ${change('1 day')} as day, ${change('7 days')} as week, ${change('30 days')} as month
    from hour`.execute(db);
  const [row] = rows;
  return {
    now: row?.now ?? null,
    dayBps: row?.day ?? null,
    weekBps: row?.week ?? null,
    monthBps: row?.month ?? null,
    sampledAt: row?.sampled_at?.getTime() ?? null,
  };
}
