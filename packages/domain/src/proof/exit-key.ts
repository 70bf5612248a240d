import { CURRENCIES, type Currency } from '../ledger/currencies.ts';
import type { HashBytes } from './sum-tree.ts';

/** The first byte that is hashed, apart from those of names, leaves and inner nodes. */
const KEY_PREFIX = 3;
const SALT_PREFIX = 4;
const KEY_BYTES = 32;

/** The tree of a salt: the contract Anchors states both with each root. */
export type SaltedTree = { readonly currency: Currency; readonly block: bigint };

/**
 * Returns an account's exit key, 32 bytes, the same for all trees: the hash of 0x03, the operator's master secret (32
 * bytes) and the account (20 bytes). The database's function exit_key computes the same. Throws a RangeError for bytes
 * of the wrong length.
 */
export function deriveExitKey(master: Uint8Array, account: Uint8Array, hash: HashBytes): Uint8Array {
  if (master.length !== KEY_BYTES || account.length !== 20)
    throw new RangeError('a master secret has 32 bytes, an account 20');
  const bytes = new Uint8Array(53);
  bytes[0] = KEY_PREFIX;
  bytes.set(master, 1);
  bytes.set(account, 33);
  return hash(bytes);
}

/**
 * Returns the salt of an account's leaves in a tree: the hash of 0x04, exit key, currency (1 byte) and block (8 bytes,
 * big-endian). Two trees of a currency as of one block share it; the contract takes one root of a block. Throws a
 * RangeError for a key of another length, or a block that is out of range.
 */
export function deriveSalt(key: Uint8Array, { currency, block }: SaltedTree, hash: HashBytes): Uint8Array {
  if (key.length !== KEY_BYTES) throw new RangeError('an exit key has 32 bytes');
  if (block < 0n || block >> 64n > 0n) throw new RangeError(`a block out of range: ${block}`);
  const bytes = new Uint8Array(42);
  bytes[0] = SALT_PREFIX;
  bytes.set(key, 1);
  bytes[33] = CURRENCIES[currency];
  new DataView(bytes.buffer).setBigUint64(34, block);
  return hash(bytes);
}
