import type { offerEndpoints } from '@city-mint/api-contract/operator/offer-endpoints';
import { planRequest } from '@city-mint/api-contract/rounds/plan-request';
import { formatFunds, formatSimulation, phasePlanOf } from '@city-mint/api-contract/rounds/published-plan';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { comparePlans, type PlanDifference } from '@city-mint/domain/rounds/compare-plans';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { planSchedule } from '@city-mint/domain/rounds/plan-schedule';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, readPageById, TIMELINE_KEY } from '#platform/paging.ts';
import { findCityId, listCities } from '#rounds/offers/queries/cities.ts';
import { listPlans, type PlanDetail, type PublishedPlan, readPlanDetail } from '#rounds/offers/queries/plan-list.ts';
import { type PlanLimits, readPlanViolations } from '#rounds/offers/queries/plan-violations.ts';
import { createLiveTermsReader, findLastPlan, planState } from '#rounds/offers/queries/plans.ts';
import { listRoundsOfPlan, roundProgressToWire } from '#rounds/offers/queries/round-list.ts';
import { readFunds } from '#rounds/reserve/queries.ts';
import type { Operator } from '#session/queries/covering.ts';
import { findAskedByPlan } from '../queries/asked-by-plan.ts';
import { storedId } from '../wire.ts';

type OfferDeps = {
  readonly db: Database;
  readonly planLimits: PlanLimits;
  /** The operator of the system, as named in the disclosure. */
  readonly operator: Operator;
};

/** Returns the handlers that read phase plans and cities. */
export function offerRoutes(deps: OfferDeps): Handlers<keyof typeof offerEndpoints> {
  const { db } = deps;
  return {
    ...planRoutes(deps),
    async 'POST /api/ops/cities'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listCities(db, range), idOf: ({ id }) => id },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ id: _id, lastPlan, names, ...city }) => ({
        ...city,
        names: { ...names },
        lastPlan: lastPlan && { ...lastPlan, planId: `${lastPlan.planId}`, state: planState.parse(lastPlan.state) },
      }));
      return { data: { ...page, items } };
    },
  };
}

type PlanKey = Extract<keyof typeof offerEndpoints, `POST /api/ops/plans${string}`>;

function planRoutes({ db, planLimits, operator }: OfferDeps): Handlers<PlanKey> {
  const readLiveTerms = createLiveTermsReader(db);
  return {
    async 'POST /api/ops/plans'({ city, cursor, limit, ...filter }) {
      const cityId = city === undefined ? undefined : await findCityId(db, city);
      // No city has this name, so its list is empty.
      if (city !== undefined && cityId === undefined) return { data: { items: [], nextCursor: null } };
      const page = await readPage(
        { cursor, limit },
        {
          format: TIMELINE_KEY,
          read: (range) => listPlans(db, { ...filter, cityId }, range),
          keyOf: ({ key }) => key,
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(planToWire) } };
    },
    async 'POST /api/ops/plans/detail'({ planId }) {
      const id = storedId(planId);
      const plan = await readPlanDetail(db, id);
      if (plan === undefined) return { refusal: 'not-found', details: { field: 'planId' } };
      const rounds = await listRoundsOfPlan(db, id);
      return {
        data: {
          plan: planToWire(plan),
          terms: plan.plan && planRequest(plan.plan),
          before: plan.before && planRequest(plan.before),
          differences: differencesOf(plan.before, plan.plan),
          simulation: simulationToWire(plan.simulation),
          rounds: rounds.map((round) => {
            const { phase: _phase, pausedSince: _pausedSince, ...brief } = roundProgressToWire(round);
            return brief;
          }),
        },
      };
    },
    async 'POST /api/ops/plans/last'({ city }) {
      if ((await findCityId(db, city)) === undefined) return { refusal: 'unknown-city', details: { field: 'city' } };
      const [last, funds] = await Promise.all([findLastPlan(db, city), readFunds(db)]);
      return {
        data: {
          planId: last?.planId.toString() ?? null,
          plan: last === undefined ? null : planRequest(last.plan),
          funds: formatFunds(funds),
        },
      };
    },
    async 'POST /api/ops/plans/check'(request) {
      const plan = phasePlanOf(request);
      const [violations, last, consents] = await Promise.all([
        readPlanViolations(db, plan, planLimits),
        findLastPlan(db, plan.city),
        readLiveTerms().then((now) => findAskedByPlan(db, { runBy: operator, plan, now })),
      ]);
      const rounds = violations.length > 0 ? [] : planSchedule(plan);
      return {
        data: {
          violations,
          differences: differencesOf(last?.plan ?? null, plan),
          consents,
          rounds: rounds.map((round) => ({ ...round, quota: formatAmount(round.quota) })),
        },
      };
    },
  };
}

function planToWire({ planId, plan, state, nextPhaseTime, publishedAt, city, phase }: PublishedPlan) {
  return {
    ...{ planId: planId.toString(), city, phase, state },
    unreadable: plan === null,
    rounds: plan?.rounds ?? null,
    firstOpensAt: plan?.firstOpensAt ?? null,
    firstQuota: plan && formatAmount(plan.firstQuota),
    nextPhaseTime: nextPhaseTime?.getTime() ?? null,
    publishedAt: publishedAt.getTime(),
  };
}

function differencesOf(before: PhasePlan | null, plan: PhasePlan | null): PlanDifference[] {
  return before === null || plan === null ? [] : comparePlans(before, plan);
}

function simulationToWire(simulation: PlanDetail['simulation']) {
  return simulation && { ...formatSimulation(simulation), funds: formatFunds(simulation.funds) };
}
