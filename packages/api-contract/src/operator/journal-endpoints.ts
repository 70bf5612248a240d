import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ANCHORING_STATES, anchoring } from '../proof/anchoring.ts';
import { amount, currency, hash, id, pageOf, pageRequest, time } from '../wire.ts';

export const anchorKind = z.enum(['settlement', 'liabilities', 'journal']);
export const anchorState = z.enum(ANCHORING_STATES);

/** The journal of the ledger, the roots in the contract Anchors, and the trees of liabilities. */
export const journalEndpoints = {
  'POST /api/ops/journal': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the last sealed transfer of the journal of the ledger, the time of its last audit, and the ' +
      'integrity error that an audit found; null if there is none.',
    request: z.strictObject({}),
    reply: z.object({
      at: time,
      entries: z.string(),
      /** The last transfer that an entry seals; `0` if there is none. */
      lastTransferId: z.string(),
      lastHash: hash,
      lastSealedAt: time.nullable(),
      /** For how long the oldest transfer that no entry seals has waited; 0 if there is none. */
      unsealedSeconds: z.number(),
      auditedAt: time.nullable(),
      integrityError: z.string().nullable(),
    }),
    refusals: [],
  }),
  'POST /api/ops/journal/entries': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the entries of the journal, newest first: the sealed transfers and the hash of each.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        number: id,
        firstTransferId: id,
        lastTransferId: id,
        transfers: z.int(),
        hash,
        sealedAt: time,
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/anchors': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists roots that are being written to the contract Anchors, newest first.',
    request: z.strictObject({ kind: anchorKind.optional(), state: anchorState.optional(), ...pageRequest }),
    reply: pageOf(
      z.object({
        anchorId: id,
        kind: anchorKind,
        /** The round, the tree of liabilities, or the entry of the journal. */
        subject: z.string(),
        root: hash,
        state: anchorState,
        txHash: hash.nullable(),
        blockNumber: z.string().nullable(),
        lastError: z.string().nullable(),
        madeAt: time,
        finalAt: time.nullable(),
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/liabilities': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the sum trees over all liabilities, newest first, with the balance of the vault at the same block.',
    request: z.strictObject({ currency: currency.optional(), ...pageRequest }),
    reply: pageOf(
      z.object({
        treeId: id,
        currency,
        root: hash,
        total: amount,
        leaves: z.int(),
        blockNumber: z.string(),
        vaultBalance: amount,
        madeAt: time,
        anchoring,
      }),
    ),
    refusals: [],
  }),
};
