import type { ParsedRequestOf, ReplyOf } from '@city-mint/api-contract/endpoints';
import type { roundsEndpoints } from '@city-mint/api-contract/rounds/endpoints';
import { formatTerms } from '@city-mint/api-contract/rounds/terms';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { isLate } from '@city-mint/domain/rounds/late-orders';
import { previewJoin } from '@city-mint/domain/rounds/preview-join';
import type pg from 'pg';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers, Outcome } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import { listPausedParts } from '#switches/queries.ts';
import { readResults } from './earnings/queries/earning-totals.ts';
import { findRound } from './find-round.ts';
import { createJoinRound } from './join/commands.ts';
import type { ObserveJoins } from './join/join-request.ts';
import { readCities } from './offers/queries/cities.ts';
import { readRoundInBrief } from './offers/queries/round-list.ts';
import { findLatestRound, findOpenRounds, findScheduledRounds, type RoundNow } from './offers/queries/rounds.ts';
import { readOrderSettlements } from './orders/queries/order-settlements.ts';
import { readOrderTotals } from './orders/queries/order-totals.ts';
import { readJoined, readMyOrders } from './orders/queries/orders.ts';
import { drawnBefore, readFunds, readFundsNow } from './reserve/queries.ts';
import { listSettlementFiles, readSettlementFile } from './settlement-file/queries.ts';
import {
  formatSigned,
  toWireFiles,
  toWireOrder,
  toWirePreview,
  toWireRound,
  toWireSettlement,
  toWireTotals,
} from './wire.ts';

type SettlementReply = ReplyOf<'GET /api/app/rounds/:roundId/settlement'>;
type Inclusion = ReplyOf<'POST /api/biz/mint/detail'>['inclusion'];
type Price = ReplyOf<'GET /api/app/home'>['price'];

export type RoundsDeps = {
  readonly db: Database;
  /** Connections for joins only, so that reads never exhaust them. */
  readonly joinPool: pg.Pool;
  readonly joinDb: Database;
  readonly findRegionRule: FindRegionRule;
  /** Called with the answers of each batch of joins. */
  readonly observeJoins: ObserveJoins;
  /** Returns the price of FMC in JU with its changes, as far as it is known. */
  readonly readPrice: () => Promise<Price>;
  /** Returns the root of a round's settlement tree with its anchoring; null while the tree is not computed. */
  readonly readSettlementRoot: (roundId: bigint) => Promise<Pick<SettlementReply, 'merkleRoot' | 'anchoring'>>;
  /** Returns an order's Merkle path to that root. */
  readonly readInclusion: (order: { roundId: bigint; rank: number }) => Promise<Inclusion>;
};

/** Orders of a round whose settlement is a reply of its own; larger ones are read from their files. */
const MOST_ORDERS_IN_REPLY = 2_000;

/** Returns the handlers of `roundsEndpoints`. */
export function roundsRoutes(deps: RoundsDeps): Handlers<keyof typeof roundsEndpoints> {
  return { ...publicRoutes(deps), ...roundRoutes(deps), ...participantRoutes(deps), ...totalsRoutes(deps) };
}

function publicRoutes({
  db,
  readPrice,
  findRegionRule,
}: RoundsDeps): Handlers<'GET /api/app/home' | 'GET /api/app/warehouses'> {
  return {
    async 'GET /api/app/home'(_request, { region: country }) {
      const [now, funds, open, scheduled, price, results, paused, rule] = await Promise.all([
        databaseTime(db),
        readFundsNow(db),
        findOpenRounds(db),
        findScheduledRounds(db),
        readPrice(),
        readResults(db),
        listPausedParts(db),
        findRegionRule(country),
      ]);
      const first = scheduled[0]?.terms;
      const firstRound = first && {
        opensAt: first.opensAt,
        city: first.city,
        phase: first.phase,
        number: first.number,
      };
      const { medianNet, medianFmc, ...counts } = results;
      return {
        data: {
          serverTime: now,
          firstRound: firstRound ?? null,
          openRounds: open.map((round) => toWireRound(round, { now, funds })),
          paused,
          region: { country, joiningAllowed: rule.joining, referralAllowed: rule.referral },
          price,
          results90d: {
            ...counts,
            medianNet: medianNet === null ? null : formatSigned(medianNet),
            medianFmc: medianFmc === null ? null : formatAmount(medianFmc),
          },
        },
      };
    },
    async 'GET /api/app/warehouses'() {
      const [now, funds, cities, open, scheduled] = await Promise.all([
        databaseTime(db),
        readFundsNow(db),
        readCities(db),
        findOpenRounds(db),
        findScheduledRounds(db),
      ]);
      const inCity = (rounds: readonly RoundNow[], cityId: bigint) => {
        const round = rounds.find((candidate) => candidate.cityId === cityId);
        return round === undefined ? null : toWireRound(round, { now, funds });
      };
      return {
        data: {
          cities: cities.map((city) => ({
            cityId: city.id.toString(),
            name: city.name,
            latitude: city.latitude,
            longitude: city.longitude,
            phase: city.phase,
            openRound: inCity(open, city.id),
            nextRound: inCity(scheduled, city.id),
            roundsMinted: city.minted,
            roundsFailed: city.failed,
          })),
        },
      };
    },
  };
}

function roundRoutes({
  db,
  readSettlementRoot,
}: RoundsDeps): Handlers<
  'POST /api/app/last/crowdfund' | 'POST /api/app/preview' | 'GET /api/app/rounds/:roundId/settlement'
