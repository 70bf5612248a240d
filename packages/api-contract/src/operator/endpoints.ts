import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, hash, id, pageOf, pageRequest, time } from '../wire.ts';
import { accessEndpoints, operatorAccountActions } from './access-endpoints.ts';
import { announcementActions, announcementOpsEndpoints } from './announcement-endpoints.ts';
import { consequence } from './consequence.ts';
import { controlEndpoints, limitActions, regionActions, switchActions } from './control-endpoints.ts';
import { dailySettingActions, dailySettingEndpoints } from './daily-setting-endpoints.ts';
import { draftEndpoints } from './draft-endpoints.ts';
import { fundEndpoints } from './fund-endpoints.ts';
import { grantActions, integrityActions, integrityEndpoints } from './integrity-endpoints.ts';
import { journalEndpoints } from './journal-endpoints.ts';
import { memberStatusActions, memberStatusEndpoints } from './member-status-endpoints.ts';
import { offerActions, offerEndpoints } from './offer-endpoints.ts';
import {
  actionName,
  actionOutcome,
  figures,
  operatorAction,
  SIGNED_REFUSALS,
  signedFields,
} from './operator-action.ts';
import { CONFIRMING_ROLE, hasRole, type OperatorRole } from './operator-roles.ts';
import { overviewEndpoints } from './overview-endpoints.ts';
import { pageTextActions, pageTextEndpoints } from './page-text-endpoints.ts';
import { participantEndpoints } from './participant-endpoints.ts';
import { payoutActions, payoutEndpoints } from './payout-endpoints.ts';
import { reserveActions, reserveEndpoints } from './reserve-endpoints.ts';
import { roundActions, roundReadEndpoints } from './round-endpoints.ts';
import { textActions, textEndpoints } from './text-endpoints.ts';
import { transferEndpoints } from './transfer-endpoints.ts';
import { withdrawalActions, withdrawalEndpoints } from './withdrawal-endpoints.ts';

/**
 * Every operator action. Its definition in `apps/server/src/operator/actions/` and its case in `tests/refusals` are
 * typed by these declarations: one that is missing does not compile.
 */
export const operatorActions = {
  ...operatorAccountActions,
  ...switchActions,
  ...limitActions,
  ...regionActions,
  ...reserveActions,
  ...offerActions,
  ...roundActions,
  ...withdrawalActions,
  ...payoutActions,
  ...pageTextActions,
  ...announcementActions,
  ...textActions,
  ...memberStatusActions,
  ...dailySettingActions,
  ...grantActions,
  ...integrityActions,
};

/** The endpoint of an operator action. */
export type OperatorActionKey = keyof typeof operatorActions;

/** Returns the names of the actions that operators of a role do, or propose where these take two. */
export function actionsOf(role: OperatorRole): string[] {
  return Object.entries(operatorActions)
    .filter(([, action]) => hasRole(role, action.role))
    .map(([key]) => actionName(key));
}

/** Returns whether a string is the endpoint of an operator action. */
export function isActionKey(key: string): key is OperatorActionKey {
  return Object.hasOwn(operatorActions, key);
}

/** Whoever confirms a proposal can meet every refusal of the proposed action. */
const actionRefusals = Object.values(operatorActions).flatMap(({ refusals }) => [...refusals]);
const PROPOSAL_REFUSALS = [
  'not-found',
  'proposal-decided',
  'proposal-outdated',
  'proposal-lapsed',
  'proposal-expired',
  'second-operator-required',
  ...SIGNED_REFUSALS,
  'version-changed',
] as const;

/** Names of all operator actions: their paths below /api/ops/. */
const actionNames = Object.keys(operatorActions).map(actionName);

/** How a proposal ended, or `open`. */
const proposalState = z.enum(['open', 'confirmed', 'rejected', 'outdated', 'lapsed', 'expired']);

const proposalEndpoints = {
  'POST /api/ops/preview': endpoint({
    who: 'ops',
    rate: 'write',
    summary:
      'Previews an operator action: its changes, the figures of its consequence, whether it takes two operators, and ' +
      'the version to sign. Changes nothing, and works for every role.',
    request: z.strictObject({ action: z.enum(actionNames), fields: z.record(z.string(), z.unknown()) }),
    reply: z.object({
      subject: z.string(),
      before: figures.nullable(),
      after: figures.nullable(),
      version: hash,
      operators: z.union([z.literal(1), z.literal(2)]),
      consequence: consequence.meta({
        description: 'figures of this moment by name; the declaration of the action lists them',
      }),
    }),
    refusals: [...new Set(actionRefusals)],
  }),
  'POST /api/ops/proposals': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists proposed actions, newest first: by default those that wait for a second operator; `state` selects ' +
      'ended ones, `closed` all of them.',
    request: z.strictObject({
      state: z.enum([...proposalState.options, 'closed']).default('open'),
      action: z.enum(actionNames).optional(),
      proposalId: id.optional(),
      ...pageRequest,
    }),
    reply: pageOf(
      z.object({
        proposalId: id,
        action: z.string().meta({ description: 'path of the action below /api/ops/' }),
        subject: z.string(),
        params: z.record(z.string(), z.unknown()),
        before: figures.nullable(),
        after: figures.nullable(),
        version: hash,
        reason: z.string(),
        proposedBy: address,
        proposedAt: time,
        expiresAt: time,
        state: proposalState.meta({
          description:
            '`outdated`: what it would change has changed; `lapsed`: its proposer may no longer propose it; ' +
            '`expired`: no one decided in time',
        }),
        decidedBy: address.nullable(),
        decidedAt: time.nullable(),
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/proposals/confirm': {
    ...endpoint({
      who: 'ops',
      rate: 'write',
      summary:
        'Confirms and applies an action that another operator proposed. The signature is over the action’s fields and ' +
        'the proposal’s id.',
      request: z.strictObject({ proposalId: id, ...signedFields }),
      reply: actionOutcome,
      refusals: [...new Set([...PROPOSAL_REFUSALS, ...actionRefusals])],
    }),
    role: CONFIRMING_ROLE,
  },
  'POST /api/ops/proposals/reject': operatorAction({
    summary: 'Rejects an open proposal: the caller’s own, or as an approver any.',
    fields: { proposalId: id },
    consequence: [],
    refusals: ['not-found', 'proposal-decided'],
  }),
};

/** The operator's endpoints, and the public log of operator actions. */
export const operatorEndpoints = {
  ...accessEndpoints,
  ...proposalEndpoints,
  ...controlEndpoints,
  ...fundEndpoints,
  ...reserveEndpoints,
  ...offerEndpoints,
  ...participantEndpoints,
  ...transferEndpoints,
  ...draftEndpoints,
  ...roundReadEndpoints,
  ...withdrawalEndpoints,
  ...payoutEndpoints,
  ...overviewEndpoints,
  ...pageTextEndpoints,
  ...announcementOpsEndpoints,
  ...textEndpoints,
  ...memberStatusEndpoints,
  ...dailySettingEndpoints,
  ...integrityEndpoints,
  ...journalEndpoints,
  ...operatorActions,
};
