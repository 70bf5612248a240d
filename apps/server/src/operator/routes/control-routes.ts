import { operatorEndpoints as declared } from '@city-mint/api-contract/operator/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { confirmProposal } from '../commands/confirm-proposal.ts';
import type { OperatorDeps } from '../commands/perform-act.ts';
import { rejectProposal } from '../commands/reject-proposal.ts';
import { listOperators } from '../queries/list-operators.ts';
import { listProposals } from '../queries/list-proposals.ts';
import { readControls } from '../queries/read-controls.ts';
import { storedId } from '../stored-id.ts';
import { actingOperator, actOutcome, callAct } from './act-outcome.ts';

export type ControlDeps = OperatorDeps & { readonly db: Database };

/** Proposals, and who may operate. */
export function proposalRoutes(
  deps: ControlDeps,
): Handlers<Extract<keyof typeof declared, `POST /api/ops/${'proposals' | 'operators'}${string}`>> {
  const { db, configured } = deps;
  return {
    async 'POST /api/ops/proposals'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listProposals(db, range), idOf: ({ proposalId }) => BigInt(proposalId) },
      );
      return 'refusal' in page ? page : { data: page };
    },
    async 'POST /api/ops/proposals/confirm'({ proposalId, reason }, call) {
      const order = { proposalId: storedId(proposalId), by: actingOperator(call, reason) };
      return actOutcome(declared['POST /api/ops/proposals/confirm'], await confirmProposal(deps, order));
    },
    async 'POST /api/ops/proposals/reject'({ proposalId, reason }, call) {
      const order = { proposalId: storedId(proposalId), by: actingOperator(call, reason) };
      return actOutcome(declared['POST /api/ops/proposals/reject'], await rejectProposal(deps, order));
    },
    'POST /api/ops/operators': async () => ({ data: { operators: await listOperators(db, configured) } }),
    'POST /api/ops/operators/add': (request, call) =>
      callAct(deps, declared['POST /api/ops/operators/add'], { action: 'add-operator', request, call }),
    'POST /api/ops/operators/remove': (request, call) =>
      callAct(deps, declared['POST /api/ops/operators/remove'], { action: 'remove-operator', request, call }),
  };
}

/** What is paused, what may leave, and the reserve. */
export function controlRoutes(
  deps: ControlDeps,
): Handlers<
  Extract<
    keyof typeof declared,
    `POST /api/ops/${'controls' | 'pause' | 'unpause' | `limits/${string}` | `reserve/${string}`}`
  >
> {
  return {
    'POST /api/ops/controls': async () => ({ data: await readControls(deps.db) }),
    'POST /api/ops/pause': (request, call) =>
      callAct(deps, declared['POST /api/ops/pause'], { action: 'pause', request, call }),
    'POST /api/ops/unpause': (request, call) =>
      callAct(deps, declared['POST /api/ops/unpause'], { action: 'unpause', request, call }),
    'POST /api/ops/limits/set': (request, call) =>
      callAct(deps, declared['POST /api/ops/limits/set'], { action: 'set-limits', request, call }),
    'POST /api/ops/limits/hold': (request, call) =>
      callAct(deps, declared['POST /api/ops/limits/hold'], { action: 'set-hold', request, call }),
    'POST /api/ops/reserve/fund': (request, call) =>
      callAct(deps, declared['POST /api/ops/reserve/fund'], { action: 'fund-reserve', request, call }),
    'POST /api/ops/reserve/cap': (request, call) =>
      callAct(deps, declared['POST /api/ops/reserve/cap'], { action: 'cap-reserve', request, call }),
  };
}
