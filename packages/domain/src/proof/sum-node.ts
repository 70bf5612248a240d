/** A hash of 32 bytes over bytes, as the caller's library has it. */
export type HashBytes = (bytes: Uint8Array) => Uint8Array;

/** A node of a sum tree: its hash, and the sum of all amounts below it in base units. */
export type SumNode = { readonly hash: Uint8Array; readonly sum: bigint };

/** No amount or sum of a sum tree reaches it. */
export const SUM_LIMIT = 1n << 256n;

/** First byte of what is hashed, so that a leaf never passes as a node above leaves. */
export const LEAF_PREFIX = 0;
export const NODE_PREFIX = 1;
