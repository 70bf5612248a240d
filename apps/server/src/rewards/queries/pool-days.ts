import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import type { PoolName } from './pools.ts';

/** The release of a pool on a UTC day, and its paid part; JU in base units. */
export type PoolDayRelease = {
  readonly day: number;
  readonly pool: PoolName;
  /** Null until the weights of all participants are stored. */
  readonly release: TokenAmount | null;
  readonly paid: TokenAmount;
  readonly paidAt: Date | null;
};

/** The sort key of the list: newest day first, and within a day nodes before levels. */
export type PoolDayKey = { readonly day: number; readonly pool: PoolName };

/** Returns days of both pools, or of one, after a key (null = from the newest), newest first. */
export async function listPoolDays(
  db: Database,
  {
    pool,
    after,
    limit,
  }: {
    readonly pool?: PoolName | undefined;
    readonly after: PoolDayKey | null;
    readonly limit: number;
  },
): Promise<PoolDayRelease[]> {
  let query = db.selectFrom('pool_day').selectAll().orderBy('day', 'desc').orderBy('pool', 'desc').limit(limit);
  if (pool !== undefined) query = query.where('pool', '=', pool);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('day', 'pool'), '<', tuple(after.day, after.pool)));
  }
  return (await query.execute()).map((row) => ({
    day: row.day,
    pool: row.pool === 'nodes' ? 'nodes' : 'levels',
    release: row.release === null ? null : tokenAmount(row.release),
    paid: tokenAmount(row.paid),
    paidAt: row.paid_at,
  }));
}
