import type { integrityActions } from '@city-mint/api-contract/operator/integrity-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { ZERO } from '@city-mint/domain/money/token-amount';
import { decideUnknownPayment } from '#assets/unknown-payments/commands.ts';
import { listUnknownPayments, readPayerBalance } from '#assets/unknown-payments/queries.ts';
import { acknowledgeJournal } from '#ledger/journal/commands.ts';
import { readJournalState } from '#ledger/journal/queries.ts';
import { listCursors, resumeReading } from '#platform/chain/cursors.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';

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

  async 'POST /api/ops/chain/book'({ tx, fields: { sequence, voucherId, against }, refuse }) {
    const payment = (await listUnknownPayments(tx)).find(
      (candidate) => candidate.sequence === BigInt(sequence) && candidate.voucherId === voucherId,
    );
    if (payment === undefined) return refuse('not-found', 'sequence');
    if (payment.bookedAgainst !== null) return refuse('payment-booked', 'sequence');
    if (payment.examinedAt === null) return refuse('payment-not-examined', 'sequence');
    if (against === 'account') {
      if (!payment.proven) return refuse('payment-not-proven', 'against');
      const balance = (await readPayerBalance(tx, payment)) ?? ZERO;
      if (balance < payment.amount)
        return refuse('account-too-small', { field: 'against', limit: formatAmount(balance) });
    }
    const { account, recipient, txHash } = payment;
    const amount = `${formatAmount(payment.amount)} ${payment.currency}`;
    return change({
      subject: `payment ${sequence}`,
      before: { account, recipient, amount, txHash, bookedAgainst: null },
      after: { account, recipient, amount, txHash, bookedAgainst: against },
      loosens: true,
      async apply() {
        const isDecided = await decideUnknownPayment(tx, { sequence: payment.sequence, against });
        return isDecided ? undefined : refuse('payment-booked', 'sequence');
      },
    });
  },

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
