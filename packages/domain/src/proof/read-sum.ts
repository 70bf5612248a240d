/** Reads the 32 bytes, big-endian, that `writeSum` wrote at `offset`. */
export function readSum(from: Uint8Array, offset: number): bigint {
  const view = new DataView(from.buffer, from.byteOffset + offset, 32);
  let sum = 0n;
  for (let word = 0; word < 4; word += 1) sum = (sum << 64n) | view.getBigUint64(word * 8);
  return sum;
}
