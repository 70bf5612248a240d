import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Liabilities and holdings of the vault by the last tree of a currency on a UTC day; amounts in base units. */
export type DayOfLiabilities = {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly currency: number;
  readonly total: bigint;
  readonly vault_balance: bigint;
  readonly block_number: bigint;
  readonly made_at: Date;
};

/**
 * Returns the last trees of the newest `limit` days that have one, below the day `before` (null = from the newest),
 * newest first. Reads one row per day and currency however many trees a day has: each day is found from the one after
 * it. The trees of all currencies are made together, so those in JU name the days.
 */
export async function readLiabilitiesByDay(
  db: Database,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<DayOfLiabilities[]> {
  const end = before === null ? sql`'infinity'::timestamptz` : sql`to_timestamp(${before}::bigint * 86400)`;
  const lastBefore = (time: ReturnType<typeof sql>) => sql`(select date_trunc('day', made_at, 'UTC')
    from liabilities_tree where currency = ${CURRENCIES.JU} and made_at < ${time} order by made_at desc limit 1)`;
  const { rows } = await sql<Omit<DayOfLiabilities, 'day'> & { readonly begins: Date }>`
    with recursive newest (begins, number) as (
      select ${lastBefore(end)}, 1
      union all
      select ${lastBefore(sql`begins`)}, number + 1 from newest where begins is not null and number < ${limit}::int
    )
    select begins, t.currency, total, vault_balance, block_number, made_at
    from newest cross join unnest(${Object.values(CURRENCIES)}::int[]) c (currency)
    cross join lateral (select currency, total, vault_balance, block_number, made_at from liabilities_tree
      where currency = c.currency and made_at >= begins and made_at < begins + interval '24 hours'
      order by made_at desc, id desc limit 1) t
    order by begins desc, t.currency`.execute(db);
  return rows.map(({ begins, ...row }) => ({ ...row, day: begins.getTime() / DAY_MS }));
}
