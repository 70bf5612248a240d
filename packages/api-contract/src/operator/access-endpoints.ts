import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { COMPOSE_REFUSALS, composedText, signatureOfNonce, signInPlace } from '../session/endpoints.ts';
import {
  address,
  addressInput,
  checkRange,
  hash,
  id,
  pageOf,
  pageRequest,
  requestId,
  time,
  timeInput,
  timeInQuery,
} from '../wire.ts';
import { figures, operatorAction, operatorRole } from './operator-action.ts';

/** The typed data that an operator signed (EIP-712); signed-action.ts derives it. */
export const signedData = z.object({
  domain: z.object({
    name: z.string(),
    version: z.string(),
    chainId: z.int(),
    verifyingContract: z.templateLiteral(['0x', z.string()]),
  }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

/** What entries of the log are listed: by who signed, the action's name, its subject, or ids. */
const logFilters = {
  operator: addressInput.optional(),
  action: z.string().min(1, 'text-format').max(80, 'text-too-long').optional(),
  subject: z.string().min(1, 'text-format').max(200, 'text-too-long').optional(),
  requestId: requestId.optional(),
  logId: id.optional(),
  proposalId: id.optional(),
};

/** An entry of the log of operator actions. */
const logEntry = z.object({
  logId: id,
  at: time,
  operator: address,
  proposedBy: address.nullable(),
  action: z.string().meta({
    description:
      'path of the action below /api/ops/, after `propose ` or `reject ` for a proposal; after `refuse ` for a ' +
      'signed request that was refused, which has no subject and its refusal in `after`',
  }),
  subject: z.string(),
  before: figures.nullable(),
  after: figures.nullable(),
  reason: z.string(),
  proposalId: id.nullable().meta({ description: 'the proposal that was made, confirmed or rejected' }),
  version: hash.meta({ description: 'of what was changed, as the operator signed it' }),
  signed: signedData,
  signature: z.string(),
  proposed: z
    .object({ logId: id, signed: signedData, signature: z.string() })
    .nullable()
    .meta({ description: 'what its proposer signed, of an entry that confirms or rejects a proposal' }),
});

/** Sign-in of operators, the list of operators, and the public log of their actions. */
export const accessEndpoints = {
  'POST /api/ops/signMessage': endpoint({
    who: 'all',
    rate: 'sign-in',
    summary: 'Creates the EIP-4361 message that an operator signs to sign in.',
    request: z.strictObject(signInPlace),
    reply: composedText,
    refusals: ['not-an-operator', ...COMPOSE_REFUSALS],
  }),
  'POST /api/ops/login': endpoint({
    who: 'all',
    rate: 'sign-in',
    summary: 'Exchanges a signed message for an operator token. The token is valid for /api/ops/ only.',
    request: z.strictObject(signatureOfNonce),
    reply: z.object({ token: z.string(), expiresAt: time, address }),
    refusals: ['nonce-used-or-unknown', 'message-expired', 'signature-invalid', 'try-again'],
  }),
  'POST /api/ops/logout': endpoint({
    who: 'ops',
    rate: 'write',
    summary: 'Ends the operator session of this token.',
    request: z.strictObject({}),
    reply: z.object({ ended: z.literal(true) }),
    refusals: [],
  }),
  'GET /api/app/operatorLog': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Lists the operator actions that match every given filter, newest first: operator, action, before and ' +
      'after, reason, and the signature of the operator. The log is append-only; `logId` selects a single ' +
      'entry.',
    request: z
      .strictObject({
        ...logFilters,
        from: timeInQuery.optional(),
        to: timeInQuery.optional(),
        cursor: pageRequest.cursor,
      })
      .superRefine(checkRange),
    reply: pageOf(logEntry),
    refusals: [],
  }),
  'POST /api/ops/log': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists the entries of the public log of operator actions that match every given filter, newest first. ' +
      '`operator` is the signer, `action` the name in the log, `requestId` that of a signed request.',
    request: z
      .strictObject({
        ...logFilters,
        from: timeInput.optional(),
        to: timeInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkRange),
    reply: pageOf(logEntry),
    refusals: [],
  }),
  'POST /api/ops/operators': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the operators of the configuration and those added since, with their roles.',
    request: z.strictObject({}),
    reply: z.object({
      operators: z.array(z.object({ address, role: operatorRole, configured: z.boolean(), addedAt: time.nullable() })),
    }),
    refusals: [],
  }),
  'POST /api/ops/me': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the role of the signed-in operator and its permissions.',
    request: z.strictObject({}),
    reply: z.object({
      address,
      role: operatorRole,
      actions: z.array(z.string()).meta({ description: 'names of the actions that this role does, or proposes' }),
      confirm: z.boolean().meta({ description: 'whether it confirms and rejects what others proposed' }),
    }),
    refusals: [],
  }),
};

/** Actions on the list of operators: only approvers propose them, and approvers confirm every proposal. */
export const operatorAccountActions = {
  'POST /api/ops/operators/add': operatorAction({
    summary: 'Adds an operator with a role. Requires confirmation by a second approver.',
    role: 'approver',
    fields: { address: addressInput, role: operatorRole },
    consequence: [],
    refusals: ['operator-exists'],
  }),
  'POST /api/ops/operators/role': operatorAction({
    summary:
      'Sets the role of an operator, even one of the configuration: `viewer` reads, `operator` acts where one ' +
      'is enough and proposes, `approver` also confirms. At least two approvers remain. Requires confirmation ' +
      'by a second approver.',
    role: 'approver',
    fields: { address: addressInput, role: operatorRole },
    consequence: ['proposals'],
    refusals: ['unknown-operator', 'nothing-changes', 'too-few-approvers'],
  }),
  'POST /api/ops/operators/remove': operatorAction({
    summary:
      'Removes an operator, even one of the configuration, and ends their sessions. At least two approvers ' +
      'remain. Requires confirmation by a second approver.',
    role: 'approver',
    fields: { address: addressInput },
    consequence: ['proposals'],
    refusals: ['unknown-operator', 'too-few-approvers'],
  }),
};
