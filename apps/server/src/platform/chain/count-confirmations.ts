import type { ChainHeight } from './read-chain-height.ts';

/** How many blocks lie on top of a block: 0 while it is the newest, never more than are needed. */
export function countConfirmations(blockNumber: bigint, height: ChainHeight): number {
  const above = Number(height.headNumber - blockNumber);
  return Math.min(Math.max(above, 0), height.confirmationsNeeded);
}
