import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import type { ShareRead } from '#platform/shared-answers.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import { listPausedParts } from '#switches/queries.ts';
import { readResults } from '../earnings/queries/earning-totals.ts';
import { readRoundInBrief } from '../offers/queries/round-list.ts';
import { listSettlementFiles, readSettlementFile } from '../settlement-file/queries.ts';
import type { SharedOffers } from './shared-offers.ts';
import { formatSigned, toWireFiles } from './wire.ts';

/**
 * Maximum number of orders of a round whose settlement is returned in the reply; larger ones are read from their files.
 */
const MOST_ORDERS_IN_REPLY = 2_000;

type SettlementReply = ReplyOf<'GET /api/app/rounds/:roundId/settlement'>;

export type PublicDeps = {
  readonly db: Database;
  /** Shares answers that are the same for everyone, at most half a second old. */
  readonly share: ShareRead;
  readonly findRegionRule: FindRegionRule;
  /** Returns the price of FMC in JU with its changes, as far as it is known. */
  readonly readPrice: (db: Database) => Promise<ReplyOf<'GET /api/app/home'>['price']>;
};

export type SettlementDeps = {
  readonly db: Database;
  /** Returns the root of a round's settlement tree with its anchoring; null while the tree is not computed. */
  readonly readSettlementRoot: (roundId: bigint) => Promise<Pick<SettlementReply, 'merkleRoot' | 'anchoring'>>;
};

/** Returns the handlers of the current offers, which are the same for everyone. */
export function publicRoutes({
  share,
  offers,
  readPrice,
  findRegionRule,
}: PublicDeps & { readonly offers: SharedOffers }): Handlers<
  'GET /api/app/home' | 'GET /api/app/warehouses' | 'POST /api/app/last/crowdfund'
> {
  return {
    async 'GET /api/app/home'(_request, { region: country }) {
      const [now, { open, scheduled }, price, results, paused, rule] = await Promise.all([
        offers.now(),
        offers.rounds(),
        share('price', readPrice),
        share('results', readResults),
        share('paused', listPausedParts),
        findRegionRule(country),
      ]);
      const [first] = scheduled;
      return {
        data: {
          serverTime: now,
          firstRound: first
            ? { opensAt: first.opensAt, city: first.city, phase: first.phase, number: first.number }
            : null,
          openRounds: open,
          paused,
          region: { country, joiningAllowed: rule.joining, referralAllowed: rule.referral },
          price,
          results90d: toWireResults(results),
        },
      };
    },
    async 'GET /api/app/warehouses'() {
      const [cities, { open, scheduled }] = await Promise.all([offers.cities(), offers.rounds()]);
      // The first round of a city in their order.
      const openIn = new Map(open.toReversed().map((round) => [round.cityId, round]));
      const nextIn = new Map(scheduled.toReversed().map((round) => [round.cityId, round]));
      return {
        data: {
          cities: cities.map(({ id, minted, failed, ...city }) => ({
            ...city,
            cityId: id.toString(),
            openRound: openIn.get(id.toString()) ?? null,
            nextRound: nextIn.get(id.toString()) ?? null,
            roundsMinted: minted,
            roundsFailed: failed,
          })),
        },
      };
    },
    async 'POST /api/app/last/crowdfund'({ cityId, roundId }) {
      const found =
        roundId === undefined
          ? { round: await offers.latest(cityId === undefined ? undefined : BigInt(cityId)) }
          : await offers.round(BigInt(roundId));
      if ('refusal' in found) return found;
      const { round } = found;
      const isOther = cityId !== undefined && round !== undefined && round.cityId !== BigInt(cityId);
      if (isOther) return { refusal: 'not-found', details: { field: 'roundId' } };
      return { data: await offers.terms(round) };
    },
  };
}

type Results = Awaited<ReturnType<typeof readResults>>;

function toWireResults({ medianNet, medianFmc, ...counts }: Results): ReplyOf<'GET /api/app/home'>['results90d'] {
  return {
    ...counts,
    medianNet: medianNet === null ? null : formatSigned(medianNet),
    medianFmc: medianFmc === null ? null : formatAmount(medianFmc),
  };
}

/** Returns the handler of a round's published settlement. */
export function settlementRoutes({
  db,
  readSettlementRoot,
}: SettlementDeps): Handlers<'GET /api/app/rounds/:roundId/settlement'> {
  return {
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
