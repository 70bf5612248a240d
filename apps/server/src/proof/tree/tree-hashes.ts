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

const HASH_BYTES = 32;

/** Returns the SHA-256 of bytes, the hash of liabilities trees. By a text: Node's buffer costs more than the hash. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const text = hash('sha256', bytes, 'binary');
  const hashed = new Uint8Array(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at += 1) hashed[at] = text.charCodeAt(at);
  return hashed;
}

/** Returns the parent of two nodes of a liabilities tree. */
export function joinBySha256(left: SumNode, right: SumNode): SumNode {
  return joinSumNodes(left, right, sha256);
}
