import type { ParsedRequestOf, ReplyOf } from '@city-mint/api-contract/endpoints';
import type { roundsEndpoints } from '@city-mint/api-contract/rounds/endpoints';
import { formatTerms } from '@city-mint/api-contract/rounds/terms';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { isLate } from '@city-mint/domain/rounds/late-orders';
import { previewJoin } from '@city-mint/domain/rounds/preview-join';
import type pg from 'pg';
import type { Database } from '#platform/database/database.ts';
import type { Handlers, Outcome } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import type { CoversDisclosure } from '#session/queries/covering.ts';
import { type CachingDeps, readCachingTotals } from '../earnings/commands.ts';
import { createJoinRound } from '../join/commands.ts';
import type { ObserveJoins } from '../join/join-request.ts';
import { readOrderTotals } from '../orders/queries/order-totals.ts';
import { readJoined, readMyOrders } from '../orders/queries/orders.ts';
import { readOwnInRound } from '../orders/queries/own-in-round.ts';
import { readOwnOutcomes } from '../orders/queries/own-outcomes.ts';
import { drawnBefore } from '../reserve/queries.ts';
import { listSettlementFiles } from '../settlement-file/queries.ts';
import { type PublicDeps, publicRoutes, type SettlementDeps, settlementRoutes } from './public-routes.ts';
import { createSharedOffers, type SharedOffers } from './shared-offers.ts';
import { toWireFiles, toWireOrder, toWirePreview, toWireRound, toWireSettlement, toWireTotals } from './wire.ts';
import { toWireOutcomes, toWireOwnInRound } from './wire-outcomes.ts';

type Inclusion = ReplyOf<'POST /api/biz/mint/detail'>['inclusion'];

export type RoundsDeps = PublicDeps &
  SettlementDeps &
  CachingDeps & {
    /** Connections for joins only, so that reads never exhaust them. */
    readonly joinPool: pg.Pool;
    readonly joinDb: Database;
    /** Called with the answers of each batch of joins. */
    readonly observeJoins: ObserveJoins;
    readonly coversDisclosure: CoversDisclosure;
    /** Returns an order's Merkle path to the root of its round. */
    readonly readInclusion: (order: { roundId: bigint; rank: number }) => Promise<Inclusion>;
  };

/** Returns the handlers of `roundsEndpoints`. */
export function roundsRoutes(deps: RoundsDeps): Handlers<keyof typeof roundsEndpoints> {
  const offers = createSharedOffers(deps.share);
  return {
    ...publicRoutes({ ...deps, offers }),
    ...settlementRoutes(deps),
    'POST /api/app/preview': (request) => answerPreview(offers, request, ZERO),
    ...participantRoutes({ ...deps, offers }),
    ...totalsRoutes(deps),
  };
}

/** Answers both previews: the wallet's amount in the round already counts towards its maximum. */
async function answerPreview(
  offers: SharedOffers,
  { roundId, amount }: ParsedRequestOf<'POST /api/app/preview'>,
  alreadyJoined: TokenAmount,
): Promise<Outcome<'POST /api/app/preview'>> {
  const [now, found, funds] = await Promise.all([offers.now(), offers.round(BigInt(roundId)), offers.funds()]);
  if ('refusal' in found) return found;
  const { round } = found;
  if (round.state === 'full') return { refusal: 'round-full', details: { field: 'roundId' } };
  if (round.state !== 'open' && round.state !== 'scheduled') {
    return { refusal: 'round-not-open', details: { field: 'roundId' } };
  }
  if (amount === 0n) return { refusal: 'amount-not-positive', details: { field: 'amount', limit: '0' } };
  const at = round.pausedSince?.getTime() ?? now;
  const late = isLate(round.terms, { closesAt: round.closesAt.getTime(), at });
  const drawnFirst = drawnBefore(round.roundId, funds);
  const reserve = { balance: tokenAmount(funds.reserve - drawnFirst) };
  const preview = previewJoin(
    { ...round, reserve, emission: { remaining: funds.emission }, late },
    { amount, alreadyJoined },
  );
  return { data: toWirePreview(preview, { drawnFirst }) };
}

