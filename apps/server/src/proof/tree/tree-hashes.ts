import { hash } from 'node:crypto';
import { joinPair } from '@city-mint/domain/proof/settlement-tree';
import { joinSumNodes, type SumNode } from '@city-mint/domain/proof/sum-tree';
import { keccak256, toBytes } from 'viem';

/** Returns the Keccak-256 of bytes, the hash of settlement trees and of the contract that verifies them. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return keccak256(bytes, 'bytes');
}

/** Returns the parent of two nodes of a settlement tree. */
export function joinByKeccak(left: Uint8Array, right: Uint8Array): Uint8Array {
  return joinPair(left, right, keccak);
}

/** Returns the node of a settlement leaf: its text hashed twice. */
export function hashLeafText(text: string): Uint8Array {
  return keccak(keccak(toBytes(text)));
}

/** Returns the SHA-256 of bytes, the hash of liabilities trees. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** Returns the parent of two nodes of a liabilities tree. */
export function joinBySha256(left: SumNode, right: SumNode): SumNode {
  return joinSumNodes(left, right, sha256);
}
