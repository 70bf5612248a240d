import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, amount, currency, hash, id, pageOf, pageRequest, time } from '../wire.ts';
import { anchoring } from './anchoring.ts';

/** The root of all that is owed in a currency, after an entry of the journal and as of the end of a block. */
export const liabilitiesRoot = z.object({
  currency,
  root: hash,
  total: amount,
  /** How many leaves are counted: four of each account that is owed or has moved something, and the system’s. */
  leaves: z.int(),
  entry: z.string(),
  blockNumber: z.string(),
  /** The holdings of the vault at the end of the same block. */
  vaultBalance: amount,
  madeAt: time,
  /** Its way into the contract Anchors. */
  anchoring,
});

/** Total earnings of settled rounds, total payouts, and the current balance, including the operator's funding. */
const operatorEarnings = z.object({ earned: amount, paidOut: amount, balance: amount });

const step = z.object({ side: z.enum(['left', 'right']), hash, sum: amount });

export const proofEndpoints = {
  'GET /api/app/proof': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Returns the total liabilities per currency: root and total of the newest sum tree, with the balance of ' +
      'the vault at the same block. And the newest entry of the journal whose hash is anchored.',
    request: z.strictObject({}),
    reply: z.object({
      roots: z.array(liabilitiesRoot),
      /** Null: no entry is anchored yet. */
      head: z.object({ number: id, hash, blockNumber: z.string(), anchoredAt: time }).nullable(),
    }),
    refusals: [],
  }),
  'GET /api/app/proof/history': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Lists the UTC days with sum trees, newest first: total liabilities and the balance of the vault at the same ' +
      'block, by the last tree of each currency on that day.',
    request: z.strictObject({ cursor: pageRequest.cursor }),
    reply: pageOf(
      z.object({
        /** The day's beginning. */
        day: time,
        roots: z.array(
          z.object({ currency, total: amount, vaultBalance: amount, blockNumber: z.string(), madeAt: time }),
        ),
      }),
    ),
    refusals: [],
  }),
  'GET /api/app/proof/operator': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Returns the operator’s earnings from successes and from failures, separately, their balances, and the ' +
      'payouts with their purposes, newest first.',
    request: z.strictObject({}),
    reply: z.object({
      fromSuccesses: operatorEarnings,
      fromFailures: operatorEarnings,
      payouts: z.array(
        z.object({
          at: time,
          source: z.enum(['treasury', 'launch-costs']),
          amount,
          recipient: address,
          purpose: z.string(),
          documentHash: hash,
          proposedBy: address,
          approvedBy: address,
          state: z.enum(['approved', 'signed', 'completed', 'returned']),
          txHash: hash.nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/app/proof/mine': endpoint({
    who: 'user',
    rate: 'heavy',
    summary:
      'Returns my leaves in each newest sum tree, whose amounts add up to my balance, and their paths to the ' +
      'root, for me to verify. No leaves mean that I neither have a balance nor ever deposited. With my exit key I ' +
      'find my leaves in any published tree.',
    request: z.strictObject({}),
    reply: z.object({
      /** The same for all trees. Its thief finds my balances in published trees, and moves nothing. */
      exitKey: hash,
      proofs: z.array(
        z.object({
          ...liabilitiesRoot.shape,
          parts: z.array(
            z.object({
              /** With the vault’s counters and the locked part of the whole balance, which each leaf states. */
              leaf: z.object({
                ...{ account: address, salt: hash, index: z.int(), amount },
                ...{ deposited: amount, withdrawn: amount, locked: amount },
              }),
              path: z.array(step),
            }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
};
