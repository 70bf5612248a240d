import type { integrityActions } from '@city-mint/api-contract/operator/integrity-endpoints';
import { acknowledgeJournal } from '#ledger/journal/commands.ts';
import { readJournalState } from '#ledger/journal/queries.ts';
import { listCursors, resumeReading } from '#platform/chain/cursors.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { bookPayments } from './book-payments.ts';

/** All require two operators, who have read the same reason, payment or error. */
export const integrityDefinitions: ActionDefinitions<keyof typeof integrityActions> = {
  async 'POST /api/ops/chain/resume'({ tx, fields, refuse }) {
    const { source, haltReason, blockHash } = fields;
    const cursor = (await listCursors(tx)).find((candidate) => candidate.source === source);
    if (cursor?.halt_reason !== haltReason) return refuse('halt-reason-mismatch', 'haltReason');
    if (blockHash !== null && !haltReason.startsWith('block-changed')) return refuse('block-not-changed', 'blockHash');
    const blockNumber = cursor.block_number.toString();
    return change({
      subject: `indexing ${source}`,
      before: { blockNumber, blockHash: cursor.block_hash, haltReason },
      after: { blockNumber, blockHash: blockHash ?? cursor.block_hash, haltReason: null },
      loosens: true,
      async apply() {
        const isResumed = await resumeReading(tx, { source, because: haltReason, blockHash });
        return isResumed ? undefined : refuse('halt-reason-mismatch', 'haltReason');
      },
    });
  },

  'POST /api/ops/chain/book': bookPayments,

  async 'POST /api/ops/journal/acknowledge'({ tx, fields: { integrityError }, refuse }) {
    const journal = await readJournalState(tx);
    if (journal.integrityError !== integrityError) return refuse('integrity-error-mismatch', 'integrityError');
    return change({
      subject: 'journal',
      before: { integrityError },
      after: { integrityError: null },
      loosens: true,
      async apply() {
        const isAcknowledged = await acknowledgeJournal(tx, integrityError);
        return isAcknowledged ? undefined : refuse('integrity-error-mismatch', 'integrityError');
      },
    });
  },
};
