import { accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The pools with a daily release. */
export const POOLS = ['nodes', 'levels'] as const;
export type Pool = (typeof POOLS)[number];

/** A pool's day whose release is fixed; JU in base units. */
export type PoolDayRow = {
  readonly day: number;
  readonly pool: Pool;
  readonly weights: bigint;
  readonly release: bigint;
  /** Everyone up to this user id is paid. */
  readonly afterUser: bigint;
};

const OUTPUT_OF = { nodes: 'node-output', levels: 'level-output' } as const;

/**
 * Pays the next `chunkSize` participants their shares, `release * weight / all weights` rounded down, like
 * `releasePool` of the domain, and records the progress in the same transaction. Returns false when all shares are
 * paid. docs/money-rules.md#8-team-nodes-levels.
 */
export async function payPoolRange(
  tx: Database,
  { day, pool, weights, release, afterUser }: PoolDayRow,
  chunkSize: number,
): Promise<boolean> {
  const { rows } = await sql<{ last: bigint | null }>`
    with shares as materialized (
      select id, user_id, div(${release.toString()}::numeric * weight, ${weights.toString()}::numeric) as amount
      from pool_share
      where day = ${day}::int and pool = ${pool} and user_id > ${afterUser}
      order by user_id limit ${chunkSize}::int
    ), paid as materialized (
      select ledger_credit_many(
        ${TRANSFER_KINDS[OUTPUT_OF[pool]].code}::int, ${accountId({ kind: pool, currency: 'JU', owner: 0n })}::bigint,
        array_agg(account_available(user_id, currency_ju()) order by user_id),
        array_agg(amount order by user_id), array_agg(id order by user_id)) as made
      from shares where amount > 0 having count(*) > 0
    )
    update pool_day set after_user = t.last, paid = paid + t.amount
    from (
      select max(user_id) as last, coalesce(sum(amount), 0) as amount, (select sum(made) from paid) as made from shares
    ) t
    where day = ${day}::int and pool = ${pool} and t.last is not null
    returning t.last`.execute(tx);
  return rows.length === 1;
}
