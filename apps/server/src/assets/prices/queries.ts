import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { uniswapFactoryAbi } from '@city-mint/chain-contract/generated/uniswap-factory-abi';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { sql } from 'kysely';
import { isAddressEqual, zeroAddress } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';

/** The node and the contracts that balances and prices are read from. */
export type AssetsChain = { readonly node: RpcNode; readonly addresses: ContractAddresses };

/** What the JU/FMC pool holds, in base units; their ratio is the price of an infinitely small amount. */
export type PoolReserves = { readonly ju: bigint; readonly fmc: bigint };

/**
 * Price of FMC in JU as a decimal string with at most 10 places (rounded down), and its changes in basis points, at
 * most 2^53 - 1; null where no full window is known.
 */
export type FmcPrice = {
  readonly now: string | null;
  readonly dayBps: number | null;
  readonly weekBps: number | null;
  readonly monthBps: number | null;
  /** UTC milliseconds. */
  readonly sampledAt: number | null;
};

type PriceRow = {
  now: string | null;
  sampled_at: Date | null;
  day: number | null;
  week: number | null;
  month: number | null;
};

/** How many JU one FMC is worth, as a fraction of whole numbers. */
export type JuPerFmc = { readonly ju: bigint; readonly fmc: bigint };

/** Decimals of the mean price. */
const MEAN_DECIMALS = 36;

/**
 * Returns the mean price of the last hour (rounded down at 36 decimals), by which holdings are valued, or null without
 * samples: one trade can move the pool's own price for a moment.
 */
export async function readMeanPrice(db: Database): Promise<JuPerFmc | null> {
  const fmc = 10n ** BigInt(MEAN_DECIMALS);
  const { rows } = await sql<{ ju: bigint | null }>`
    select trunc(avg(ju / fmc) * ${fmc.toString()}::numeric) as ju
    from price_sample where at > now() - interval '1 hour'`.execute(db);
  const ju = rows[0]?.ju ?? null;
  return ju === null ? null : { ju, fmc };
}

/**
 * Returns the newest price, and the change from the mean of the same hour a day, 7 days and 30 days ago to the mean of
 * the last hour: means, because one trade can move the pool for a moment.
 */
export async function readPrice(db: Database): Promise<FmcPrice> {
  const change = (age: string) => sql`(
    select case when bps is not null then least(bps, ${Number.MAX_SAFE_INTEGER})::float8 end
    from (
      select trunc((hour.price / nullif(avg(ju / fmc), 0) - 1) * 10000) as bps from price_sample
      where at > now() - ${age}::interval - interval '1 hour' and at <= now() - ${age}::interval
    ) change)`;
  const { rows } = await sql<PriceRow>`
    with hour as (select avg(ju / fmc) as price from price_sample where at > now() - interval '1 hour'),
      latest as (select at, trim_scale(trunc(ju / fmc, 10))::text as price from price_sample order by at desc limit 1)
    select (select price from latest) as now, (select at from latest) as sampled_at,
      ${change('1 day')} as day, ${change('7 days')} as week, ${change('30 days')} as month
    from hour`.execute(db);
  const [row] = rows;
  return {
    now: row?.now ?? null,
    dayBps: row?.day ?? null,
    weekBps: row?.week ?? null,
    monthBps: row?.month ?? null,
    sampledAt: row?.sampled_at?.getTime() ?? null,
  };
}

/**
 * Returns the pool's reserves in the newest block, or null when there is no pool, it is empty, or the node did not
 * answer.
 */
export async function readPoolReserves({ node, addresses }: AssetsChain): Promise<PoolReserves | null> {
  try {
    // Asked for, never computed: a live chain's factory may derive its pools' addresses in its own way.
    const pair = await node.readContract({
      address: addresses.factory,
      abi: uniswapFactoryAbi,
      functionName: 'getPair',
      args: [addresses.fmc, addresses.wrappedNative],
    });
    if (isAddressEqual(pair, zeroAddress)) return null;
    const [[reserve0, reserve1], token0] = await Promise.all([
      node.readContract({ address: pair, abi: uniswapPairAbi, functionName: 'getReserves' }),
      node.readContract({ address: pair, abi: uniswapPairAbi, functionName: 'token0' }),
    ]);
    const [fmc, ju] = isAddressEqual(token0, addresses.fmc) ? [reserve0, reserve1] : [reserve1, reserve0];
    return ju > 0n && fmc > 0n ? { ju, fmc } : null;
  } catch {
    return null;
  }
}
