import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pageReader } from '#platform/page-reader.ts';
import { EVERYBODY } from '#platform/query-meta.ts';
import { roundsKeys } from './rounds-queries.ts';

/** The rounds of a city in pages, the latest first. */
export function cityHistoryQuery(cityId: string) {
  return infiniteQueryOptions({
    queryKey: roundsKeys.history(cityId),
    queryFn: pageReader<ReplyOf<'POST /api/app/rounds'>>(
      (page, signal) => readApi('POST /api/app/rounds', { cityId, ...page }, signal),
      ({ roundId }) => roundId,
    ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { silent: true, copiedFor: EVERYBODY },
  });
}

/** One round with its terms, whether or not it is the latest of its city. */
export function chosenRoundQuery(roundId: string) {
  return queryOptions({
    queryKey: roundsKeys.chosen(roundId),
    queryFn: ({ signal }) => readApi('POST /api/app/last/crowdfund', { roundId }, signal),
    meta: { silent: true, copiedFor: EVERYBODY },
  });
}

/** The fill curve of a round. */
export function fillQuery(roundId: string) {
  return queryOptions({
    queryKey: roundsKeys.fill(roundId),
    queryFn: ({ signal }) => readApi('POST /api/app/round/fill', { roundId }, signal),
    meta: { silent: true, copiedFor: EVERYBODY },
  });
}

/** The sums of the account's orders in one round. */
export function ownInRoundQuery(address: string, roundId: string) {
  return queryOptions({
    queryKey: roundsKeys.ownInRound(address, roundId),
    queryFn: ({ signal }) => readApi('POST /api/biz/mint/inRound', { roundId }, signal),
    meta: { silent: true, copiedFor: address },
  });
}
