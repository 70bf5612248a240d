import { SUM_LIMIT } from './sum-node.ts';

/** Writes a sum as 32 bytes, big-endian, at `offset`. Throws a RangeError below zero and at 2^256 and above: no such sum has a node. */
export function writeSum(into: Uint8Array, offset: number, sum: bigint): void {
  if (sum < 0n || sum >= SUM_LIMIT) throw new RangeError(`a sum out of range: ${sum}`);
  const view = new DataView(into.buffer, into.byteOffset + offset, 32);
  for (let word = 3, rest = sum; rest > 0n; word -= 1, rest >>= 64n)
    view.setBigUint64(word * 8, rest & 0xffffffffffffffffn);
}
