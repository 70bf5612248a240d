import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { AbiEventSignatureNotFoundError, decodeEventLog } from 'viem';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';

export type PoolEvent =
  | { readonly kind: 'swap'; readonly sold: Currency; readonly paidIn: bigint; readonly paidOut: bigint }
  | { readonly kind: 'sync'; readonly reserve0: bigint; readonly reserve1: bigint };

/** What a log of the pool says; undefined for one without a meaning here. Throws ChainIntegrityError for one that cannot be read. */
export function readPoolEvent(log: ChainLog, isFmcFirst: boolean): PoolEvent | undefined {
  const [signature, ...rest] = log.topics;
  if (signature === undefined) throw new ChainIntegrityError('unreadable-log', log.txHash);
  const decoded = decode(log, [signature, ...rest]);
  if (decoded === undefined) return undefined;
  if (decoded.eventName === 'Sync') return { kind: 'sync', ...decoded.args };
  if (decoded.eventName !== 'Swap') return undefined;
  const { amount0In, amount1In, amount0Out, amount1Out } = decoded.args;
  // What goes in on both sides at once, as a flash swap may, is no exchange of one for the other.
  if ((amount0In > 0n && amount1In > 0n) || (amount0Out > 0n && amount1Out > 0n)) return undefined;
  const isFirstSold = amount0In > 0n;
  return {
    kind: 'swap',
    sold: isFirstSold === isFmcFirst ? 'FMC' : 'JU',
    paidIn: isFirstSold ? amount0In : amount1In,
    paidOut: isFirstSold ? amount1Out : amount0Out,
  };
}

function decode(log: ChainLog, topics: [signature: `0x${string}`, ...rest: `0x${string}`[]]) {
  try {
    return decodeEventLog({ abi: uniswapPairAbi, topics, data: log.data });
  } catch (cause) {
    // Shares of the pool that change hands.
    if (cause instanceof AbiEventSignatureNotFoundError) return undefined;
    throw new ChainIntegrityError('unreadable-log', `${log.txHash}: ${String(cause)}`);
  }
}
