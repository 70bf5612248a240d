import type { ParsedRequestOf } from '@city-mint/api-contract/endpoints';
import {
  isActionKey,
  type OperatorActionKey,
  operatorActions,
  type operatorEndpoints,
} from '@city-mint/api-contract/operator/endpoints';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import type { CallContext, Handlers, Outcome } from '#platform/http/handler.ts';
import { parseRequest } from '#platform/http/parse-request.ts';
import type { PlanLimits } from '#rounds/offers/queries/plan-violations.ts';
import { readLiveTerms } from '#rounds/offers/queries/plans.ts';
import type { DisclosureReadDeps } from '#session/queries/read-disclosure.ts';
import type { WorkerQueue } from './commands/ask-worker.ts';
import { readConsequence } from './queries/read-consequence.ts';
import { type AccessDeps, accessRoutes } from './routes/access-routes.ts';
import { contentRoutes } from './routes/content-routes.ts';
import { dailySettingRoutes } from './routes/daily-setting-routes.ts';
import { draftRoutes } from './routes/draft-routes.ts';
import { fundRoutes } from './routes/fund-routes.ts';
import { integrityRoutes } from './routes/integrity-routes.ts';
import { journalRoutes } from './routes/journal-routes.ts';
import { offerRoutes } from './routes/offer-routes.ts';
import { type OverviewDeps, overviewRoutes } from './routes/overview-routes.ts';
import { type ParticipantDeps, participantRoutes } from './routes/participant-routes.ts';
import { roundRoutes } from './routes/round-routes.ts';
import { settingRoutes } from './routes/setting-routes.ts';
import { withdrawalRoutes } from './routes/withdrawal-routes.ts';
import { requestedAction } from './stored-action.ts';
import { requestOf, storedAnswers } from './stored-request.ts';

type OperatorKey = Exclude<keyof typeof operatorEndpoints, 'GET /api/app/operatorLog'>;

export type OperatorRouteDeps = AccessDeps &
  ParticipantDeps &
  OverviewDeps & {
    /** The workers, which verify and perform operators' signed requests: this process has no right to. */
    readonly worker: Pick<WorkerQueue, 'ask'>;
    /** The limits that plans are checked against. */
    readonly planLimits: PlanLimits;
    /** The operator of the system, as named in the disclosure. */
    readonly operator: DisclosureReadDeps['operator'];
    /** The origin of the participants' page; null = not known here. */
    readonly pageOrigin: string | null;
  };

/** Returns the handlers of the operator's endpoints, without the public log. */
export function operatorRoutes(deps: OperatorRouteDeps): Handlers<OperatorKey> {
  return {
    ...accessRoutes(deps),
    ...proposalRoutes(deps),
    ...offerRoutes(deps),
    ...participantRoutes(deps),
    ...withdrawalRoutes(deps),
    ...draftRoutes(deps),
    ...roundRoutes(deps),
    ...fundRoutes(deps),
    ...integrityRoutes(deps),
    ...journalRoutes(deps),
    ...settingRoutes(deps),
    ...dailySettingRoutes(deps),
    ...overviewRoutes(deps),
    ...contentRoutes({ ...deps, readLiveTerms: () => readLiveTerms(deps.db) }),
    ...actionRoutes(deps.worker),
  };
}

/** One handler per declared action, so that none is written by hand. */
function actionRoutes(worker: OperatorRouteDeps['worker']): Handlers<OperatorActionKey> {
  const keys = Object.keys(operatorActions).filter(isActionKey);
  const handlers = Object.fromEntries(keys.map((key) => [key, actionHandler(worker, key)]));
  if (!hasEveryAction(handlers)) throw new Error('an operator action has no handler');
  return handlers;
}

function proposalRoutes({
  db,
  worker,
}: Pick<OperatorRouteDeps, 'db' | 'worker'>): Handlers<
  'POST /api/ops/preview' | 'POST /api/ops/proposals/confirm' | 'POST /api/ops/proposals/reject'
> {
  return {
    async 'POST /api/ops/preview'({ action: name, fields }, { participant, requestId }) {
      const key = `POST /api/ops/${name}`;
      if (!isActionKey(key)) return { refusal: 'value-not-allowed', details: { field: 'action' } };
      const parsed = parseRequest(operatorActions[key].request, { ...fields, ...UNSIGNED });
      if (!parsed.ok) return { refusal: parsed.error, details: parsed.details };
      const { action } = requestedAction(key, parsed.request);
      const asked = { kind: 'preview', ...requestOf(action), operator: participant.address } as const;
      const answer = storedAnswers.preview.parse(await worker.ask(asked, requestId));
      if ('refusal' in answer) return answer;
      return { data: { ...answer.data, consequence: await readConsequence(db, action) } };
    },
    async 'POST /api/ops/proposals/confirm'({ proposalId, ...signature }, { participant, requestId }) {
      const asked = { kind: 'confirm', proposalId, operator: participant.address, signature } as const;
      return storedAnswers.confirm.parse(await worker.ask(asked, requestId));
    },
    async 'POST /api/ops/proposals/reject'({ proposalId, ...signature }, { participant, requestId }) {
      const asked = { kind: 'reject', proposalId, operator: participant.address, signature } as const;
      return storedAnswers.reject.parse(await worker.ask(asked, requestId));
    },
  };
}

type ActionRequest = ParsedRequestOf<OperatorActionKey>;
type ActionCall = CallContext<OperatorActionKey>;

function actionHandler(worker: OperatorRouteDeps['worker'], key: OperatorActionKey) {
  return async (
    request: ActionRequest,
    { participant, requestId }: ActionCall,
  ): Promise<Outcome<OperatorActionKey>> => {
    const { action, signature } = requestedAction(key, request);
    const asked = { kind: 'act', ...requestOf(action), operator: participant.address, signature } as const;
    return storedAnswers.act.parse(await worker.ask(asked, requestId));
  };
}

/** One handler serves all actions: the server parses each request with its endpoint's schema. */
function hasEveryAction(handlers: object): handlers is Handlers<OperatorActionKey> {
  return Object.keys(operatorActions).every((key) => Object.hasOwn(handlers, key));
}
