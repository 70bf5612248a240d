import type { HashBytes } from './sum-tree.ts';

const HASH_BYTES = 32;
const NUMBER_BYTES = 8;

/** The hash before the first entry of the journal. */
export const NO_ENTRY: Uint8Array = new Uint8Array(HASH_BYTES);

/** An entry of the ledger's journal, as far as it is public. */
export type ChainedEntry = {
  /** From 1 on. */
  readonly number: bigint;
  /** The hash of the entry before it; `NO_ENTRY` for the first one. */
  readonly previous: Uint8Array;
  /** The hash of its transfers, blinded by a salt of the entry: without it no guess of a transfer can be tested. */
  readonly content: Uint8Array;
};

/**
 * Returns the hash of an entry: over the previous hash, its number (8 bytes, big-endian) and its content. `hash` is
 * SHA-256. Throws a RangeError for bytes of another length than 32, or a number below 1 or above 63 bits.
 */
export function hashJournalEntry({ number, previous, content }: ChainedEntry, hash: HashBytes): Uint8Array {
  if (previous.length !== HASH_BYTES || content.length !== HASH_BYTES)
    throw new RangeError(`entry ${number}: a hash has ${HASH_BYTES} bytes`);
  if (number < 1n || number >= 2n ** 63n) throw new RangeError(`no entry has the number ${number}`);
  const bytes = new Uint8Array(2 * HASH_BYTES + NUMBER_BYTES);
  bytes.set(previous);
  new DataView(bytes.buffer).setBigUint64(HASH_BYTES, number);
  bytes.set(content, HASH_BYTES + NUMBER_BYTES);
  return hash(bytes);
}
