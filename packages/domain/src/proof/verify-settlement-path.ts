import { joinPair } from './join-pair.ts';
import type { HashBytes } from './sum-node.ts';

/** Whether a leaf (the UTF-8 bytes of `settlementLeaf`) stands in a round's published root; `path` from below to above. */
export function verifySettlementPath(
  { leaf, path }: { leaf: Uint8Array; path: readonly Uint8Array[] },
  { root, hash }: { root: Uint8Array; hash: HashBytes },
): boolean {
  if (root.length !== 32 || path.some(({ length }) => length !== 32)) return false;
  // Hashed twice, so that an inner node, which is 64 bytes hashed once, never passes as a leaf.
  const found = path.reduce((node, beside) => joinPair(node, beside, hash), hash(hash(leaf)));
  return found.every((byte, at) => byte === root[at]);
}
