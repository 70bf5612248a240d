import { unitsOf } from '@city-mint/domain/money/amount-text';
import { LEAVES_PER_ACCOUNT, verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import type { HashBytes, SumProof } from '@city-mint/domain/proof/sum-tree';
import { Disagreement } from './disagreement.ts';
import { fieldOf, textOf } from './fields.ts';
import { bytesOf } from './hex.ts';

/** An account's leaves in a tree of liabilities, verified: in the order of their index, or none. Base units. */
export type TreeLeaves = {
  readonly currency: 'JU' | 'FMC';
  readonly leaves: readonly SumProof[];
  readonly owed: bigint;
  /** 0x hex, lower case. */
  readonly root: string;
  readonly total: bigint;
  readonly block: bigint;
};

/**
 * Returns an account's leaves in a tree, as `POST /api/app/proof/mine` states them; recomputes the root from them.
 * Throws a Disagreement for leaves that do not lead to the stated root and total, or that are not all of the account's,
 * and a TypeError or RangeError for a value without a tree.
 */
export function readTreeLeaves(
  proof: unknown,
  { account, hash }: { readonly account: Uint8Array; readonly hash: HashBytes },
): TreeLeaves {
  const currency = textOf(proof, 'currency');
  if (currency !== 'JU' && currency !== 'FMC') throw new TypeError(`no currency: ${currency}`);
  const parts = fieldOf(proof, 'parts');
  if (!Array.isArray(parts)) throw new TypeError(`${currency}: no parts`);
  const leaves = parts
    .map((part: unknown) => ({ leaf: leafOf(fieldOf(part, 'leaf')), path: pathOf(part) }))
    .sort((one, other) => one.leaf.index - other.leaf.index);
  const [root, total] = [textOf(proof, 'root').toLowerCase(), unitsOf(textOf(proof, 'total'))];
  const owed = leaves.reduce((sum, { leaf }) => sum + leaf.amount, 0n);
  const tree = { currency, leaves, owed, root, total, block: blockOf(proof) } as const;
  if (leaves.length === 0) return tree;
  const disagreement = (fault: string) => new Disagreement(`${currency}: ${fault}`, 'badLeaves', { currency });
  // With fewer than all of them the server could state less than the tree does.
  if (leaves.length !== LEAVES_PER_ACCOUNT)
    throw disagreement(`${leaves.length} leaves instead of ${LEAVES_PER_ACCOUNT}`);
  const node = { hash: bytesOf(root), sum: total };
  const fault = verifyAccountLeaves(leaves, { account, balance: owed, root: node, hash });
  if (fault !== null) throw disagreement(fault);
  if (leaves.some(({ leaf }, index) => leaf.index !== index))
    throw disagreement('a leaf has an index that no account has');
  return tree;
}

function leafOf(leaf: unknown) {
  return {
    account: bytesOf(fieldOf(leaf, 'account')),
    salt: bytesOf(fieldOf(leaf, 'salt')),
    index: Number(fieldOf(leaf, 'index')),
    amount: unitsOf(textOf(leaf, 'amount')),
    deposited: unitsOf(textOf(leaf, 'deposited')),
    withdrawn: unitsOf(textOf(leaf, 'withdrawn')),
    locked: unitsOf(textOf(leaf, 'locked')),
  };
}

function pathOf(part: unknown) {
  const path = fieldOf(part, 'path');
  if (!Array.isArray(path)) throw new TypeError('a part without a path');
  return path.map((step: unknown) => {
    const side = textOf(step, 'side');
    if (side !== 'left' && side !== 'right') throw new TypeError(`no side: ${side}`);
    return { side, node: { hash: bytesOf(fieldOf(step, 'hash')), sum: unitsOf(textOf(step, 'sum')) } } as const;
  });
}

function blockOf(proof: unknown): bigint {
  const block = textOf(proof, 'blockNumber');
  if (!/^\d+$/.test(block)) throw new TypeError(`no block: ${block}`);
  return BigInt(block);
}
