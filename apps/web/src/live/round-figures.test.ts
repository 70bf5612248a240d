import { SHARED_AGE_MS } from '@city-mint/api-contract/shared-age';
import { notifyManager, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publicStateQuery } from '#public-state/public-state-queries.ts';
import { citiesQuery } from '#rounds/cities-queries.ts';
import { chosenRoundQuery } from '#rounds/history-queries.ts';
import { roundQuery } from '#rounds/rounds-queries.ts';
import { createRoundFigures, type LiveRound, type RoundFigures } from './round-figures.ts';

const EVENT = {
  ...{ roundId: '12', cityId: '3', state: 'open', filled: '500', orders: 5 },
  ...{ closesAt: 9, pausedSince: null, outcome: null },
} as LiveRound;
const OLDER = { ...EVENT, filled: '400', orders: 4 };

/** Each query that shows rounds: its key, its reply for a round, and the round in it. */
const SHOWN_IN = [
  {
    name: 'a city',
    queryKey: roundQuery('3').queryKey,
    answer: (round: LiveRound) => ({ round }),
    shown: (data: { round?: LiveRound }) => data.round,
  },
  {
    name: 'a chosen round',
    queryKey: chosenRoundQuery('12').queryKey,
    answer: (round: LiveRound) => ({ round }),
    shown: (data: { round?: LiveRound }) => data.round,
  },
  {
    name: 'home',
    queryKey: publicStateQuery.queryKey,
    answer: (round: LiveRound) => ({ openRounds: [round] }),
    shown: (data: { openRounds?: LiveRound[] }) => data.openRounds?.[0],
  },
  {
    name: 'the cities',
    queryKey: citiesQuery.queryKey,
    answer: (round: LiveRound) => ({ cities: [{ openRound: round }] }),
    shown: (data: { cities?: { openRound: LiveRound }[] }) => data.cities?.[0]?.openRound,
  },
];

let client: QueryClient;
let figures: RoundFigures;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  figures = createRoundFigures(client);
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

/** Starts a read whose reply arrives when `answer` is called. */
function beginRead(queryKey: QueryKey) {
  const pending = Promise.withResolvers<unknown>();
  const done = client.fetchQuery({ queryKey, queryFn: () => pending.promise });
  return {
    async answer(data: unknown) {
      pending.resolve(data);
      await done;
    },
  };
}

describe.each(SHOWN_IN)('the reply of $name', ({ queryKey, answer, shown }) => {
  const current = () => shown(client.getQueryData<object>(queryKey as QueryKey) ?? {});

  test('default: has the figures of an event after its request; no screen sees older ones', async () => {
    client.setQueryData(queryKey as QueryKey, answer(OLDER));
    const seen: unknown[] = [];
    const observer = new QueryObserver<object>(client, { queryKey, enabled: false });
    // Like screens, which read the result after a batch of changes.
    const read = () => void seen.push(shown(observer.getCurrentResult().data ?? {})?.filled);
    observer.subscribe(notifyManager.batchCalls(read));
    const later = beginRead(queryKey);
    figures.put(EVENT);
    await vi.runAllTimersAsync();
    expect(seen.at(-1)).toBe('500');
    const before = seen.length;
    await later.answer(answer(OLDER));
    await vi.runAllTimersAsync();
    expect(current()).toEqual(EVENT);
    expect(seen.slice(before)).not.toContain('400');
  });

  test('behavior: so does the first one', async () => {
    const read = beginRead(queryKey);
    figures.put(EVENT);
    await read.answer(answer(OLDER));
    expect(current()).toEqual(EVENT);
  });

  test('behavior: replies from the API’s cache may be older for a limited time', async () => {
    figures.put(EVENT);
    vi.advanceTimersByTime(SHARED_AGE_MS - 1);
    const soon = beginRead(queryKey);
    await soon.answer(answer(OLDER));
    expect(current()).toEqual(EVENT);
    vi.advanceTimersByTime(1);
    const later = beginRead(queryKey);
    const changed = { ...EVENT, pausedSince: 7 };
    await later.answer(answer(changed));
    expect(current()).toEqual(changed);
  });

  test.each([
    { ...EVENT, filled: '600', orders: 6 },
    { ...EVENT, state: 'full' as const },
  ])('behavior: a newer one stays, and an event that is older than it changes nothing', async (newer) => {
    const read = beginRead(queryKey);
    figures.put(EVENT);
    await read.answer(answer(newer));
    expect(current()).toEqual(newer);
    figures.put(EVENT);
    expect(current()).toEqual(newer);
  });

  test('behavior: another round keeps its figures', async () => {
    const other = { ...OLDER, roundId: '13' };
    const read = beginRead(queryKey);
    figures.put(EVENT);
    await read.answer(answer(other));
    expect(current()).toEqual(other);
  });
});
