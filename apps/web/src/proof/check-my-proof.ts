import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { type AccountLeavesFault, verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { hexToBytes, isHex, sha256 } from 'viem';
import type { AnchoredRoots } from './read-anchored.ts';

export type MyProof = ReplyOf<'POST /api/app/proof/mine'>['proofs'][number];

/** The result of a check on this device. */
export type CheckedProof = {
  readonly currency: MyProof['currency'];
  /** The liability to me in the tree, a decimal string in whole units. */
  readonly counted: string;
  /** `none`: the tree counts nothing for this account; `unreadable`: the reply is not a proof; null: no fault. */
  readonly fault: AccountLeavesFault | 'none' | 'unreadable' | null;
};

/**
 * The contract on the root to which leaves lead: it has it; it has none as new yet; it has another one, or
 * another total or block; its nodes contradict each other; no answer.
 */
export type ContractVerdict = 'agrees' | 'pending' | 'differs' | 'nodes-differ' | 'unread';

/** Returns the contract's verdict on a proof's root; `anchored` is undefined without an answer. */
export function judgeRoot(proof: MyProof, anchored: AnchoredRoots | undefined): ContractVerdict {
  if (anchored === undefined) return 'unread';
  if (anchored.kind === 'nodes-differ') return 'nodes-differ';
  const block = BigInt(proof.blockNumber);
  const root = findRoot(proof, anchored);
  if (root !== undefined) return root.total === unitsOf(proof.total) && root.asOfBlock === block ? 'agrees' : 'differs';
  return anchored.roots.some(({ asOfBlock }) => asOfBlock >= block) ? 'differs' : 'pending';
}

/** The chain counts seconds. */
const SECOND_MS = 1_000;

/** Returns when a proof's root was anchored, in UTC milliseconds; null if the contract has no such root. */
export function anchoringTime(proof: MyProof, anchored: AnchoredRoots | undefined): number | null {
  const root = anchored?.kind === 'read' ? findRoot(proof, anchored) : undefined;
  return root === undefined ? null : Number(root.anchoredAt) * SECOND_MS;
}

function findRoot(proof: MyProof, { roots }: Extract<AnchoredRoots, { kind: 'read' }>) {
  return roots.find(({ root }) => root === proof.root.toLowerCase());
}

/** Returns the proofs of both currencies; one that the server left out, or has twice, is null. */
export function proofsByCurrency(proofs: readonly MyProof[]): readonly (readonly [Currency, MyProof | null])[] {
  return (['JU', 'FMC'] as const).map((currency) => {
    const [proof, ...others] = proofs.filter((candidate) => candidate.currency === currency);
    return [currency, others.length === 0 ? (proof ?? null) : null];
  });
}

/**
 * Returns whether a root and total include the leaves of an account. Recomputes them from the leaves up. The contract
 * decides about the root (`judgeRoot`), the account's own calls about the sum of the leaves (`judgeOwn`): here both are
 * the server's claims.
 */
export function checkMyProof(proof: MyProof, address: string): CheckedProof {
  const { currency, parts } = proof;
  if (parts.length === 0) return { currency, counted: '0', fault: 'none' };
  try {
    const proofs = parts.map(({ leaf, path }) => ({
      leaf: {
        ...{ account: bytes(leaf.account), salt: bytes(leaf.salt), index: leaf.index, amount: unitsOf(leaf.amount) },
        ...{ deposited: unitsOf(leaf.deposited), withdrawn: unitsOf(leaf.withdrawn), locked: unitsOf(leaf.locked) },
      },
      path: path.map(({ side, hash, sum }) => ({ side, node: { hash: bytes(hash), sum: unitsOf(sum) } })),
    }));
    const counted = proofs.reduce((sum, { leaf }) => sum + leaf.amount, 0n);
    const fault = verifyAccountLeaves(proofs, {
      account: bytes(address),
      root: { hash: bytes(proof.root), sum: unitsOf(proof.total) },
      hash: (data) => sha256(data, 'bytes'),
    });
    return { currency, counted: formatAmount(counted), fault };
  } catch {
    return { currency, counted: '0', fault: 'unreadable' };
  }
}

function bytes(hex: string): Uint8Array {
  if (!isHex(hex)) throw new TypeError(`not bytes: ${hex}`);
  return hexToBytes(hex);
}
