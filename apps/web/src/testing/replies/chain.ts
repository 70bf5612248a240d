import { numberToHex } from 'viem';

/** A price of gas, in base units. */
export const GAS_PRICE = 1_000_000_000n;

/** Returns a block as a node answers it, with this base fee; null: of a chain without EIP-1559. */
export function sampleBlock(baseFee: bigint | null = GAS_PRICE, number = 1): object {
  const hash = `0x${'1'.repeat(64)}`;
  const block = { number: numberToHex(number), hash, timestamp: '0x0', transactions: [] };
  return baseFee === null ? block : { ...block, baseFeePerGas: numberToHex(baseFee) };
}