> {
  return {
    async 'POST /api/app/last/crowdfund'({ cityId, roundId }) {
      const [now, funds] = await Promise.all([databaseTime(db), readFundsNow(db)]);
      const found =
        roundId === undefined
          ? { round: await findLatestRound(db, cityId === undefined ? undefined : BigInt(cityId)) }
          : await findRound(db, BigInt(roundId));
      if ('refusal' in found) return found;
      const { round } = found;
      const isOther = cityId !== undefined && round !== undefined && round.cityId !== BigInt(cityId);
      if (isOther) return { refusal: 'not-found', details: { field: 'roundId' } };
      return {
        data: {
          serverTime: now,
          round: round === undefined ? null : toWireRound(round, { now, funds }),
          terms: round === undefined ? null : formatTerms(round.terms),
          termsHash: round?.termsHash ?? null,
          reserve: formatAmount(funds.reserve),
        },
      };
    },
    'POST /api/app/preview': (request) => answerPreview(db, request, ZERO),
    async 'GET /api/app/rounds/:roundId/settlement'({ roundId }) {
      const round = await readRoundInBrief(db, BigInt(roundId));
      if (round === undefined) return { refusal: 'not-found', details: { field: 'roundId' } };
      const [files, proof] = await Promise.all([
        listSettlementFiles(db, round.roundId),
        readSettlementRoot(round.roundId),
      ]);
      if (files.length === 0) return { refusal: 'not-settled', details: { field: 'roundId' } };
      const isShort = round.orders <= MOST_ORDERS_IN_REPLY;
      const document = isShort ? await readSettlementFile(db, round.roundId) : undefined;
      return {
        data: {
          roundId,
          termsHash: round.termsHash,
          files: toWireFiles(files, roundId),
          input: document?.input ?? null,
          result: document?.result ?? null,
          ...proof,
        },
      };
    },
  };
}

/** Answers both previews: what the wallet has put into the round already counts towards its maximum. */
async function answerPreview(
  db: Database,
  { roundId, amount }: ParsedRequestOf<'POST /api/app/preview'>,
  alreadyJoined: TokenAmount,
): Promise<Outcome<'POST /api/app/preview'>> {
  const [now, found, funds] = await Promise.all([databaseTime(db), findRound(db, BigInt(roundId)), readFundsNow(db)]);
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
  deps: RoundsDeps,
): Handlers<
  'POST /api/biz/crowdfund' | 'POST /api/biz/preview' | 'POST /api/biz/mine/mint' | 'POST /api/biz/mint/detail'
> {
  const { db } = deps;
  const joinRound = createJoinRound({ pool: deps.joinPool, db: deps.joinDb, observe: deps.observeJoins });
  return {
    async 'POST /api/biz/crowdfund'({ roundId, amount, termsHash, requestId }, { participant, region: country }) {
      const { userId, consentHash } = participant;
      // Any accepted disclosure counts: what a later one changes is part of the terms, which every join names by
      // their hash.
      const consented = consentHash !== null;
      const { joining, region } = await deps.findRegionRule(country);
      const request = { userId, roundId: BigInt(roundId), amount, termsHash, requestId, consented };
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
      return answerPreview(db, request, await readJoined(db, { userId, roundId: BigInt(request.roundId) }));
    },
    async 'POST /api/biz/mine/mint'({ status, roundId, cursor, limit }, { participant }) {
      const ofRound = roundId === undefined ? {} : { roundId: BigInt(roundId) };
      const filter = { userId: participant.userId, state: status, ...ofRound };
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => readMyOrders(db, { ...filter, ...range }), idOf: ({ orderId }) => orderId },
      );
      if ('refusal' in page) return page;
      const ids = page.items.map(({ orderId }) => orderId);
      const [funds, settlements] = await Promise.all([readFunds(db), readOrderSettlements(db, ids)]);
      const items = page.items.map((order) => ({
        ...toWireOrder(order, funds),
        cityId: order.cityId.toString(),
        settlement: toWireSettlement(settlements.get(order.orderId)),
      }));
      return { data: { ...page, items } };
    },
    async 'POST /api/biz/mint/detail'({ orderId }, { participant }) {
      const [order] = await readMyOrders(db, { userId: participant.userId, orderId: BigInt(orderId), limit: 1 });
      if (order === undefined) return { refusal: 'not-found', details: { field: 'orderId' } };
      const found = await findRound(db, order.roundId);
      if ('refusal' in found) return { ...found, details: { field: 'orderId' } };
      const { round } = found;
      const [now, funds, settlements, inclusion, files] = await Promise.all([
        databaseTime(db),
        readFundsNow(db),
        readOrderSettlements(db, [order.orderId]),
        deps.readInclusion(order),
        listSettlementFiles(db, order.roundId),
      ]);
      return {
        data: {
          order: toWireOrder(order, funds),
          round: toWireRound(round, { now, funds }),
          terms: formatTerms(round.terms),
          termsHash: round.termsHash,
          settlement: toWireSettlement(settlements.get(order.orderId)),
          inclusion,
          files: toWireFiles(files, order.roundId.toString()),
        },
      };
    },
  };
}

function totalsRoutes({ db }: RoundsDeps): Handlers<'POST /api/biz/mint/totals'> {
  return {
    async 'POST /api/biz/mint/totals'(_request, { participant }) {
      return { data: toWireTotals(await readOrderTotals(db, participant.userId)) };
    },
  };
}
