import type { HashBytes } from './sum-node.ts';

/** The node above two hashes: the hash of the smaller one and then the larger one, as the contract that keeps the roots has it. */
export function joinPair(a: Uint8Array, b: Uint8Array, hash: HashBytes): Uint8Array {
  const bytes = new Uint8Array(64);
  const isSorted = comesFirst(a, b);
  bytes.set(isSorted ? a : b);
  bytes.set(isSorted ? b : a, 32);
  return hash(bytes);
}

function comesFirst(a: Uint8Array, b: Uint8Array): boolean {
  for (let at = 0; at < 32; at += 1) {
    const [left = 0, right = 0] = [a[at], b[at]];
    if (left !== right) return left < right;
  }
  return true;
}
