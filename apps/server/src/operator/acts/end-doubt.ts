import { hash } from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { acknowledgeJournal } from '#ledger/commands/acknowledge-journal.ts';
import { findJournalFault } from '#ledger/queries/find-journal-fault.ts';
import { listCursors } from '#platform/chain/list-cursors.ts';
import { resumeReading } from '#platform/chain/resume-reading.ts';
import { type Act, defineAct } from '../act.ts';

const halted = z.strictObject({ source: z.string(), because: z.string(), blockHash: hash.nullable() });
const fault = z.strictObject({ broken: z.string() });

/** Lets a halted reading of the chain go on; it takes two, and both have seen the same reason. */
export const resumeChain: Act = defineAct(halted, async ({ tx, params }) => {
  const { source, because, blockHash } = params;
  const notHalted = { refusal: 'not-halted', details: { field: 'because' } } as const;
  const cursor = (await listCursors(tx)).find((candidate) => candidate.source === source);
  if (cursor?.halted_because !== because) return notHalted;
  if (blockHash !== null && !because.startsWith('block-changed')) {
    return { refusal: 'block-not-changed', details: { field: 'blockHash' } };
  }
  const block = { blockNumber: cursor.block_number.toString() };
  return {
    subject: `reading of ${source}`,
    before: { ...block, blockHash: cursor.block_hash, haltedBecause: because },
    after: { ...block, blockHash: blockHash ?? cursor.block_hash, haltedBecause: null },
    loosens: true,
    async apply() {
      return (await resumeReading(tx, { source, because, blockHash })) ? undefined : notHalted;
    },
  };
});

/** Takes note of a fault of the journal; it takes two, and both have seen the same fault. */
export const acknowledgeFault: Act = defineAct(fault, async ({ tx, params: { broken } }) => {
  const notBroken = { refusal: 'not-broken', details: { field: 'broken' } } as const;
  if ((await findJournalFault(tx)) !== broken) return notBroken;
  return {
    subject: 'journal',
    before: { broken },
    after: { broken: null },
    loosens: true,
    async apply() {
      return (await acknowledgeJournal(tx, broken)) ? undefined : notBroken;
    },
  };
});
