import { PRICE_DECIMALS } from '@city-mint/domain/swap/mean-price';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';

/** What the pool holds after a final block that changed it, in base units, and how often the block changed it. */
export type PoolChange = {
  readonly ju: bigint;
  readonly fmc: bigint;
  readonly changes: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly blockAt: Date;
};

const PRICE_UNIT = 10n ** BigInt(PRICE_DECIMALS);

/**
 * Inserts what the pool held after each of these blocks, in the order of the blocks and after all that are known, and
 * carries the sums of the price on to them; a block that was inserted before stays as it is.
 */
export async function recordPoolChanges(tx: Database, changes: readonly PoolChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    with last as (select * from pool_price order by block_number desc limit 1),
    incoming as (
      select *, case when ju > 0 and fmc > 0 then div(ju * ${PRICE_UNIT.toString()}::numeric, fmc) end as price
      from unnest(${changes.map(({ blockNumber }) => blockNumber.toString())}::bigint[],
        ${changes.map(({ blockHash }) => blockHash)}::text[], ${changes.map(({ blockAt }) => blockAt)}::timestamptz[],
        ${changes.map(({ ju }) => ju.toString())}::numeric[], ${changes.map(({ fmc }) => fmc.toString())}::numeric[],
        ${changes.map((change) => change.changes)}::int[]) as t (block_number, block_hash, at, ju, fmc, count)
      where block_number > coalesce((select block_number from last), -1)
    ),
    steps as (
      select incoming.*, row_number() over by_block = 1 as is_first, lag(price) over by_block as price_before,
        lag(at) over by_block as at_before
      from incoming window by_block as (order by block_number)
    ),
    -- The price before a block held since the block before it.
    spans as (
      select steps.*, case when is_first then last.price else price_before end as held,
        coalesce((extract(epoch from steps.at - case when is_first then last.at else at_before end) * 1000)::bigint, 0)
          as ms
      from steps left join last on true
    )
    insert into pool_price (block_number, block_hash, at, ju, fmc, price, weighted, priced_ms, changes)
    select s.block_number, s.block_hash, s.at, s.ju, s.fmc, s.price,
      coalesce(last.weighted, 0) + sum(coalesce(held, 0) * ms) over so_far,
      coalesce(last.priced_ms, 0) + sum(case when held is null then 0 else ms end) over so_far,
      coalesce(last.changes, 0) + sum(s.count) over so_far
    from spans s left join last on true
    window so_far as (order by s.block_number rows unbounded preceding)`.execute(tx);
}
