import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { COMPOSE_REFUSALS, composedText, signatureOfNonce, signInPlace } from '../session/endpoints.ts';
import {
  address,
  addressInput,
  amount,
  amountInput,
  currency,
  id,
  pageOf,
  pageRequest,
  systemPart,
  time,
  wholeNumber,
} from '../wire.ts';
import { operatorContentEndpoints } from './content-endpoints.ts';
import { act, actCall, reason } from './operator-action.ts';

const figures = z.record(z.string(), z.string().nullable());

const entryEndpoints = {
  'POST /api/ops/signMessage': endpoint({
    who: 'all',
    rate: 'sign-in',
    summary: 'The EIP-4361 text that an operator signs to come in.',
    request: z.strictObject(signInPlace),
    reply: composedText,
    refusals: ['not-an-operator', ...COMPOSE_REFUSALS],
  }),
  'POST /api/ops/login': endpoint({
    who: 'all',
    rate: 'sign-in',
    summary: 'Exchanges the signature of that text for an operator’s token, which serves for /api/ops/ alone.',
    request: z.strictObject(signatureOfNonce),
    reply: z.object({ token: z.string(), expiresAt: time, address }),
    refusals: ['nonce-used-or-unknown', 'message-expired', 'signature-invalid', 'try-again'],
  }),
  'POST /api/ops/logout': endpoint({
    who: 'ops',
    rate: 'write',
    summary: 'Ends this session of an operator.',
    request: z.strictObject({}),
    reply: z.object({ ended: z.literal(true) }),
    refusals: [],
  }),
  'GET /api/app/operatorLog': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'Every act of an operator: who, what, before and after, why; newest first. It only grows.',
    request: z.strictObject({ cursor: pageRequest.cursor }),
    reply: pageOf(
      z.object({
        logId: id,
        at: time,
        operator: address,
        proposedBy: address.nullable(),
        action: z.string(),
        subject: z.string(),
        before: figures.nullable(),
        after: figures.nullable(),
        reason: z.string(),
      }),
    ),
    refusals: [],
  }),
};

const proposalEndpoints = {
  'POST /api/ops/proposals': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Acts that wait for a second operator.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        proposalId: id,
        action: z.string(),
        subject: z.string(),
        params: z.record(z.string(), z.unknown()),
        reason: z.string(),
        proposedBy: address,
        proposedAt: time,
        expiresAt: time,
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/proposals/confirm': endpoint({
    who: 'ops',
    rate: 'write',
    summary: 'Does what another operator proposed.',
    request: z.strictObject({ proposalId: id, reason }),
    reply: act,
    refusals: [
      'not-found',
      'proposal-decided',
      'proposal-expired',
      'second-person-needed',
      'nothing-changes',
      'hours-out-of-bounds',
      'operator-unknown',
      'unknown-address',
      'thresholds-not-rising',
      'setting-out-of-bounds',
      'no-alarm',
      'not-halted',
      'block-not-changed',
      'not-broken',
    ],
  }),
  'POST /api/ops/proposals/reject': actCall({
    summary: 'Drops a proposal, one’s own or another’s.',
    fields: { proposalId: id },
    refusals: ['not-found', 'proposal-decided'],
  }),
  'POST /api/ops/operators': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Who may operate: by the configuration, and added since.',
    request: z.strictObject({}),
    reply: z.object({ operators: z.array(z.object({ address, configured: z.boolean(), addedAt: time.nullable() })) }),
    refusals: [],
  }),
  'POST /api/ops/operators/add': actCall({
    summary: 'Proposes another operator.',
    fields: { address: addressInput },
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/operators/remove': actCall({
    summary: 'Removes an operator at once and ends his sessions; those of the configuration leave with it.',
    fields: { address: addressInput },
    refusals: ['operator-unknown'],
  }),
};

const controlEndpoints = {
  'POST /api/ops/controls': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'What is paused, what may leave, and what the reserve holds.',
    request: z.strictObject({}),
    reply: z.object({
      parts: z.array(
        z.object({ part: systemPart, paused: z.boolean(), reason: z.string().nullable(), changedAt: time }),
      ),
      limits: z.array(
        z.object({
          currency,
          perWithdrawal: amount,
          perUserDay: amount,
          perDay: amount,
          approvalAbove: amount.nullable(),
        }),
      ),
      newAddressHoldHours: z.int(),
      reserve: z.object({ balance: amount, cap: amount, treasury: amount }),
    }),
    refusals: [],
  }),
  'POST /api/ops/pause': actCall({
    summary: 'Stops one part of the system at once.',
    fields: { part: systemPart },
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/unpause': actCall({
    summary: 'Proposes that a part goes on; a second operator confirms.',
    fields: { part: systemPart },
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/limits/set': actCall({
    summary:
      'Sets what may leave of a currency; what loosens a limit waits for a second operator. approvalAbove null = never.',
    fields: {
      currency,
      perWithdrawal: amountInput,
      perUserDay: amountInput,
      perDay: amountInput,
      approvalAbove: amountInput.nullable(),
    },
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/limits/hold': actCall({
    summary: 'Sets for how many hours a withdrawal to a new address is refused; fewer hours need a second operator.',
    fields: { hours: wholeNumber },
    refusals: ['hours-out-of-bounds', 'nothing-changes'],
  }),
  'POST /api/ops/reserve/fund': actCall({
    summary: 'Moves JU from the treasury to the reserve.',
    fields: { amount: amountInput },
    refusals: ['amount-not-positive', 'treasury-too-small'],
  }),
  'POST /api/ops/reserve/cap': actCall({
    summary: 'Sets what the reserve keeps before its surplus goes to participants.',
    fields: { cap: amountInput },
    refusals: ['nothing-changes'],
  }),
};

/** The operator's calls, and the public log of what they did. */
export const operatorEndpoints = {
  ...entryEndpoints,
  ...proposalEndpoints,
  ...controlEndpoints,
  ...operatorContentEndpoints,
};
