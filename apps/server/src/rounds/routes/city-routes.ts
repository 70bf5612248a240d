import type { cityEndpoints } from '@city-mint/api-contract/rounds/city-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { listRoundsOfCity, type RoundNow, readRound } from '../offers/queries/rounds.ts';
import { createFillReader, readRoundFill } from '../orders/queries/round-fill.ts';

/** Returns the handlers of `cityEndpoints`. */
export function cityRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof cityEndpoints> {
  const readFill = createFillReader((roundId) => readRoundFill(db, roundId));
  return {
    async 'POST /api/app/rounds'({ cityId, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        {
          read: (range) => listRoundsOfCity(db, { cityId: BigInt(cityId), ...range }),
          idOf: ({ roundId }) => roundId,
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(toRoundInBrief) } };
    },
    async 'POST /api/app/round/fill'({ roundId }) {
      const round = await readRound(db, BigInt(roundId));
      if (round === undefined) return { refusal: 'not-found', details: { field: 'roundId' } };
      const points = await readFill({ roundId: round.roundId, isOver: round.endedAt !== null });
      return {
        data: {
          opensAt: round.terms.opensAt,
          endedAt: round.endedAt?.getTime() ?? null,
          closesAt: round.closesAt.getTime(),
          quota: formatAmount(round.terms.quota),
          points: points.map(({ at, filled, orders }) => ({
            at: at.getTime(),
            filled: formatAmount(tokenAmount(filled)),
            orders,
          })),
        },
      };
    },
  };
}

function toRoundInBrief(round: RoundNow) {
  const { terms } = round;
  return {
    roundId: round.roundId.toString(),
    phase: terms.phase,
    number: terms.number,
    state: round.state,
    opensAt: terms.opensAt,
    closesAt: round.closesAt.getTime(),
    pausedSince: round.pausedSince?.getTime() ?? null,
    quota: formatAmount(terms.quota),
    filled: formatAmount(round.filled),
    orders: round.orders,
    outcome: round.outcome,
  };
}
