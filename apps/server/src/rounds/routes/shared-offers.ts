import { formatTerms } from '@city-mint/api-contract/rounds/terms';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { remainingWindowMs } from '@city-mint/domain/rounds/paused-window';
import { databaseTime, sharedDatabaseTime } from '#platform/clock.ts';
import type { ShareRead } from '#platform/shared-answers.ts';
import { findRound } from '../offers/find-round.ts';
import { readCities } from '../offers/queries/cities.ts';
import { findLatestRound, findOpenRounds, findScheduledRounds, type RoundNow } from '../offers/queries/rounds.ts';
import { readFundsNow } from '../reserve/queries.ts';
import { toWireRound } from './wire.ts';

type WireRound = ReturnType<typeof toWireRound>;

/** The current offers, the same for everyone: read and formatted once for all calls within half a second. */
export type SharedOffers = ReturnType<typeof createSharedOffers>;

/** Returns the shared readers of the current offers. */
export function createSharedOffers(share: ShareRead) {
  const now = () => sharedDatabaseTime(share);
  const funds = () => share('funds', readFundsNow);
  const rounds = () =>
    share('rounds-on-offer', async (db) => {
      const [at, fundsNow, open, scheduled] = await Promise.all([
        databaseTime(db),
        readFundsNow(db),
        findOpenRounds(db),
        findScheduledRounds(db),
      ]);
      const toWire = (round: RoundNow) => toWireRound(round, { now: at, funds: fundsNow });
      return { open: open.map(toWire), scheduled: scheduled.map(toWire) };
    });
  return {
    /** Returns the database's time, UTC milliseconds. */
    now,
    /** Returns the funds, and the rounds that may draw on the reserve. */
    funds,
    /** Returns the open rounds and those that open later, as callers currently see them. */
    async rounds(): Promise<{ readonly open: WireRound[]; readonly scheduled: WireRound[] }> {
      const [{ open, scheduled }, time] = await Promise.all([rounds(), now()]);
      return { open: open.map((round) => asOf(round, time)), scheduled: scheduled.map((round) => asOf(round, time)) };
    },
    /** Returns every city with the outcomes of its rounds so far. */
    cities: () => share('cities', readCities),
    /** Returns a round by its id, or the refusal. */
    round: (roundId: bigint) => share(`round ${roundId}`, (db) => findRound(db, roundId)),
    /** Returns the latest round of a city or of all; undefined where there is none. */
    latest: (cityId?: bigint) => share(`latest ${cityId ?? ''}`, (db) => findLatestRound(db, cityId)),
    /** Returns a round with its terms as callers currently see them, and the reserve. */
    async terms(round: RoundNow | undefined) {
      const [fundsNow, time] = await Promise.all([funds(), now()]);
      return {
        serverTime: time,
        round: round === undefined ? null : toWireRound(round, { now: time, funds: fundsNow }),
        terms: round === undefined ? null : formatTerms(round.terms),
        termsHash: round?.termsHash ?? null,
        reserve: formatAmount(fundsNow.reserve),
      };
    },
  };
}

/** The round with the current remainder of its window; everything else is as read. */
function asOf(round: WireRound, now: number): WireRound {
  return { ...round, remainingMs: remainingWindowMs(round, { now, pausedSince: round.pausedSince }) };
}
