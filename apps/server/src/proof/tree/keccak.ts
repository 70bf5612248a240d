import { joinPair } from '@city-mint/domain/proof/settlement-tree';
import { keccak256, toBytes } from 'viem';

/** Keccak-256 of bytes: what the trees of settlements are made with, as the contract that anchors their roots. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return keccak256(bytes, 'bytes');
}

/** The node above two. */
export function joinByKeccak(a: Uint8Array, b: Uint8Array): Uint8Array {
  return joinPair(a, b, keccak);
}

/** The node of a leaf's text. */
export function hashLeafText(text: string): Uint8Array {
  return keccak(keccak(toBytes(text)));
}
