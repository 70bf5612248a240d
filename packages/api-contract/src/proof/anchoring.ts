import { z } from 'zod';
import { hash } from '../wire.ts';

/**
 * How far a root is on its way into the contract Anchors. waiting: no transaction yet; sent: a transaction is signed,
 * with its block once it is in one; final: anchored in a final block; superseded: a later root of the same liabilities
 * is anchored instead, or will be; conflicting: another root is anchored for the same subject.
 */
export const ANCHORING_STATES = ['waiting', 'sent', 'final', 'superseded', 'conflicting'] as const;

/** The anchoring of a root: its state, its transaction and the block of that. */
export const anchoring = z.object({
  state: z.enum(ANCHORING_STATES),
  txHash: hash.nullable(),
  blockNumber: z.string().nullable(),
});
