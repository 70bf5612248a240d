import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { joinPair, type SettlementLeaf, settlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import { recomputeSettlement } from '@city-mint/domain/rounds/recompute-settlement';
import { keccak, toHex, utf8 } from './hashes.ts';

/** A settlement that was recomputed: its round, outcome, number of orders, and the root of their results. */
export type VerifiedSettlement = {
  readonly roundId: string;
  readonly outcome: string;
  readonly orders: number;
  /** 0x hex; null for a round without orders, which has no tree. */
  readonly root: string | null;
};

/** Thrown with the place and the fault of something that does not agree. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/**
 * Settles a round again from the text of its published settlement file (JSON lines) and compares every result. Returns
 * the root to which the recomputed results lead. Throws a Disagreement with the first place that differs.
 */
export function verifySettlement(text: string): VerifiedSettlement {
  const lines = text.trimEnd().split('\n');
  const difference = recomputeSettlement(lines);
  if (difference !== null) throw new Disagreement(`${difference.place}: ${difference.fault}`);
  const { roundId, outcome }: { roundId: unknown; outcome: string } = JSON.parse(lines[0] ?? '');
  if (typeof roundId !== 'string' || !/^[1-9][0-9]*$/.test(roundId))
    throw new Disagreement(`line 1: roundId: is ${JSON.stringify(roundId)}, must be the round’s number as text`);
  // They equal the recomputed ones in every field.
  const results = lines.slice(1).map((line): SettlementLeaf => JSON.parse(line).result);
  results.sort((a, b) => a.rank - b.rank);
  const leaves = results.map((result) => keccak(keccak(utf8(settlementLeaf(roundId, result)))));
  const root = treeRoot(leaves, (left, right) => joinPair(left, right, keccak));
  return { roundId, outcome, orders: leaves.length, root: root === undefined ? null : toHex(root) };
}

/** Returns the subject under which the contract has the root of a round's settlement, as 0x hex. */
export function settlementSubject({ roundId, termsHash }: { roundId: string; termsHash: string }): string {
  return toHex(keccak(utf8(`settlement/${roundId}/${termsHash}`)));
}
