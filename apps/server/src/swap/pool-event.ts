import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { RoutedSwap } from '@city-mint/domain/swap/swap-figures';
import { type Address, type DecodeFunctionDataReturnType, type Hex, toFunctionSelector } from 'viem';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import { createLogDecoder, decodeWord, WORD_BYTES, wordAt } from '#platform/chain/decode-log.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';

const decodePool = createLogDecoder(uniswapPairAbi);

/** Name of the cursor of the pool's logs: swaps and prices are known up to its block. */
export const SWAP_SOURCE = 'swap';

/** The contracts of swaps: the pool, which of its two tokens is FMC, both tokens, and our router. */
export type SwapDeployment = {
  readonly pair: Address;
  readonly isFmcFirst: boolean;
  readonly fmc: Address;
  readonly wrappedNative: Address;
  readonly router: Address;
};

/** Amounts in base units. */
export type PoolEvent =
  | { readonly kind: 'swap'; readonly sold: Currency; readonly paidIn: bigint; readonly paidOut: bigint }
  | { readonly kind: 'sync'; readonly reserve0: bigint; readonly reserve1: bigint };

/**
 * Returns the event of one of the pool's logs; undefined for irrelevant ones. Throws ChainIntegrityError for an
 * unreadable one.
 */
export function readPoolEvent(log: ChainLog, isFmcFirst: boolean): PoolEvent | undefined {
  if (log.topics.length === 0) throw new ChainIntegrityError('unreadable-log', log.txHash);
  const decoded = decodePoolLog(log);
  if (decoded === undefined) return undefined;
  if (decoded.eventName === 'Sync') return { kind: 'sync', ...decoded.args };
  if (decoded.eventName !== 'Swap') return undefined;
  const { amount0In, amount1In, amount0Out, amount1Out } = decoded.args;
  // A flash swap may pay in both tokens, which is no exchange of one for the other.
  if ((amount0In > 0n && amount1In > 0n) || (amount0Out > 0n && amount1Out > 0n)) return undefined;
  const isFirstSold = amount0In > 0n;
  return {
    kind: 'swap',
    sold: isFirstSold === isFmcFirst ? 'FMC' : 'JU',
    paidIn: isFirstSold ? amount0In : amount1In,
    paidOut: isFirstSold ? amount1Out : amount0Out,
  };
}

function decodePoolLog(log: ChainLog) {
  try {
    // Undefined for transfers of the pool's own shares.
    return decodePool(log);
  } catch (error) {
    throw new ChainIntegrityError('unreadable-log', `${log.txHash}: ${String(error)}`);
  }
}

/**
 * Returns the swap that a call of the router requests with this data and this amount of the native coin; undefined if
 * the call is not a swap.
 */
export function readRouterCall({
  input,
  value,
}: {
  readonly input: Hex;
  readonly value: bigint;
}): RoutedSwap | undefined {
  const call = decodeRouterCall(input);
  switch (call?.functionName) {
    case 'swapExactETHForTokens': {
      const [received, path] = call.args;
      return { exact: 'sold', sold: value, received, path };
    }
    case 'swapExactTokensForETH':
    case 'swapExactTokensForTokens': {
      const [sold, received, path] = call.args;
      return { exact: 'sold', sold, received, path };
    }
    case 'swapETHForExactTokens': {
      const [received, path] = call.args;
      return { exact: 'received', sold: value, received, path };
    }
    case 'swapTokensForExactETH': {
      const [received, sold, path] = call.args;
      return { exact: 'received', sold, received, path };
    }
    default:
      return undefined;
  }
}

/** The router's functions by their selectors, so that these are not hashed for each call. */
const ROUTER_CALLS = new Map(
  uniswapRouterAbi.map(({ name, inputs, ...item }) => [
    toFunctionSelector({ name, inputs, ...item }),
    { functionName: name, types: inputs.map(({ type }) => type) },
  ]),
);

type RouterCall = DecodeFunctionDataReturnType<typeof uniswapRouterAbi>;

/** Like viem's `decodeFunctionData`, in a tenth of the time; undefined for a call without a path of tokens. */
function decodeRouterCall(input: Hex): RouterCall | undefined {
  const called = ROUTER_CALLS.get(input.slice(0, 10) as Hex);
  if (called === undefined || !called.types.includes('address[]')) return undefined;
  const data: Hex = `0x${input.slice(10)}`;
  try {
    const args = called.types.map((type, index) =>
      type === 'address[]' ? addressesAt(data, index * WORD_BYTES) : decodeWord(wordAt(data, index * WORD_BYTES), type),
    );
    return { functionName: called.functionName, args: args as unknown } as RouterCall;
  } catch {
    return undefined;
  }
}

/** Returns the list of addresses of an argument, which is the byte offset of the list in the data. */
function addressesAt(data: Hex, byte: number): (bigint | Hex)[] {
  const start = Number(wordAt(data, byte));
  const length = Number(wordAt(data, start));
  // Checked before an array of this length is allocated: the sender of the call chose the number.
  if (length * WORD_BYTES > data.length) throw new Error('the list is truncated');
  return Array.from({ length }, (_, index) => decodeWord(wordAt(data, start + (1 + index) * WORD_BYTES), 'address'));
}
