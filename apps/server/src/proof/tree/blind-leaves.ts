import { LEAVES_PER_ACCOUNT, splitAmount } from '@city-mint/domain/proof/account-leaves';
import { type LeavesOwner, type NamedLeaf, sumLeafNames } from '@city-mint/domain/proof/sum-tree';
import { sha256 } from './tree-hashes.ts';

/** An account and its counters, in base units. `account` is 20 bytes, all zero for the system. */
export type CountedAccount = Omit<LeavesOwner, 'salt'>;

/** The amount owed to an account, and how much of it rounds hold, in base units. */
export type AccountLiability = CountedAccount & { readonly amount: bigint; readonly locked: bigint };

const SALT = 0;
const DRAWS = 1;

/**
 * Returns the leaves of an account: its amount in `count` random parts, each under its own name. Names and parts are
 * derived from the tree's secret (32 bytes).
 */
export function makeLeaves(
  liability: AccountLiability,
  { secret, count = LEAVES_PER_ACCOUNT }: { readonly secret: Uint8Array; readonly count?: number },
): NamedLeaf[] {
  const names = leafNames(liability, { secret, count });
  const parts = splitAmount(liability.amount, drawNumbers(secret, { account: liability.account, count: count - 1 }));
  return names.map((name, index) => ({ name, amount: parts[index] ?? 0n, locked: liability.locked }));
}

/** Returns the names of an account's leaves, in the order of their index. */
export function leafNames(
  { account, deposited, withdrawn }: CountedAccount,
  { secret, count = LEAVES_PER_ACCOUNT }: { readonly secret: Uint8Array; readonly count?: number },
): Uint8Array[] {
  return sumLeafNames({ account, salt: deriveSalt(secret, account), deposited, withdrawn }, count, sha256);
}

/** Returns the salt of an account's leaves in a tree, which is only shown to the account's user. */
export function deriveSalt(secret: Uint8Array, account: Uint8Array): Uint8Array {
  return derive(secret, { account, purpose: SALT, block: 0 });
}

/** Returns random numbers below 2^128, two per hash. */
function drawNumbers(secret: Uint8Array, { account, count }: { account: Uint8Array; count: number }): bigint[] {
  const draws: bigint[] = [];
  for (let block = 0; draws.length < count; block += 1) {
    const bytes = derive(secret, { account, purpose: DRAWS, block });
    const view = new DataView(bytes.buffer, bytes.byteOffset, 32);
    for (const at of [0, 16]) draws.push((view.getBigUint64(at) << 64n) | view.getBigUint64(at + 8));
  }
  return draws.slice(0, count);
}

/** Returns the SHA-256 of secret, account, purpose and block, whose lengths are the same for all. */
function derive(
  secret: Uint8Array,
  { account, purpose, block }: { account: Uint8Array; purpose: number; block: number },
): Uint8Array {
  if (secret.length !== 32 || account.length !== 20) throw new RangeError('a secret has 32 bytes, an account 20');
  const preimage = new Uint8Array(54);
  preimage.set(secret);
  preimage.set(account, 32);
  preimage[52] = purpose;
  preimage[53] = block;
  return sha256(preimage);
}