function participantRoutes(
  deps: RoundsDeps & { readonly offers: SharedOffers },
): Handlers<
  'POST /api/biz/crowdfund' | 'POST /api/biz/preview' | 'POST /api/biz/mine/mint' | 'POST /api/biz/mint/detail'
> {
  const { db, offers } = deps;
  const joinRound = createJoinRound({ pool: deps.joinPool, db: deps.joinDb, observe: deps.observeJoins });
  return {
    async 'POST /api/biz/crowdfund'({ roundId, amount, termsHash, requestId }, { participant, region: country }) {
      const { userId, token, consentHash } = participant;
      // Known without waiting, except for users who must accept, and once in half a second. Awaited before anything
      // else can fail: the unhandled error of an abandoned promise would end the process.
      const covered = deps.coversDisclosure(consentHash);
      const consented = typeof covered === 'boolean' ? covered : await covered;
      const { joining, region } = await deps.findRegionRule(country);
      const request = { userId, token, roundId: BigInt(roundId), amount, termsHash, requestId, consented };
      const answer = await joinRound(joining ? request : { ...request, barredRegion: region });
      if ('refusal' in answer) return answer;
      const { order } = answer;
      return {
        data: {
          orderId: order.orderId.toString(),
          roundId,
          rank: order.rank,
          asked: formatAmount(order.asked),
          accepted: formatAmount(order.accepted),
          joinedAt: order.joinedAt.getTime(),
          late: order.late,
        },
      };
    },
    async 'POST /api/biz/preview'(request, { participant: { userId } }) {
      return answerPreview(offers, request, await readJoined(db, { userId, roundId: BigInt(request.roundId) }));
    },
    async 'POST /api/biz/mine/mint'({ status, cursor, limit }, { participant }) {
      const filter = { userId: participant.userId, state: status };
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => readMyOrders(db, { ...filter, ...range }), idOf: ({ orderId }) => orderId },
      );
      if ('refusal' in page) return page;
      const funds = await offers.funds();
      const items = page.items.map((order) => ({
        ...toWireOrder(order, funds),
        cityId: order.cityId.toString(),
        settlement: toWireSettlement(order.settlement),
      }));
      return { data: { ...page, items } };
    },
    async 'POST /api/biz/mint/detail'({ orderId }, { participant }) {
      const [order] = await readMyOrders(db, { userId: participant.userId, orderId: BigInt(orderId), limit: 1 });
      if (order === undefined) return { refusal: 'not-found', details: { field: 'orderId' } };
      const found = await offers.round(order.roundId);
      if ('refusal' in found) return { ...found, details: { field: 'orderId' } };
      const { round } = found;
      const [now, funds, inclusion, files] = await Promise.all([
        offers.now(),
        offers.funds(),
        deps.readInclusion(order),
        listSettlementFiles(db, order.roundId),
      ]);
      return {
        data: {
          order: toWireOrder(order, funds),
          round: toWireRound(round, { now, funds }),
          terms: formatTerms(round.terms),
          termsHash: round.termsHash,
          settlement: toWireSettlement(order.settlement),
          inclusion,
          files: toWireFiles(files, order.roundId.toString()),
        },
      };
    },
  };
}

function totalsRoutes(
  deps: RoundsDeps,
): Handlers<'POST /api/biz/mint/totals' | 'POST /api/biz/mint/outcomes' | 'POST /api/biz/mint/inRound'> {
  const { db } = deps;
  return {
    async 'POST /api/biz/mint/inRound'({ roundId }, { participant: { userId } }) {
      return { data: toWireOwnInRound(await readOwnInRound(db, { userId, roundId: BigInt(roundId) })) };
    },
    async 'POST /api/biz/mint/outcomes'({ roundIds }, { participant: { userId } }) {
      return { data: toWireOutcomes(await readOwnOutcomes(db, { userId, roundIds: roundIds.map(BigInt) })) };
    },
    async 'POST /api/biz/mint/totals'(_request, { participant }) {
      const { userId } = participant;
      const totals = await readCachingTotals(deps, { userId, read: () => readOrderTotals(db, userId) });
      return { data: toWireTotals(totals) };
    },
  };
}
