import { PRICE_DECIMALS } from '@city-mint/domain/swap/mean-price';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';

/** The pool's reserves after a final block that changed them, in base units, and the number of changes in the block. */
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
 * Inserts the pool's reserves after each of these blocks, which must be in order and after all known ones, and
 * continues the cumulative prices up to them; an existing block stays unchanged.
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
    -- The price before a block was valid since the previous block.
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
