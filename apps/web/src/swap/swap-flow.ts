import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import type { Address } from 'viem';
import { readContract } from 'wagmi/actions';
import { approveToken } from '#assets/chain/approve-token.ts';
import { type SendOutcome, sendTransaction } from '#assets/chain/send-transaction.ts';
import { translate } from '#platform/i18n/translate.ts';
import { queryClient } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { exchangeQuery } from './pool-queries.ts';
import { SWAP_LIFETIME_MS } from './sent-swaps.ts';
import { mostToPay, type SwapQuote } from './swap-quote.ts';

export type SwapOrder = {
  readonly account: Address;
  readonly router: Address;
  readonly fmc: Address;
  /** As confirmed: later quotes do not change it. */
  readonly quote: SwapQuote;
  /** Called when the router has the allowance, before the swap itself is sent. */
  readonly onAuthorized: () => void;
};

const chainId = activeChain.id;
/** Includes the token's errors, so that a revert inside the token is reported by its name. */
const routerAbi = [...uniswapRouterAbi, ...fmcAbi] as const;

/**
 * Sends a swap to the router; if it sells FMC, first approves exactly the amount that the router may take. Returns the
 * hash of the swap, or the reason why there is none.
 */
export async function sendSwap(order: SwapOrder): Promise<SendOutcome> {
  const { account, router, fmc, quote } = order;
  if (quote.sell === 'FMC') {
    const approved = await allowRouter(order);
    if (approved !== null && !approved.ok) return approved;
  }
  const { wrappedNative } = await queryClient.fetchQuery(exchangeQuery(router, fmc));
  const path = quote.sell === 'FMC' ? [fmc, wrappedNative] : [wrappedNative, fmc];
  const deadline = BigInt(Math.floor((serverNow() + SWAP_LIFETIME_MS) / 1000));
  const call = { abi: routerAbi, address: router, account, chainId, ...routerCall({ quote, path, account, deadline }) };
  return sendTransaction({ call, text: translate('swap.waiting') });
}

/** Returns the outcome of the approval; null if the router already has the allowance. */
async function allowRouter({ account, router, fmc, quote, onAuthorized }: SwapOrder): Promise<SendOutcome | null> {
  const token = { abi: fmcAbi, address: fmc, chainId } as const;
  const most = mostToPay(quote);
  const allowance = await readContract(walletConfig, {
    ...token,
    functionName: 'allowance',
    args: [account, router],
  }).catch(() => 0n);
  if (allowance >= most) return null;
  const approved = await approveToken({ account, token: fmc, spender: router, amount: most });
  if (approved.ok) onAuthorized();
  return approved;
}

type RouterCallInput = {
  readonly quote: SwapQuote;
  readonly path: readonly Address[];
  readonly account: Address;
  readonly deadline: bigint;
};

function routerCall({ quote, path, account, deadline }: RouterCallInput) {
  const { sell, exact, sold, received, bound } = quote;
  if (sell === 'JU') {
    return exact === 'sold'
      ? { functionName: 'swapExactETHForTokens', args: [bound, path, account, deadline], value: sold }
      : { functionName: 'swapETHForExactTokens', args: [received, path, account, deadline], value: bound };
  }
  return exact === 'sold'
    ? { functionName: 'swapExactTokensForETH', args: [sold, bound, path, account, deadline] }
    : { functionName: 'swapTokensForExactETH', args: [received, bound, path, account, deadline] };
}
