import { toHex } from '@city-mint/domain/proof/to-hex';
import { type OpenFile, recomputeSettlement } from '@city-mint/domain/rounds/recompute-settlement';
import { Disagreement } from './disagreement.ts';
import { keccak, utf8 } from './hashes.ts';

/** A settlement that was recomputed: its round, terms, outcome, number of orders, and the root of their results. */
export type VerifiedSettlement = {
  readonly roundId: string;
  /** The hash of the terms in the file, 0x hex; null where the file does not state it. */
  readonly termsHash: string | null;
  readonly outcome: string;
  readonly orders: number;
  /** 0x hex; null for a round without orders, which has no tree. */
  readonly root: string | null;
};

/**
 * Settles a round again from its published settlement file (JSON lines) and compares every result. Returns the root to
 * which the recomputed results lead. Throws a Disagreement with the first place that differs.
 */
export async function verifySettlement(open: OpenFile): Promise<VerifiedSettlement> {
  const recomputed = await recomputeSettlement(open, keccak);
  if ('fault' in recomputed) throw new Disagreement(`${recomputed.place}: ${recomputed.fault}`);
  const { roundId, termsHash, outcome, orders, root } = recomputed;
  return { roundId, termsHash, outcome, orders, root };
}

/** Returns the subject under which the contract has the root of a round's settlement, as 0x hex. */
export function settlementSubject({ roundId, termsHash }: { roundId: string; termsHash: string }): string {
  return toHex(keccak(utf8(`settlement/${roundId}/${termsHash}`)));
}
