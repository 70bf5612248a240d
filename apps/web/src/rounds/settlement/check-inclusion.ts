import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { verifySettlementPath } from '@city-mint/domain/proof/settlement-tree';
import { hexToBytes, isHex, keccak256, stringToBytes } from 'viem';

/** An order's rank and inclusion proof in the published settlement of its round. */
export type OwnResult = {
  readonly rank: number;
  readonly inclusion: NonNullable<ReplyOf<'POST /api/biz/mint/detail'>['inclusion']>;
};

/** The root to which a round's recomputed results lead. */
type RecomputedRoot = { readonly roundId: string; readonly root: string };

/**
 * Returns whether the tree under the recomputed root (0x hex) includes the result of the order with this rank in this
 * round. Recomputes all hashes from the leaf up.
 */
export function isIncluded({ roundId, root }: RecomputedRoot, { rank, inclusion }: OwnResult): boolean {
  const { leaf, path } = inclusion;
  if (inclusion.root.toLowerCase() !== root || ![root, ...path].every((hash) => isHex(hash))) return false;
  const result = parseLeaf(leaf);
  if (result?.['roundId'] !== roundId || result['rank'] !== rank) return false;
  return verifySettlementPath(
    { leaf: stringToBytes(leaf), path: path.map(bytes) },
    { root: bytes(root), hash: (data) => keccak256(data, 'bytes') },
  );
}

function bytes(hex: string): Uint8Array {
  return isHex(hex) ? hexToBytes(hex) : new Uint8Array();
}

function parseLeaf(leaf: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(leaf);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
