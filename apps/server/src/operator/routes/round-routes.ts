import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { roundReadEndpoints } from '@city-mint/api-contract/operator/round-endpoints';
import { settlementPath } from '@city-mint/api-contract/rounds/settlement-path';
import { formatTerms } from '@city-mint/api-contract/rounds/terms';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { ID_KEY, readPage, TIMELINE_KEY } from '#platform/paging.ts';
import { readRoundSteps } from '#rounds/lifecycle/queries.ts';
import { findCityId } from '#rounds/offers/queries/cities.ts';
import { findPlan } from '#rounds/offers/queries/plans.ts';
import {
  listRoundsByOpening,
  openingKey,
  type RoundInBrief,
  readRoundInBrief,
  readSuspensions,
} from '#rounds/offers/queries/round-list.ts';
import { type RoundNow, readReadableRound } from '#rounds/offers/queries/rounds.ts';
import { listOrdersOfRound, type RoundOrder } from '#rounds/orders/queries/orders-of-round.ts';
import { createFillReader, readRoundFill } from '#rounds/orders/queries/round-fill.ts';
import { readFailure, readRoundResult, readSettlementProgress } from '#rounds/queries/settlement-progress.ts';
import { readCoverageOf } from '#rounds/reserve/queries.ts';
import { listSettlementFiles } from '#rounds/settlement-file/queries.ts';
import { findAddresses } from '#session/queries/users.ts';
import { roundToWire, storedId } from '../wire.ts';

type Detail = ReplyOf<'POST /api/ops/rounds/detail'>;

const NOT_FOUND = { refusal: 'not-found', details: { field: 'roundId' } } as const;

type RoundReadDeps = {
  readonly db: Database;
  /** The origin of the participants' page, which serves the settlement files; null = not known here. */
  readonly pageOrigin: string | null;
};

/** Returns the handlers that read rounds. */
export function roundRoutes({ db, pageOrigin }: RoundReadDeps): Handlers<keyof typeof roundReadEndpoints> {
  const readFill = createFillReader((roundId) => readRoundFill(db, roundId));
  return {
    async 'POST /api/ops/rounds'({ city, cursor, limit, ...filter }) {
      const cityId = city === undefined ? undefined : await findCityId(db, city);
      if (city !== undefined && cityId === undefined) return { data: { items: [], nextCursor: null } };
      const page = await readPage(
        { cursor, limit },
        {
          format: TIMELINE_KEY,
          read: (range) => listRoundsByOpening(db, { ...filter, cityId }, range),
          keyOf: openingKey,
        },
      );
      if ('refusal' in page) return page;
      const suspended = await readSuspensions(
        db,
        page.items.map(({ roundId }) => roundId),
      );
      const items = page.items.map((round) => roundToWire(round, suspended.get(round.roundId) ?? null));
      return { data: { ...page, items } };
    },
    async 'POST /api/ops/rounds/detail'({ roundId }) {
      const round = await readRoundInBrief(db, storedId(roundId));
      return round === undefined ? NOT_FOUND : { data: await readDetail({ db, pageOrigin }, round) };
    },
    async 'POST /api/ops/rounds/fill'({ roundId }) {
      const round = await readRoundInBrief(db, storedId(roundId));
      if (round === undefined) return NOT_FOUND;
      const points = await readFill({ roundId: round.roundId, isOver: round.endedAt !== null });
      return {
        data: {
          points: points.map(({ at, filled, orders }) => ({
            at: at.getTime(),
            filled: formatAmount(tokenAmount(filled)),
            orders,
          })),
        },
      };
    },
    async 'POST /api/ops/rounds/orders'({ roundId, cursor, limit, ...filter }) {
      const id = storedId(roundId);
      const page = await readPage(
        { cursor, limit },
        {
          format: ID_KEY,
          read: (range) => listOrdersOfRound(db, { ...filter, roundId: id }, range),
          keyOf: ({ rank }) => BigInt(rank),
        },
      );
      if ('refusal' in page) return page;
      if (page.items.length === 0 && (await readRoundInBrief(db, id)) === undefined) return NOT_FOUND;
      const userIds = page.items.map(({ userId }) => userId);
      const addressOf = await findAddresses(db, userIds);
      return { data: { ...page, items: page.items.map((order) => orderToWire(order, addressOf(order.userId))) } };
    },
  };
}

async function readDetail({ db, pageOrigin }: RoundReadDeps, brief: RoundInBrief): Promise<Detail> {
  const { roundId } = brief;
  const [steps, settlement, failure, result, files, plan, round] = await Promise.all([
    readRoundSteps(db, roundId),
    readSettlementProgress(db, brief),
    readFailure(db, roundId),
    readRoundResult(db, roundId),
    listSettlementFiles(db, roundId),
    findPlan(db, brief.planId),
    readReadableRound(db, roundId),
  ]);
  return {
    round: roundToWire(brief, steps.suspendedSince),
    planId: brief.planId.toString(),
    planState: plan?.state ?? null,
    terms: round ? formatTerms(round.terms) : null,
    termsHash: brief.termsHash,
    steps: steps.steps.map(({ state, at }) => ({ state, at: at.getTime() })),
    dueAt: steps.dueAt?.getTime() ?? null,
    suspendedSince: steps.suspendedSince?.getTime() ?? null,
    cancellation: round?.cancellation ?? null,
    settlement: settlement?.map((step) => ({ ...step, lastAt: step.lastAt?.getTime() ?? null })) ?? null,
    failure: failure && { ...failure, at: failure.at.getTime() },
    coverage: round && brief.outcome === null ? await coverageToWire(db, round) : null,
    result: result && resultToWire(result),
    files: files.map((file) => {
      const path = settlementPath(roundId.toString(), file.format);
      return { ...file, path, url: pageOrigin === null ? null : `${pageOrigin}${path}` };
    }),
  };
}

async function coverageToWire(db: Database, round: RoundNow): Promise<Detail['coverage']> {
  const { coverageBps, ...amounts } = await readCoverageOf(db, round);
  return {
    reserve: formatAmount(amounts.reserve),
    drawnFirst: formatAmount(amounts.drawnFirst),
    maximumLoss: formatAmount(amounts.maximumLoss),
    budget: formatAmount(amounts.budget),
    coverageBps,
  };
}

function resultToWire(result: NonNullable<Awaited<ReturnType<typeof readRoundResult>>>): Detail['result'] {
  return {
    outcome: result.outcome,
    settledAt: result.settledAt.getTime(),
    orders: result.orders,
    amount: formatAmount(result.amount),
    totals: Object.fromEntries(Object.entries(result.totals).map(([name, units]) => [name, formatAmount(units)])),
    stages: result.stages.map(({ stage, amount, dueAt, paidAt }) => ({
      stage,
      amount: formatAmount(amount),
      dueAt: dueAt.getTime(),
      paidAt: paidAt?.getTime() ?? null,
    })),
  };
}

function orderToWire(order: RoundOrder, address: string): ReplyOf<'POST /api/ops/rounds/orders'>['items'][number] {
  return {
    orderId: order.orderId.toString(),
    rank: order.rank,
    address,
    asked: formatAmount(tokenAmount(order.asked)),
    accepted: formatAmount(tokenAmount(order.accepted)),
    joinedAt: order.joinedAt.getTime(),
    late: order.late,
    automatic: order.automatic,
    state: order.state,
    outcome: order.outcome,
    netJu: order.net === null ? null : formatAmount(order.net),
  };
}
