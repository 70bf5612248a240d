import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { EarningKey, EarningsPage } from '#rounds/earnings/queries/round-earnings.ts';

/** Places of the pools' earnings among those of rounds in a list. */
export const POOL_CODES = { nodes: 6, levels: 7 } as const;
type PoolName = keyof typeof POOL_CODES;

/** What a pool paid a user for a UTC day; JU in base units. */
export type PoolEarning = {
  readonly key: EarningKey;
  readonly pool: PoolName;
  readonly day: number;
  readonly amount: TokenAmount;
};

export type PoolPage = Omit<EarningsPage, 'kinds'> & { readonly pools: readonly PoolName[] };

/**
 * What the pools paid a user, newest first: of days that are paid to the end. docs/money-rules.md#8-team-nodes-levels.
 */
export async function readPoolEarnings(db: Database, page: PoolPage): Promise<PoolEarning[]> {
  const { userId, pools, from, to, after, limit } = page;
  if (pools.length === 0) return [];
  const timeOf = (us: bigint) => sql`(timestamptz 'epoch' + ${us.toString()}::bigint * interval '1 microsecond')`;
  const key = after ?? { atUs: 253_402_300_800_000_000n, code: 0n, id: 0n };
  const { rows } = await sql<{ at_us: bigint; code: number; pool: string; id: bigint; day: number; amount: bigint }>`
    select * from (
      select d.paid_at, (extract(epoch from d.paid_at) * 1000000)::bigint as at_us, d.pool, d.day, s.id,
        case d.pool when 'nodes' then ${POOL_CODES.nodes}::int else ${POOL_CODES.levels}::int end as code,
        div(d.release * s.weight, d.weights) as amount
      from pool_day d join pool_share s on s.day = d.day and s.pool = d.pool and s.user_id = ${userId}
      where d.pool = any (${pools}::text[]) and d.paid_at is not null and d.paid_at <= ${timeOf(key.atUs)}
        and (${from ?? null}::bigint is null or d.paid_at >= ${timeOf(BigInt(from ?? 0) * 1000n)})
        and (${to ?? null}::bigint is null or d.paid_at < ${timeOf(BigInt(to ?? 0) * 1000n)})
    ) earned
    where amount > 0 and (paid_at, code, id) < (${timeOf(key.atUs)}, ${key.code}::int, ${key.id}::bigint)
    order by paid_at desc, code desc, id desc limit ${limit}::int`.execute(db);
  return rows.map((row) => ({
    key: { atUs: row.at_us, code: BigInt(row.code), id: row.id },
    pool: row.pool === 'nodes' ? 'nodes' : 'levels',
    day: row.day,
    amount: tokenAmount(row.amount),
  }));
}
