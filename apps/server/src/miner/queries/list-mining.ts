import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
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

/** What a user's machines mined, the newest day first and in a day the newest machine. */
export async function listMining(db: Database, page: MiningPage): Promise<MinedDay[]> {
  const { userId, fromDay = 0, toDay = 65_535, limit } = page;
  const after = page.after ?? { day: 65_535, machineId: 1n << 62n };
  // From day to day, so that it ends with the page: what was mined is kept by day first.
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
      where machine_day.day = d.day and user_id = ${userId} and (d.day < ${after.day}::int or machine_id < ${after.machineId}::bigint)
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
