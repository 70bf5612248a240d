import { formatAmount } from '@city-mint/domain/money/amount-text';
import { Unverified } from './disagreement.ts';
import { fieldOf } from './fields.ts';
import { sha256 } from './hashes.ts';
import { bytesOf } from './hex.ts';
import { readTreeLeaves } from './read-leaves.ts';

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

/**
 * Recomputes the roots of the trees of liabilities from an account's leaves, as `POST /api/app/proof/mine` answers
 * them, whole or only its data. Returns a result for each tree. Throws like `readTreeLeaves`, and an Unverified for a
 * tree without any leaf of the account.
 */
export function verifyLeaves(text: string, address: string): VerifiedLeaves[] {
  const answer: unknown = JSON.parse(text);
  const data = fieldOf(answer, 'data') ?? answer;
  const proofs = fieldOf(data, 'proofs');
  if (!Array.isArray(proofs) || proofs.length === 0) throw new TypeError('no proofs in this file');
  return proofs.map((proof: unknown) => {
    const tree = readTreeLeaves(proof, { account: bytesOf(address), hash: sha256 });
    const { currency, leaves, owed, root, total, block } = tree;
    if (leaves.length === 0) throw new Unverified(`${currency}: the answer has no leaf of this account`);
    return { currency, owed: formatAmount(owed), root, total, block };
  });
}
