import type { payoutActions } from '@city-mint/api-contract/operator/payout-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { payOperator, registerPayoutRecipient, removePayoutRecipient } from '#assets/payouts/commands.ts';
import { findPayoutRecipient, readPayoutAccount } from '#assets/payouts/queries.ts';
import { databaseTime } from '#platform/clock.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';

export const payoutDefinitions: ActionDefinitions<keyof typeof payoutActions> = {
  async 'POST /api/ops/payouts/pay'({ tx, fields, operator, proposedBy, requestId, refuse }) {
    const { source, amount, recipient, purpose, documentHash } = fields;
    if (amount === 0n) return refuse('amount-not-positive', 'amount');
    const registered = await findPayoutRecipient(tx, recipient);
    if (registered === undefined) return refuse('unknown-recipient', 'recipient');
    if (registered.freeAt > (await databaseTime(tx))) {
      return refuse('recipient-on-hold', { field: 'recipient', limit: new Date(registered.freeAt).toISOString() });
    }
    if (recipient === operator) return refuse('own-withdrawal', 'recipient');
    const { balance, left } = await readPayoutAccount(tx, source);
    if (amount > left) return refuse('payout-limit', { field: 'amount', limit: formatAmount(left) });
    return change({
      subject: `payouts ${source}`,
      before: { balance: formatAmount(balance) },
      after: {
        balance: formatAmount(tokenAmount(balance - amount)),
        amount: formatAmount(amount),
        recipient,
        purpose,
        documentHash,
      },
      loosens: true,
      // Without a basis, because each settlement changes the source; another payout from it is in the log.
      basis: {},
      async apply() {
        const people = { proposedBy: proposedBy ?? operator, approvedBy: operator };
        await payOperator(tx, { source, amount, recipient, purpose, documentHash, ...people, signedId: requestId });
      },
    });
  },

  async 'POST /api/ops/payouts/addRecipient'({ tx, fields: { address }, refuse }) {
    if ((await findPayoutRecipient(tx, address)) !== undefined) return refuse('nothing-changes', 'address');
    return change({
      subject: `payout-recipient ${address}`,
      before: null,
      after: { address },
      loosens: true,
      async apply() {
        await registerPayoutRecipient(tx, address);
      },
    });
  },

  async 'POST /api/ops/payouts/removeRecipient'({ tx, fields: { address }, refuse }) {
    if ((await findPayoutRecipient(tx, address)) === undefined) return refuse('unknown-recipient', 'address');
    return change({
      subject: `payout-recipient ${address}`,
      before: { address },
      after: null,
      async apply() {
        await removePayoutRecipient(tx, address);
      },
    });
  },
};
