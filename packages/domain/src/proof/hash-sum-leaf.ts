import { type HashBytes, LEAF_PREFIX, type SumNode } from './sum-node.ts';
import { writeSum } from './write-sum.ts';

/** What a leaf says: which account (20 bytes of its address) is owed how much, and 32 bytes that keep others from guessing it. */
export type SumLeaf = { readonly account: Uint8Array; readonly amount: bigint; readonly salt: Uint8Array };

/** The node of a leaf: the hash of 0x00, salt, account and amount. Throws a RangeError for an amount out of range or bytes of a wrong length. */
export function hashSumLeaf({ account, amount, salt }: SumLeaf, hash: HashBytes): SumNode {
  if (account.length !== 20 || salt.length !== 32)
    throw new RangeError('a leaf has 20 bytes of account and 32 of salt');
  const bytes = new Uint8Array(85);
  bytes[0] = LEAF_PREFIX;
  bytes.set(salt, 1);
  bytes.set(account, 33);
  writeSum(bytes, 53, amount);
  return { hash: hash(bytes), sum: amount };
}
