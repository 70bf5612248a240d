import type { offerEndpoints } from '@city-mint/api-contract/operator/offer-endpoints';
import type { reserveEndpoints } from '@city-mint/api-contract/operator/reserve-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { planSchedule } from '@city-mint/domain/rounds/plan-schedule';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, readPageById, TIMELINE_KEY } from '#platform/paging.ts';
import { readRoundSteps } from '#rounds/lifecycle/queries.ts';
import { type PlanLimits, readPlanViolations } from '#rounds/offers/queries/plan-violations.ts';
import { listPlans } from '#rounds/offers/queries/plans.ts';
import { listRounds, readRoundInBrief } from '#rounds/offers/queries/round-list.ts';
import { listReserveChanges, readReserveCoverage } from '#rounds/reserve/queries.ts';
import { phasePlanOf, reserveChangeToWire, reserveToWire, roundToWire, storedId } from '../wire.ts';

/** Returns the handlers that read phase plans, rounds and the reserve. */
export function offerRoutes({
  db,
  planLimits,
}: {
  readonly db: Database;
  readonly planLimits: PlanLimits;
}): Handlers<keyof typeof offerEndpoints | keyof typeof reserveEndpoints> {
  return {
    async 'POST /api/ops/plans'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listPlans(db, range), idOf: ({ planId }) => planId },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ planId, plan, state, nextPhaseTime, publishedAt, ...named }) => ({
        planId: planId.toString(),
        ...named,
        state,
        unreadable: plan === null,
        rounds: plan?.rounds ?? null,
        firstOpensAt: plan?.firstOpensAt ?? null,
        firstQuota: plan && formatAmount(plan.firstQuota),
        nextPhaseTime: nextPhaseTime?.getTime() ?? null,
        publishedAt: publishedAt.getTime(),
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    async 'POST /api/ops/plans/check'(request) {
      const plan = phasePlanOf(request);
      const violations = await readPlanViolations(db, plan, planLimits);
      const rounds = violations.length > 0 ? [] : planSchedule(plan);
      return {
        data: { violations, rounds: rounds.map((round) => ({ ...round, quota: formatAmount(round.quota) })) },
      };
    },
    async 'POST /api/ops/rounds'({ state, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listRounds(db, { state, ...range }), idOf: ({ roundId }) => roundId },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(roundToWire) } };
    },
    async 'POST /api/ops/rounds/detail'({ roundId }) {
      const id = storedId(roundId);
      const round = await readRoundInBrief(db, id);
      if (round === undefined) return { refusal: 'not-found', details: { field: 'roundId' } };
      const { steps, dueAt, suspendedSince } = await readRoundSteps(db, id);
      return {
        data: {
          round: roundToWire(round),
          steps: steps.map(({ state, at }) => ({ state, at: at.getTime() })),
          dueAt: dueAt?.getTime() ?? null,
          suspendedSince: suspendedSince?.getTime() ?? null,
        },
      };
    },
    'POST /api/ops/reserve': async () => ({ data: reserveToWire(await readReserveCoverage(db)) }),
    async 'POST /api/ops/reserve/changes'({ cursor, limit }) {
      const page = await readPage(
        { cursor, limit },
        { format: TIMELINE_KEY, read: (asked) => listReserveChanges(db, asked), keyOf: ({ key }) => key },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(reserveChangeToWire) } };
    },
  };
}
