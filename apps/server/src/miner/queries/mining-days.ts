import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A UTC day of all machines; hash rate and FMC in base units. */
export type MiningDayOfAll = {
  readonly day: number;
  readonly machines: number;
  readonly hashRate: TokenAmount;
  /** The released emission; null until the day is over. */
  readonly release: TokenAmount | null;
  readonly paid: TokenAmount;
  readonly paidAt: Date | null;
};

/** Returns mining days before a day (null = from the newest), newest first. */
export async function listMiningDays(
  db: Database,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<MiningDayOfAll[]> {
  let query = db.selectFrom('mining_day').selectAll().orderBy('day', 'desc').limit(limit);
  if (before !== null) query = query.where('day', '<', Number(before));
  return (await query.execute()).map((row) => ({
    day: row.day,
    machines: row.machines,
    hashRate: tokenAmount(row.hash_rate),
    release: row.emission === null ? null : tokenAmount(row.emission),
    paid: tokenAmount(row.paid),
    paidAt: row.paid_at,
  }));
}

/** Returns the number of machines that mine today, and their hash rate in base units; 0 before the day is opened. */
export async function readMinedToday(
  db: Database,
): Promise<{ readonly machines: number; readonly hashRate: TokenAmount }> {
  const row = await db
    .selectFrom('mining_day')
    .select(['machines', 'hash_rate'])
    .where('day', '=', sql<number>`utc_day(clock_timestamp())`)
    .executeTakeFirst();
  return { machines: row?.machines ?? 0, hashRate: tokenAmount(row?.hash_rate ?? 0n) };
}
