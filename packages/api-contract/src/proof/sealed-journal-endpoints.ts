import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { hash, id, pageOf, pageRequest } from '../wire.ts';

export const sealedJournalEndpoints = {
  'GET /api/app/proof/journal': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Lists the entries of the ledger’s journal, newest first: the hash of each, and the blinded hash of its ' +
      'transfers. A hash covers the one of the entry before; the contract Anchors has one of each hour.',
    request: z.strictObject({ cursor: pageRequest.cursor }),
    reply: pageOf(z.object({ number: id, content: hash, hash })),
    refusals: [],
  }),
};
