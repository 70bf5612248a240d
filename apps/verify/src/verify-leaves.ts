import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { LEAVES_PER_ACCOUNT, verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { bytesOf, sha256 } from './hashes.ts';
import { Disagreement } from './verify-settlement.ts';

/** The leaves of an account in a tree of liabilities: the amount owed, and the tree to which they lead. */
export type VerifiedLeaves = {
  readonly currency: 'JU' | 'FMC';
  /** Whole units, a decimal text. */
  readonly owed: string;
  readonly root: string;
  /** Base units. */
  readonly total: bigint;
  readonly block: bigint;
};

/** Thrown when a tree states nothing for the account: nothing is owed to it, or it was left out. */
export class Uncounted extends Error {
  override readonly name = 'Uncounted';
}

/**
 * Recomputes the roots of the trees of liabilities from an account's leaves, as `POST /api/app/proof/mine` answers
 * them, whole or only its data. Returns a result for each tree. Throws a Disagreement for leaves that do not lead to
 * the stated root and total, an Uncounted for a tree without any, and a TypeError or RangeError for a text without
 * trees.
 */
export function verifyLeaves(text: string, address: string): VerifiedLeaves[] {
  const answer: unknown = JSON.parse(text);
  const data = fieldOf(answer, 'data') ?? answer;
  const proofs = fieldOf(data, 'proofs');
  if (!Array.isArray(proofs) || proofs.length === 0) throw new TypeError('no proofs in this file');
  return proofs.map((proof: unknown) => verifyTree(proof, bytesOf(address)));
}

function verifyTree(proof: unknown, account: Uint8Array): VerifiedLeaves {
  const currency = textOf(proof, 'currency');
  if (currency !== 'JU' && currency !== 'FMC') throw new TypeError(`no currency: ${currency}`);
  const parts = fieldOf(proof, 'parts');
  if (!Array.isArray(parts)) throw new TypeError(`${currency}: no parts`);
  const leaves = parts.map((part: unknown) => ({ leaf: leafOf(fieldOf(part, 'leaf')), path: pathOf(part) }));
  // With fewer than all of them the server could state less than the tree does.
  if (leaves.length === 0) throw new Uncounted(`${currency}: the answer has no leaf of this account`);
  if (leaves.length !== LEAVES_PER_ACCOUNT)
    throw new Disagreement(`${currency}: ${leaves.length} leaves instead of ${LEAVES_PER_ACCOUNT}`);
  const owed = leaves.reduce((sum, { leaf }) => sum + leaf.amount, 0n);
  const [root, total] = [textOf(proof, 'root'), unitsOf(textOf(proof, 'total'))];
  const fault = verifyAccountLeaves(leaves, {
    ...{ account, balance: owed },
    root: { hash: bytesOf(root), sum: total },
    hash: sha256,
  });
  if (fault !== null) throw new Disagreement(`${currency}: ${fault}`);
  return { currency, owed: formatAmount(owed), root: root.toLowerCase(), total, block: blockOf(proof) };
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

function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  if (typeof field !== 'string') throw new TypeError(`${name} is no text`);
  return field;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
