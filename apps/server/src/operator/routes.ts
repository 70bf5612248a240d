import type { ParsedRequestOf, ReplyOf } from '@city-mint/api-contract/endpoints';
import {
  isActionKey,
  type OperatorActionKey,
  operatorActions,
  type operatorEndpoints,
} from '@city-mint/api-contract/operator/endpoints';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { getAddress } from 'viem';
import type { CallContext, Handlers, Outcome } from '#platform/http/handler.ts';
import { parseRequest } from '#platform/http/parse-request.ts';
import type { ActingOperator, ActionDone, OperatorDeps } from './commands/action-transaction.ts';
import { confirmProposal, rejectProposal } from './commands/decide-proposal.ts';
import { performAction, previewAction } from './commands/perform-action.ts';
import { type AccessDeps, accessRoutes } from './routes/access-routes.ts';
import { offerRoutes } from './routes/offer-routes.ts';
import { reviewRoutes } from './routes/review-routes.ts';
import { settingRoutes } from './routes/setting-routes.ts';
import { requestedAction, type SignatureFields } from './stored-action.ts';
import { storedId } from './wire.ts';

type OperatorKey = Exclude<keyof typeof operatorEndpoints, 'GET /api/app/operatorLog'>;

/** Returns the handlers of the operator's endpoints; the public log is not among them. */
export function operatorRoutes(deps: AccessDeps & OperatorDeps): Handlers<OperatorKey> {
  return {
    ...accessRoutes(deps),
    ...proposalRoutes(deps),
    ...offerRoutes(deps),
    ...reviewRoutes(deps),
    ...settingRoutes(deps),
    ...actionRoutes(deps),
  };
}

/** A handler for each declared action, so that none is written by hand. */
function actionRoutes(deps: OperatorDeps): Handlers<OperatorActionKey> {
  const keys = Object.keys(operatorActions).filter(isActionKey);
  const handlers = Object.fromEntries(keys.map((key) => [key, actionHandler(deps, key)]));
  if (!hasEveryAction(handlers)) throw new Error('an operator action has no handler');
  return handlers;
}

function proposalRoutes(
  deps: OperatorDeps,
): Handlers<'POST /api/ops/preview' | 'POST /api/ops/proposals/confirm' | 'POST /api/ops/proposals/reject'> {
  return {
    async 'POST /api/ops/preview'({ action: name, fields }, { participant }) {
      const key = `POST /api/ops/${name}`;
      if (!isActionKey(key)) return { refusal: 'value-not-allowed', details: { field: 'action' } };
      const parsed = parseRequest(operatorActions[key].request, { ...fields, ...UNSIGNED });
      if (!parsed.ok) return { refusal: parsed.error, details: parsed.details };
      const { action } = requestedAction(key, parsed.request);
      const planned = await previewAction(deps, { action, operator: participant.address });
      if ('refusal' in planned) return planned;
      const { subject, before, after, version, loosens } = planned;
      return { data: { subject, before, after, version, operators: loosens ? 2 : 1 } };
    },
    async 'POST /api/ops/proposals/confirm'({ proposalId, ...signature }, call) {
      const by = actingOperator(call, signature);
      const answer = await confirmProposal(deps, { proposalId: storedId(proposalId), by });
      return 'refusal' in answer ? answer : { data: outcomeToWire(answer) };
    },
    async 'POST /api/ops/proposals/reject'({ proposalId, ...signature }, call) {
      const by = actingOperator(call, signature);
      const answer = await rejectProposal(deps, { proposalId: storedId(proposalId), by });
      return 'refusal' in answer ? answer : { data: outcomeToWire(answer) };
    },
  };
}

type ActionRequest = ParsedRequestOf<OperatorActionKey>;
type ActionCall = CallContext<OperatorActionKey>;

function actionHandler(deps: OperatorDeps, key: OperatorActionKey) {
  return async (request: ActionRequest, call: ActionCall): Promise<Outcome<OperatorActionKey>> => {
    const { action, signature } = requestedAction(key, request);
    const answer = await performAction(deps, { action, by: actingOperator(call, signature) });
    return 'refusal' in answer ? answer : { data: outcomeToWire(answer) };
  };
}

/** One handler serves all actions: the server parses each request by the schema of its own endpoint. */
function hasEveryAction(handlers: object): handlers is Handlers<OperatorActionKey> {
  return Object.keys(operatorActions).every((key) => Object.hasOwn(handlers, key));
}

/** Who acts, by the session of the call, and what they signed. */
function actingOperator(
  { participant, requestId }: Pick<ActionCall, 'participant' | 'requestId'>,
  signature: SignatureFields,
): ActingOperator {
  return { operator: getAddress(participant.address), signature, callId: requestId };
}

function outcomeToWire({ state, logId, proposal }: ActionDone): ReplyOf<OperatorActionKey> {
  return {
    state,
    logId: logId.toString(),
    proposalId: proposal?.id.toString() ?? null,
    expiresAt: proposal?.expiresAt.getTime() ?? null,
  };
}
