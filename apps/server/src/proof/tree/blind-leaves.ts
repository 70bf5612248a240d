import { hash } from 'node:crypto';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { LEAVES_PER_ACCOUNT, splitAmount } from '@city-mint/domain/proof/account-leaves';
import { deriveExitKey, deriveSalt, type SaltedTree } from '@city-mint/domain/proof/exit-key';
import { type LeavesOwner, type NamedLeaf, sumLeafNames } from '@city-mint/domain/proof/sum-tree';
import { sha256 } from './tree-hashes.ts';

/** An account and its counters, in base units. `account` is 20 bytes, all zero for the system. */
export type CountedAccount = Omit<LeavesOwner, 'salt'>;

/** The amount owed to an account, and how much of it rounds hold, in base units. */
export type AccountLiability = CountedAccount & { readonly amount: bigint; readonly locked: bigint };

/** The secrets that blind the leaves of a tree: names by the master of all exit keys, parts by the tree's own. */
export type Blinding = SaltedTree & {
  readonly currency: Currency;
  /** 32 bytes each. */
  readonly master: Uint8Array;
  readonly secret: Uint8Array;
};

const DRAWS = 1;

/**
 * Returns the leaves of an account: its amount in `count` random parts, each under a name that only the
 * account's exit key leads to.
 */
export function makeLeaves(
  liability: AccountLiability,
  { blinding, count = LEAVES_PER_ACCOUNT }: { readonly blinding: Blinding; readonly count?: number },
): NamedLeaf[] {
  const { account, amount, locked } = liability;
  const names = leafNames(liability, { blinding, count });
  const parts = splitAmount(amount, drawNumbers(blinding.secret, { account, count: count - 1 }));
  return names.map((name, index) => ({ name, amount: parts[index] ?? 0n, locked }));
}

/** Returns the names of an account's leaves, in the order of their index. */
export function leafNames(
  owner: CountedAccount,
  { blinding, count = LEAVES_PER_ACCOUNT }: { readonly blinding: Blinding; readonly count?: number },
): Uint8Array[] {
  const key = deriveExitKey(blinding.master, owner.account, sha256);
  return sumLeafNames({ ...owner, salt: deriveSalt(key, blinding, sha256) }, count, sha256);
}

const DRAW_BITS = 128n;
const DRAW_MASK = (1n << DRAW_BITS) - 1n;

/** Returns random numbers below 2^128, two per hash. */
function drawNumbers(secret: Uint8Array, { account, count }: { account: Uint8Array; count: number }): bigint[] {
  if (secret.length !== 32 || account.length !== 20) throw new RangeError('a secret has 32 bytes, an account 20');
  // The lengths of secret, account, purpose and block are the same for all.
  const preimage = new Uint8Array(54);
  preimage.set(secret);
  preimage.set(account, 32);
  preimage[52] = DRAWS;
  const draws: bigint[] = [];
  for (let block = 0; draws.length < count; block += 1) {
    preimage[53] = block;
    const both = BigInt(`0x${hash('sha256', preimage, 'hex')}`);
    draws.push(both >> DRAW_BITS, both & DRAW_MASK);
  }
  return draws.slice(0, count);
}
