import { divide } from '@city-mint/domain/money/division';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { PoolName } from './pools.ts';

/** The figures that a pool's payment to a user for a day is computed from; JU in base units. */
export type PoolDayInputs = {
  /** What the day before left in the pool, and the fees since then: together the balance. */
  readonly left: TokenAmount;
  readonly fees: TokenAmount;
  readonly releaseBps: number;
  readonly release: TokenAmount;
  readonly rankWeight: number;
  /** Attributed to the user in 30 UTC days. */
  readonly attributed: TokenAmount;
  /** The sum over all users of rank weight times attributed amount. */
  readonly weights: TokenAmount;
};

/**
 * Returns the inputs of a pool's paid day for a user (docs/money-rules.md#8-team-nodes-levels); undefined if the day is
 * not paid or the user has no share of it.
 */
export async function readPoolDayInputs(
  db: Database,
  { userId, pool, day }: { readonly userId: bigint; readonly pool: PoolName; readonly day: number },
): Promise<PoolDayInputs | undefined> {
  const { rows } = await sql<{
    balance: bigint;
    left: bigint;
    bps: number;
    release: bigint;
    weights: bigint;
    weight: bigint;
    attributed: bigint;
  }>`
    select d.balance, coalesce(before.balance - before.paid, 0) as left, d.release, d.weights, s.weight,
      s.attributed, setting.bps
    from pool_day d
    join pool_share s on s.day = d.day and s.pool = d.pool and s.user_id = ${userId}
    left join pool_day before on before.day = d.day - 1 and before.pool = d.pool
    cross join lateral (
      select case d.pool when 'nodes' then nodes_release_bps else levels_release_bps end as bps
      from pool_setting where from_day <= d.day order by from_day desc limit 1
    ) setting
    where d.day = ${day}::int and d.pool = ${pool} and d.paid_at is not null`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    left: tokenAmount(row.left),
    fees: tokenAmount(row.balance - row.left),
    releaseBps: row.bps,
    release: tokenAmount(row.release),
    // Without a remainder: the weight was stored as their product.
    rankWeight: Number(divide(row.weight, { by: row.attributed, rounding: 'down' })),
    attributed: tokenAmount(row.attributed),
    weights: tokenAmount(row.weights),
  };
}
