import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapFactoryAbi } from '@city-mint/chain-contract/generated/uniswap-factory-abi';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { queryOptions } from '@tanstack/react-query';
import { type Address, createClient, http, isAddressEqual, zeroAddress } from 'viem';
import { getBalance, getBlockNumber, readContract } from 'viem/actions';
import { GAS_LIMIT, gasPrice } from '#assets/chain-queries.ts';
import { queryClient } from '#platform/query-client.ts';
import { activeChain } from '#session/active-chain.ts';
import type { Pool, SwapFunds, SwapMarket } from './pool.ts';

/** About a block: what is shown is never much older. */
const REFRESH_MS = 3_000;

type MarketInput = { readonly router: Address; readonly fmc: Address; readonly account: Address | null };
type Pair = { readonly address: Address; readonly isFmcFirst: boolean };

/** Query keys of the exchange on the chain. */
export const poolKeys = {
  allMarkets: ['swap-market'] as const,
  market: ({ router, fmc, account }: MarketInput) => ['swap-market', router, fmc, account] as const,
  exchange: (router: Address, fmc: Address) => ['swap-exchange', router, fmc] as const,
};

/** Sends what is read at the same time as one request. */
const node = createClient({ chain: activeChain, transport: http(undefined, { batch: true, timeout: 15_000 }) });

/** The pool's reserves and the wallet's funds: one request to the node every few seconds while they are shown. */
export function marketQuery(input: MarketInput) {
  const { router, fmc, account } = input;
  return queryOptions({
    queryKey: poolKeys.market(input),
    queryFn: async (): Promise<SwapMarket> => {
      const { pair } = await queryClient.fetchQuery(exchangeQuery(router, fmc));
      const [pool, funds] = await Promise.all([
        pair === null ? null : readPool(pair),
        account === null ? null : readFunds({ router, fmc, account }),
      ]);
      return { pool, funds };
    },
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
}

/**
 * The wrapped JU of the router, and its pool with FMC: asked of the router itself, which the build names, so that no
 * other address has to be trusted. The pool is null while there is none.
 */
export function exchangeQuery(router: Address, fmc: Address) {
  return queryOptions({
    queryKey: poolKeys.exchange(router, fmc),
    queryFn: async (): Promise<{ readonly wrappedNative: Address; readonly pair: Pair | null }> => {
      const ofRouter = { abi: uniswapRouterAbi, address: router } as const;
      const [wrappedNative, factory] = await Promise.all([
        readContract(node, { ...ofRouter, functionName: 'WETH' }),
        readContract(node, { ...ofRouter, functionName: 'factory' }),
      ]);
      const args = [fmc, wrappedNative] as const;
      const pair = await readContract(node, {
        abi: uniswapFactoryAbi,
        address: factory,
        functionName: 'getPair',
        args,
      });
      if (isAddressEqual(pair, zeroAddress)) return { wrappedNative, pair: null };
      const first = await readContract(node, { abi: uniswapPairAbi, address: pair, functionName: 'token0' });
      return { wrappedNative, pair: { address: pair, isFmcFirst: isAddressEqual(first, fmc) } };
    },
    // A pool that exists stays; one that does not may be opened.
    staleTime: ({ state }) => (state.data?.pair == null ? 0 : Number.POSITIVE_INFINITY),
    meta: { silent: true },
  });
}

async function readPool({ address, isFmcFirst }: Pair): Promise<Pool | null> {
  const [block, [reserve0, reserve1]] = await Promise.all([
    getBlockNumber(node, { cacheTime: 0 }),
    readContract(node, { abi: uniswapPairAbi, address, functionName: 'getReserves' }),
  ]);
  const [fmc, ju] = isFmcFirst ? [reserve0, reserve1] : [reserve1, reserve0];
  return fmc > 0n && ju > 0n ? { block, ju, fmc } : null;
}

async function readFunds({ router, fmc, account }: MarketInput & { readonly account: Address }): Promise<SwapFunds> {
  const token = { abi: fmcAbi, address: fmc } as const;
  const [ju, balance, allowance, price] = await Promise.all([
    getBalance(node, { address: account }),
    readContract(node, { ...token, functionName: 'balanceOf', args: [account] }),
    readContract(node, { ...token, functionName: 'allowance', args: [account, router] }),
    gasPrice(),
  ]);
  return { ju, fmc: balance, allowance, gasReserve: price * GAS_LIMIT };
}
