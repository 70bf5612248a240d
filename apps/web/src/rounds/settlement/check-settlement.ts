import { settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import type { ContractVerdict } from '#proof/check-my-proof.ts';
import type { AnchoredRoot } from '#proof/read-anchored.ts';
import { isIncluded, type OwnResult } from './check-inclusion.ts';
import type { Recomputed } from './start-recompute.ts';

/**
 * A settled round, the hash of its terms, the SHA-256 of its file in hex as the server states it (null: not stated),
 * and the user's own order, if any, whose inclusion is checked too.
 */
export type CheckedRound = {
  readonly roundId: string;
  readonly termsHash: string;
  readonly sha256: string | null;
  readonly own: OwnResult | null;
};

/**
 * The result of a check: the first place that differs from the recomputed settlement; or that it is the same, with the
 * verdict of the contract (null for a round without orders, which has no root), and whether the own order is part of
 * it.
 */
export type CheckedSettlement =
  | { readonly kind: 'different'; readonly place: string }
  | {
      readonly kind: 'same';
      readonly root: string | null;
      readonly sha256: string;
      readonly orders: number;
      readonly contract: ContractVerdict | null;
      readonly nodes: number;
      readonly isIncluded: boolean | null;
    };

/**
 * Returns the result of the check of a recomputed settlement. `readRoot` reads the root of a subject in the contract;
 * when it throws, nothing is known of the contract.
 */
export async function checkSettlement(
  recomputed: Recomputed,
  { roundId, termsHash, sha256, own }: CheckedRound,
  readRoot: (subject: string) => Promise<AnchoredRoot>,
): Promise<CheckedSettlement> {
  if ('fault' in recomputed) return { kind: 'different', place: `${recomputed.place}: ${recomputed.fault}` };
  const { root } = recomputed;
  if (recomputed.roundId !== roundId) return { kind: 'different', place: `line 1: roundId: is ${recomputed.roundId}` };
  if (recomputed.termsHash !== termsHash)
    return { kind: 'different', place: `line 1: termsHash: is ${recomputed.termsHash}, the round has ${termsHash}` };
  if (sha256 !== null && recomputed.sha256 !== sha256)
    return { kind: 'different', place: `file: SHA-256: is ${recomputed.sha256}, stated ${sha256}` };
  const same = { kind: 'same', root, sha256: recomputed.sha256, orders: recomputed.orders } as const;
  if (root === null) return { ...same, contract: null, nodes: 0, isIncluded: own === null ? null : false };
  const subject = settlementSubject({ roundId: BigInt(roundId), termsHash });
  const anchored = await readRoot(subject).catch(() => null);
  return {
    ...same,
    contract: judge(root, anchored),
    nodes: anchored?.kind === 'read' ? anchored.nodes : 0,
    isIncluded: own === null ? null : isIncluded({ roundId, root }, own),
  };
}

function judge(root: string, anchored: AnchoredRoot | null): ContractVerdict {
  if (anchored === null) return 'unread';
  if (anchored.kind === 'nodes-differ') return 'nodes-differ';
  if (anchored.root === null) return 'pending';
  return anchored.root === root ? 'agrees' : 'differs';
}
