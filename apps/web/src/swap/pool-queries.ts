import { queryOptions } from '@tanstack/react-query';
import type { Address } from 'viem';
import { RESERVED_GAS } from '#assets/chain/wallet-funds.ts';
import { addressIn, askNode, balanceCall, type NodeCall, numberIn, readCall } from '#platform/node.ts';
import { queryClient } from '#platform/query-client.ts';
import { isSameAddress } from '#platform/same-address.ts';
import type { Pool, SwapFunds, SwapMarket } from './pool.ts';

/** About one block: displayed data are never much older. */
const REFRESH_MS = 3_000;

type MarketInput = { readonly router: Address; readonly fmc: Address; readonly account: Address | null };
type Pair = { readonly address: Address; readonly isFmcFirst: boolean };

/** Query keys of the exchange on the chain. */
export const poolKeys = {
  allMarkets: ['swap-market'] as const,
  market: ({ router, fmc, account }: MarketInput) => ['swap-market', router, fmc, account] as const,
  gasPrice: ['gas-price'] as const,
  exchange: (router: Address, fmc: Address) => ['swap-exchange', router, fmc] as const,
};

const HEIGHT: NodeCall = { method: 'eth_blockNumber', params: [] };
const NO_PAIR = `0x${'0'.repeat(40)}`;

/** The pool's reserves and the wallet's funds in the same block: one request to the node per block. */
export function marketQuery(input: MarketInput) {
  const { router, fmc, account } = input;
  return queryOptions({
    queryKey: poolKeys.market(input),
    queryFn: async (): Promise<SwapMarket> => {
      const { pair } = await queryClient.fetchQuery(exchangeQuery(router, fmc));
      const poolCalls = pair === null ? [] : [HEIGHT, readCall(pair.address, 'getReserves')];
      const fundsCalls = account === null ? [] : callsOfFunds({ router, fmc, account });
      const calls = [...poolCalls, ...fundsCalls];
      const [answers, price] = await Promise.all([
        calls.length === 0 ? [] : askNode(calls),
        account === null ? 0n : queryClient.fetchQuery(gasPriceQuery),
      ]);
      return {
        pool: pair === null ? null : poolIn(answers, pair),
        funds: account === null ? null : fundsIn(answers.slice(poolCalls.length), price),
      };
    },
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
}

/** The gas price moves less than the margin of the reserve for it. */
const gasPriceQuery = queryOptions({
  queryKey: poolKeys.gasPrice,
  queryFn: async () => (await import('#assets/chain/chain-reads.ts')).gasPrice(),
  staleTime: 30_000,
  meta: { silent: true },
});

/**
 * The router's wrapped JU, and its pool with FMC, read from the router itself, which the build names, so that no other
 * address has to be trusted. The pool is null if it does not exist.
 */
export function exchangeQuery(router: Address, fmc: Address) {
  return queryOptions({
    queryKey: poolKeys.exchange(router, fmc),
    queryFn: async (): Promise<{ readonly wrappedNative: Address; readonly pair: Pair | null }> => {
      const ofRouter = await askNode([readCall(router, 'WETH'), readCall(router, 'factory')]);
      const [wrapped = '', factory = ''] = ofRouter;
      const wrappedNative = addressIn(wrapped);
      const [found = ''] = await askNode([readCall(addressIn(factory), 'getPair', [fmc, wrappedNative])]);
      const pair = addressIn(found);
      if (pair === NO_PAIR) return { wrappedNative, pair: null };
      const [first = ''] = await askNode([readCall(pair, 'token0')]);
      return { wrappedNative, pair: { address: pair, isFmcFirst: isSameAddress(addressIn(first), fmc) } };
    },
    // A pool never disappears, but a missing one may be created.
    staleTime: ({ state }) => (state.data?.pair == null ? 0 : Number.POSITIVE_INFINITY),
    meta: { silent: true },
  });
}

function poolIn([block = '', reserves = '']: readonly string[], { isFmcFirst }: Pair): Pool | null {
  const [first, second] = [numberIn(reserves), numberIn(reserves, 1)];
  const [fmc, ju] = isFmcFirst ? [first, second] : [second, first];
  return fmc > 0n && ju > 0n ? { block: numberIn(block), ju, fmc } : null;
}

function callsOfFunds({ router, fmc, account }: MarketInput & { readonly account: Address }): readonly NodeCall[] {
  return [balanceCall(account), readCall(fmc, 'balanceOf', [account]), readCall(fmc, 'allowance', [account, router])];
}

function fundsIn([ju = '', balance = '', allowance = '']: readonly string[], gasPrice: bigint): SwapFunds {
  return {
    ju: numberIn(ju),
    fmc: numberIn(balance),
    allowance: numberIn(allowance),
    gasReserve: gasPrice * RESERVED_GAS,
  };
}
