import type { ParsedRequestOf, ReplyOf } from '@city-mint/api-contract/endpoints';
import {
  type OperatorActionKey,
  operatorActions,
  type operatorEndpoints,
} from '@city-mint/api-contract/operator/endpoints';
import type { CallContext, Handlers, Outcome } from '#platform/http/handler.ts';
import type { ActingOperator, ActionDone, OperatorDeps } from './commands/action-transaction.ts';
import { confirmProposal, rejectProposal } from './commands/decide-proposal.ts';
import { performAction } from './commands/perform-action.ts';
import { type AccessDeps, accessRoutes } from './routes/access-routes.ts';
import { offerRoutes } from './routes/offer-routes.ts';
import { reviewRoutes } from './routes/review-routes.ts';
import { settingRoutes } from './routes/setting-routes.ts';
import { isActionKey, requestedAction } from './stored-action.ts';
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
): Handlers<'POST /api/ops/proposals/confirm' | 'POST /api/ops/proposals/reject'> {
  return {
    async 'POST /api/ops/proposals/confirm'({ proposalId, reason }, call) {
      const by = actingOperator(call, reason);
      const answer = await confirmProposal(deps, { proposalId: storedId(proposalId), by });
      return 'refusal' in answer ? answer : { data: outcomeToWire(answer) };
    },
    async 'POST /api/ops/proposals/reject'({ proposalId, reason }, call) {
      const by = actingOperator(call, reason);
      const answer = await rejectProposal(deps, { proposalId: storedId(proposalId), by });
      return 'refusal' in answer ? answer : { data: outcomeToWire(answer) };
    },
  };
}

type ActionRequest = ParsedRequestOf<OperatorActionKey>;
type ActionCall = CallContext<OperatorActionKey>;

function actionHandler(deps: OperatorDeps, key: OperatorActionKey) {
  return async (request: ActionRequest, call: ActionCall): Promise<Outcome<OperatorActionKey>> => {
    const by = actingOperator(call, request.reason);
    const answer = await performAction(deps, { action: requestedAction(key, request), by });
    return 'refusal' in answer ? answer : { data: outcomeToWire(answer) };
  };
}

/** One handler serves all actions: the server parses each request by the schema of its own endpoint. */
function hasEveryAction(handlers: object): handlers is Handlers<OperatorActionKey> {
  return Object.keys(operatorActions).every((key) => Object.hasOwn(handlers, key));
}

/** Who acts, by the session of the call, and why. */
function actingOperator(
  { participant, requestId }: Pick<ActionCall, 'participant' | 'requestId'>,
  reason: string,
): ActingOperator {
  return { operator: participant.address, reason, requestId };
}

function outcomeToWire({ state, logId, proposal }: ActionDone): ReplyOf<OperatorActionKey> {
  return {
    state,
    logId: logId.toString(),
    proposalId: proposal?.id.toString() ?? null,
    expiresAt: proposal?.expiresAt.getTime() ?? null,
  };
}
