import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, addressInput, amount, amountInput, hash, id, pageOf, pageRequest, time } from '../wire.ts';
import { operatorAction, reason } from './operator-action.ts';

export const payoutSource = z.enum(['treasury', 'launch-costs']);

/** The amounts that the operator may be paid, and the wallets that may receive them. */
export const payoutEndpoints = {
  'POST /api/ops/payouts': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the balance of each account of the operator’s earnings, the amount that may leave it today, ' +
      'and the wallets.',
    request: z.strictObject({}),
    reply: z.object({
      accounts: z.array(z.object({ source: payoutSource, balance: amount, left: amount })),
      recipients: z.array(z.object({ address, freeAt: time })),
    }),
    refusals: [],
  }),
  'POST /api/ops/payouts/made': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the payouts of the operator’s earnings, newest first, with the voucher of each.',
    request: z.strictObject({
      source: payoutSource.optional(),
      recipient: addressInput.optional(),
      ...pageRequest,
    }),
    reply: pageOf(
      z.object({
        withdrawalId: id,
        at: time,
        source: payoutSource,
        amount,
        recipient: address,
        purpose: z.string(),
        documentHash: hash,
        proposedBy: address,
        approvedBy: address,
        state: z.enum(['approved', 'signed', 'completed', 'returned']),
        voucherId: hash,
        /** Until when its last voucher can be sent. */
        deadline: time.nullable(),
        txHash: hash.nullable(),
      }),
    ),
    refusals: [],
  }),
};

/** Actions that pay the operator. */
export const payoutActions = {
  'POST /api/ops/payouts/pay': operatorAction({
    summary:
      'Pays the operator from its earnings, to a registered wallet, which sends the voucher itself. Published ' +
      'with purpose and document. Requires confirmation by a second operator.',
    fields: { source: payoutSource, amount: amountInput, recipient: addressInput, purpose: reason, documentHash: hash },
    consequence: ['amount', 'left'],
    refusals: ['amount-not-positive', 'unknown-recipient', 'recipient-on-hold', 'own-withdrawal', 'payout-limit'],
  }),
  'POST /api/ops/payouts/addRecipient': operatorAction({
    summary:
      'Registers a wallet for payouts; it waits as long as a new withdrawal address. Requires confirmation by a ' +
      'second operator.',
    fields: { address: addressInput },
    consequence: ['hours'],
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/payouts/removeRecipient': operatorAction({
    summary: 'Removes a wallet from the recipients of payouts.',
    fields: { address: addressInput },
    consequence: [],
    refusals: ['unknown-recipient'],
  }),
};
