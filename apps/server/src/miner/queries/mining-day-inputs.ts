import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Most hash rates of one user in an answer; machines beyond them are only counted. */
const MOST_RATES = 200;

/** The figures that the output of a user's machines on a day is computed from; hash rates and FMC in base units. */
export type MiningDayInputs = {
  readonly dailyEmission: TokenAmount;
  readonly fullHash: TokenAmount;
  readonly emissionRemaining: TokenAmount;
  readonly emission: TokenAmount;
  readonly networkHashRate: TokenAmount;
  /** The hash rates of the user's machines, the largest first, at most 200, each with its number of machines. */
  readonly machines: readonly { readonly hashRate: TokenAmount; readonly count: number }[];
  readonly count: number;
  /** Of all of them, also those beyond the list. */
  readonly hashRate: TokenAmount;
};

/**
 * Returns the inputs of a paid mining day for a user (docs/money-rules.md#7-hash-power-and-mining); undefined if the
 * day is not paid or none of the user's machines mined on it.
 */
export async function readMiningDayInputs(
  db: Database,
  { userId, day }: { readonly userId: bigint; readonly day: number },
): Promise<MiningDayInputs | undefined> {
  const { rows } = await sql<{
    daily_emission: bigint;
    full_hash: bigint;
    remaining: bigint;
    emission: bigint;
    all_hash_rates: bigint;
    hash_rate: bigint;
    count: number;
    machines: number;
    own_hash_rate: bigint;
  }>`
    select s.daily_emission, s.full_hash, d.remaining, d.emission, d.hash_rate as all_hash_rates,
      m.hash_rate, m.count, m.machines, m.own_hash_rate
    from mining_day d
    cross join lateral (
      select daily_emission, full_hash from mining_setting where from_day <= d.day order by from_day desc limit 1
    ) s
    cross join lateral (
      select hash_rate, count(*)::int as count, (sum(count(*)) over ())::int as machines,
        sum(sum(hash_rate)) over () as own_hash_rate
      from machine_day
      where machine_day.day = d.day and user_id = ${userId}
      group by hash_rate order by hash_rate desc limit ${MOST_RATES}
    ) m
    where d.day = ${day}::int and d.paid_at is not null`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    dailyEmission: tokenAmount(first.daily_emission),
    fullHash: tokenAmount(first.full_hash),
    emissionRemaining: tokenAmount(first.remaining),
    emission: tokenAmount(first.emission),
    networkHashRate: tokenAmount(first.all_hash_rates),
    machines: rows.map((row) => ({ hashRate: tokenAmount(row.hash_rate), count: row.count })),
    count: first.machines,
    hashRate: tokenAmount(first.own_hash_rate),
  };
}
