import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

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
 * A user's machines and what they mined. A day's output counts from when it is paid, the day after.
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
