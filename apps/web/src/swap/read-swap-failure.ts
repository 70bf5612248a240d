import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { type Abi, decodeFunctionData, type Hash } from 'viem';
import { getTransaction, simulateContract } from 'wagmi/actions';
import { classifyChainError } from '#assets/chain/chain-failure.ts';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';

/** Why the chain reverted a swap: the price had moved past the limit, the deadline had passed, or neither. */
export type SwapFailure = 'price' | 'expired' | 'other';

const chainId = activeChain.id;
/** Includes the token's errors, which the router passes on. */
const abi: Abi = [...uniswapRouterAbi, ...fmcAbi];

const FAILURES: Readonly<Record<string, SwapFailure>> = {
  'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT': 'price',
  'UniswapV2Router: EXCESSIVE_INPUT_AMOUNT': 'price',
  'UniswapV2Router: EXPIRED': 'expired',
};

/**
 * Returns why a swap was reverted, by simulating its call again in the block that reverted it: a receipt has no reason.
 * Throws if the node does not know the transaction.
 */
export async function readSwapFailure(hash: Hash): Promise<SwapFailure> {
  const { from, to, input, value, blockNumber } = await getTransaction(walletConfig, { hash, chainId });
  if (to === null || blockNumber === null) return 'other';
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: input });
    const call = { abi, address: to, functionName, args: args ?? [], value, account: from, blockNumber, chainId };
    await simulateContract(walletConfig, call);
    return 'other';
  } catch (error) {
    const failure = classifyChainError(error);
    return (failure.kind === 'reverted' && FAILURES[failure.error ?? '']) || 'other';
  }
}
