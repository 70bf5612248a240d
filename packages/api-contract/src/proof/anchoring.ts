import { z } from 'zod';
import { hash } from '../wire.ts';

/**
 * How far a root is on its way into the contract Anchors. waiting: no transaction yet; sent: one is under way, with its block once it is in
 * one; final: it stands there for good; passed: a later root of the same liabilities stands there instead; refused: another root stands in its
 * place.
 */
export const ANCHORING_STATES = ['waiting', 'sent', 'final', 'passed', 'refused'] as const;

/** The anchoring of a root: its state, its transaction and the block of that. */
export const anchoring = z.object({
  state: z.enum(ANCHORING_STATES),
  txHash: hash.nullable(),
  blockNumber: z.string().nullable(),
});
