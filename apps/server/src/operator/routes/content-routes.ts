import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { operatorContentEndpoints as declared } from '@city-mint/api-contract/operator/content-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { checkPhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { listWaitingWithdrawals } from '#assets/queries/list-waiting-withdrawals.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { ID_KEY, readPage, readPageById } from '#platform/paging.ts';
import { readRoundSteps } from '#rounds/lifecycle/queries.ts';
import { listPlans } from '#rounds/offers/queries/plans.ts';
import { listRounds, type RoundNow, readRound } from '#rounds/offers/queries/rounds.ts';
import { planOf } from '../plan-request.ts';
import { planSchedule } from '../plan-schedule.ts';
import { storedId } from '../stored-id.ts';
import { callAct } from './act-outcome.ts';
import type { ControlDeps } from './control-routes.ts';

/** Phase plans and rounds. */
export function offerRoutes(
  deps: ControlDeps,
): Handlers<Extract<keyof typeof declared, `POST /api/ops/${'plans' | 'rounds'}${string}`>> {
  const { db } = deps;
  return {
    async 'POST /api/ops/plans'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listPlans(db, range), idOf: ({ planId }) => planId },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ planId, plan, state, nextPhaseTime, publishedAt }) => ({
        planId: planId.toString(),
        city: plan.city,
        phase: plan.phase,
        state,
        rounds: plan.rounds,
        firstOpensAt: plan.firstOpensAt,
        firstQuota: formatAmount(plan.firstQuota),
        nextPhaseTime: nextPhaseTime?.getTime() ?? null,
        publishedAt: publishedAt.getTime(),
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    async 'POST /api/ops/plans/check'(request) {
      const plan = planOf(request);
      const violations = checkPhasePlan(plan);
      const rounds = violations.length > 0 ? [] : planSchedule(plan);
      return {
        data: { violations, rounds: rounds.map((round) => ({ ...round, quota: formatAmount(round.quota) })) },
      };
    },
    'POST /api/ops/plans/publish': (request, call) =>
      callAct(deps, declared['POST /api/ops/plans/publish'], { action: 'publish-plan', request, call }),
    async 'POST /api/ops/rounds'({ state, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listRounds(db, { state, ...range }), idOf: ({ roundId }) => roundId },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(toWire) } };
    },
    async 'POST /api/ops/rounds/detail'({ roundId }) {
      const id = storedId(roundId);
      const round = await readRound(db, id);
      if (round === undefined) return { refusal: 'not-found', details: { field: 'roundId' } };
      const { steps, dueAt, suspendedSince } = await readRoundSteps(db, id);
      return {
        data: {
          round: toWire(round),
          steps: steps.map(({ state, at }) => ({ state, at: at.getTime() })),
          dueAt: dueAt?.getTime() ?? null,
          suspendedSince: suspendedSince?.getTime() ?? null,
        },
      };
    },
  };
}

/** Cities, texts, and withdrawals that wait for an operator. */
export function contentRoutes(
  deps: ControlDeps,
): Handlers<Extract<keyof typeof declared, `POST /api/ops/${'cities' | 'texts' | 'withdrawals'}${string}`>> {
  return {
    'POST /api/ops/cities/add': (request, call) =>
      callAct(deps, declared['POST /api/ops/cities/add'], { action: 'add-city', request, call }),
    'POST /api/ops/cities/edit': (request, call) =>
      callAct(deps, declared['POST /api/ops/cities/edit'], { action: 'move-city', request, call }),
    'POST /api/ops/texts/set': (request, call) =>
      callAct(deps, declared['POST /api/ops/texts/set'], { action: 'change-text', request, call }),
    async 'POST /api/ops/withdrawals'({ cursor, limit }) {
      const page = await readPage(
        { cursor, limit },
        {
          format: ID_KEY,
          read: ({ after, ...most }) => listWaitingWithdrawals(deps.db, { after: after ?? 0n, ...most }),
          keyOf: ({ id }) => id,
        },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ id, account, recipient, currency, amount, requestedAt }) => ({
        withdrawalId: id.toString(),
        account,
        to: recipient,
        currency,
        amount: formatAmount(amount),
        requestedAt: requestedAt.getTime(),
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    'POST /api/ops/withdrawals/approve': (request, call) =>
      callAct(deps, declared['POST /api/ops/withdrawals/approve'], { action: 'approve-withdrawal', request, call }),
    'POST /api/ops/withdrawals/reject': (request, call) =>
      callAct(deps, declared['POST /api/ops/withdrawals/reject'], { action: 'reject-withdrawal', request, call }),
  };
}

function toWire(round: RoundNow): ReplyOf<'POST /api/ops/rounds'>['items'][number] {
  const { terms } = round;
  return {
    roundId: round.roundId.toString(),
    city: terms.city,
    phase: terms.phase,
    number: terms.number,
    state: round.state,
    opensAt: terms.opensAt,
    closesAt: terms.closesAt,
    quota: formatAmount(terms.quota),
    filled: formatAmount(round.filled),
    orders: round.orders,
  };
}
