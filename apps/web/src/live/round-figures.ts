import type { LiveEventData } from '@city-mint/api-contract/live-events';
import { SHARED_AGE_MS } from '@city-mint/api-contract/shared-age';
import { ROUND_STATES } from '@city-mint/domain/rounds/round-state';
import { type DataTag, hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { publicStateQuery } from '#public-state/public-state-queries.ts';
import { citiesQuery } from '#rounds/cities-queries.ts';
import { chosenRoundQuery } from '#rounds/history-queries.ts';
import { roundQuery } from '#rounds/rounds-queries.ts';

export type LiveRound = LiveEventData<'round-filled'>;
type ShownRound = Pick<LiveRound, 'roundId' | 'state' | 'orders'>;

export type RoundFigures = {
  /** Puts the figures of an event wherever the round is shown, unless what is shown is newer. */
  readonly put: (round: LiveRound) => void;
};

/** No answer is under way for longer, with all its attempts, in milliseconds. */
const LONGEST_READ_MS = 5 * 60_000;

/**
 * The latest figures of rounds in the queries of a client. An answer may have been asked for before an event and arrive
 * after it: then the event's figures are put over the older ones, before a screen has seen them. Call once for each
 * client.
 */
export function createRoundFigures(client: QueryClient): RoundFigures {
  const latest = new Map<string, { readonly round: LiveRound; readonly at: number }>();
  const askedAt = new WeakMap<Query, number>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'fetch') askedAt.set(query, performance.now());
    if (action.type !== 'success' || action.manual === true) return;
    for (const { round, at } of latest.values()) {
      // A process of the API may answer from memory for as long.
      if ((askedAt.get(query) ?? 0) < at + SHARED_AGE_MS) putRound(client, round, query.queryHash);
    }
  });
  return {
    put(round) {
      const at = performance.now();
      for (const [roundId, earlier] of latest) if (earlier.at < at - LONGEST_READ_MS) latest.delete(roundId);
      latest.set(round.roundId, { round, at });
      putRound(client, round);
    },
  };
}

/** Puts a round's figures wherever it is shown, or only into the query of this hash. */
function putRound(client: QueryClient, round: LiveRound, onlyHash?: string): void {
  const update = <Shown extends ShownRound>(shown: Shown): Shown =>
    shown.roundId === round.roundId && !isNewer(shown, round) ? { ...shown, ...figuresOf(round) } : shown;
  const put = <Data>(queryKey: DataTag<QueryKey, Data, Error>, change: (data: Data) => Data) => {
    if (onlyHash !== undefined && onlyHash !== hashKey(queryKey)) return;
    client.setQueryData<Data>(queryKey, (data) => (data === undefined ? undefined : change(data)));
  };
  const ofOne = <Data extends { readonly round: ShownRound | null }>(data: Data): Data =>
    data.round === null ? data : { ...data, round: update(data.round) };
  put(roundQuery(round.cityId).queryKey, ofOne);
  put(chosenRoundQuery(round.roundId).queryKey, ofOne);
  put(publicStateQuery.queryKey, (home) => ({ ...home, openRounds: home.openRounds.map(update) }));
  put(citiesQuery.queryKey, ({ cities }) => ({
    cities: cities.map((city) => (city.openRound === null ? city : { ...city, openRound: update(city.openRound) })),
  }));
}

/** Whether a round had come further than in the event: states follow one another in their order, joins are counted. */
function isNewer(shown: ShownRound, { state, orders }: LiveRound): boolean {
  const steps = ROUND_STATES.indexOf(shown.state) - ROUND_STATES.indexOf(state);
  return steps === 0 ? shown.orders > orders : steps > 0;
}

/** The figures of an event that a round on the screen has too. */
function figuresOf({ state, closesAt, pausedSince, filled, orders, outcome }: LiveRound) {
  return { state, closesAt, pausedSince, filled, orders, outcome };
}
