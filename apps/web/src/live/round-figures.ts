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
  /** Puts the figures of an event into every query that shows the round, unless the query has newer ones. */
  readonly put: (round: LiveRound) => void;
};

/** Upper bound of a read's duration with all its attempts, in milliseconds. */
const LONGEST_READ_MS = 5 * 60_000;

/**
 * Returns a store that puts the latest figures of rounds into the queries of a client. A reply to a request from before
 * an event may arrive after it: the event's figures then replace its older ones before a screen renders them. Call once
 * per client.
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
      // An API process may answer from its cache for this long.
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

/** Puts a round's figures into every query that shows it, or only into the query with this hash. */
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

/**
 * Returns whether a query's round is ahead of the event: states follow their order, then the number of joins counts.
 */
function isNewer(shown: ShownRound, { state, orders }: LiveRound): boolean {
  const steps = ROUND_STATES.indexOf(shown.state) - ROUND_STATES.indexOf(state);
  return steps === 0 ? shown.orders > orders : steps > 0;
}

/** Returns the figures of an event that displayed rounds have too. */
function figuresOf({ state, closesAt, pausedSince, filled, orders, outcome }: LiveRound) {
  return { state, closesAt, pausedSince, filled, orders, outcome };
}
