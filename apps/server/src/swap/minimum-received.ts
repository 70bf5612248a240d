import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { decodeFunctionData, type Hex } from 'viem';

/** The least that a call of the router wanted to receive, in base units; null for a call that names none, or that goes by other pools too. */
export function minimumReceived(input: Hex): bigint | null {
  const call = decode(input);
  switch (call?.functionName) {
    case 'swapExactETHForTokens': {
      const [least, path] = call.args;
      return path.length === 2 ? least : null;
    }
    case 'swapExactTokensForETH':
    case 'swapExactTokensForTokens': {
      const [, least, path] = call.args;
      return path.length === 2 ? least : null;
    }
    default:
      return null;
  }
}

function decode(input: Hex) {
  try {
    return decodeFunctionData({ abi: uniswapRouterAbi, data: input });
  } catch {
    return undefined;
  }
}
