import type { cityEndpoints } from '@city-mint/api-contract/rounds/city-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, readPageById, TIMELINE_KEY } from '#platform/paging.ts';
import type { ShareRead } from '#platform/shared-answers.ts';
import { listRounds, readRoundInBrief, roundInBriefToWire } from '../offers/queries/round-list.ts';
import { listRoundsBySettlement, settledRoundToWire } from '../offers/queries/settled-rounds.ts';
import { createFillReader, readRoundFill } from '../orders/queries/round-fill.ts';

type CityKey = keyof typeof cityEndpoints;

type CityDeps = {
  readonly db: Database;
  /** Shares answers that are the same for everyone, at most half a second old. */
  readonly share: ShareRead;
};

/** Returns the handlers of `cityEndpoints`. */
export function cityRoutes({ db, share }: CityDeps): Handlers<CityKey> {
  const readFill = createFillReader((roundId) => readRoundFill(db, roundId));
  return {
    async 'POST /api/app/rounds'({ cityId, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        {
          read: (range) => listRounds(db, { cityId: BigInt(cityId), ...range }),
          idOf: ({ roundId }) => roundId,
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(roundInBriefToWire) } };
    },
    async 'POST /api/app/rounds/settled'({ cursor, limit }) {
      const page = await readPage(
        { cursor, limit },
        {
          format: TIMELINE_KEY,
          read: (range) =>
            // The beginning of the list is what most callers ask for.
            range.after === null
              ? share(`settled ${range.limit}`, (shared) => listRoundsBySettlement(shared, range))
              : listRoundsBySettlement(db, range),
          keyOf: ({ key }) => key,
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(settledRoundToWire) } };
    },
    async 'POST /api/app/round/fill'({ roundId }) {
      const round = await readRoundInBrief(db, BigInt(roundId));
      if (round === undefined) return { refusal: 'not-found', details: { field: 'roundId' } };
      const points = await readFill({ roundId: round.roundId, isOver: round.endedAt !== null });
      return {
        data: {
          opensAt: round.opensAt.getTime(),
          endedAt: round.endedAt?.getTime() ?? null,
          closesAt: round.closesAt.getTime(),
          quota: formatAmount(round.quota),
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
