import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { assetsKeys } from '#assets/assets-queries.ts';
import { publicStateKeys, publicStateQuery } from '#public-state/public-state-queries.ts';
import { citiesKeys, citiesQuery } from '#rounds/cities-queries.ts';
import { roundQuery, roundsKeys } from '#rounds/rounds-queries.ts';
import { disclosureKeys } from '#session/disclosure-queries.ts';
import { applyEvent } from './apply-event.ts';
import { createRoundFigures, type RoundFigures } from './round-figures.ts';

type Round = ReplyOf<'GET /api/app/home'>['openRounds'][number];

const round = { roundId: '12', cityId: '3', city: 'Lima', state: 'open', filled: '10', orders: 1 } as Round;
const other = { ...round, roundId: '13', cityId: '4' };
const LIVE = {
  roundId: '12',
  cityId: '3',
  state: 'full',
  filled: '1000',
  orders: 9,
  closesAt: 5,
  pausedSince: null,
  outcome: null,
};

let client: QueryClient;
let figures: RoundFigures;

beforeEach(() => {
  client = new QueryClient();
  figures = createRoundFigures(client);
  client.setQueryData(publicStateQuery.queryKey, { openRounds: [round, other] } as ReplyOf<'GET /api/app/home'>);
  client.setQueryData(citiesQuery.queryKey, {
    cities: [{ openRound: round }, { openRound: null }],
  } as ReplyOf<'GET /api/app/warehouses'>);
  client.setQueryData(roundQuery('3').queryKey, { round } as ReplyOf<'POST /api/app/last/crowdfund'>);
});

const apply = (name: string, data: unknown) => applyEvent(figures, { id: null, name, data: JSON.stringify(data) });

describe('a round’s figures', () => {
  test.each(['round-filled', 'round-changed', 'round-settled', 'round-opened'])(
    '%s puts them wherever the round is shown, and nowhere else',
    (name) => {
      apply(name, LIVE);
      const shown = { filled: '1000', orders: 9, state: 'full', city: 'Lima' };
      expect(client.getQueryData(roundQuery('3').queryKey)?.round).toMatchObject(shown);
      expect(client.getQueryData(publicStateQuery.queryKey)?.openRounds).toMatchObject([
        shown,
        { roundId: '13', filled: '10' },
      ]);
      expect(client.getQueryData(citiesQuery.queryKey)?.cities).toMatchObject([
        { openRound: shown },
        { openRound: null },
      ]);
    },
  );

  test('does not add a round that is not on the screen', () => {
    apply('round-opened', { ...LIVE, roundId: '14' });
    expect(client.getQueryData(roundQuery('3').queryKey)?.round).toEqual(round);
    expect(client.getQueryData(roundQuery('9').queryKey)).toBeUndefined();
  });
});

describe('queries to fetch again', () => {
  test('none when a round fills: the event has everything that changed', () => {
    expect(apply('round-filled', LIVE)).toEqual({ stale: [], staleShared: [], loggedOut: false });
  });

  test.each(['rounds', 'round-opened', 'round-changed', 'round-settled'])(
    'after %s rounds, cities and home',
    (name) => {
      const { staleShared } = apply(name, LIVE);
      for (const key of [publicStateKeys.overview, citiesKeys.list, roundsKeys.allLatest]) {
        expect(staleShared).toContainEqual(key);
      }
    },
  );

  test.each(['rounds', 'round-opened'])('after %s the disclosure, since other terms may be on offer', (name) => {
    expect(apply(name, LIVE).stale).toContainEqual(disclosureKeys.all);
  });

  test('the orders after a settlement and new balances; the assets after new balances', () => {
    expect(apply('round-settled', LIVE).stale).toContainEqual(roundsKeys.allOrders);
    // The API answers its round from memory.
    expect(apply('round-settled', LIVE).staleShared).toContainEqual(roundsKeys.allOrderDetails);
    const { stale } = apply('balances', {});
    expect(stale).toContainEqual(roundsKeys.allOrderDetails);
    expect(stale).toContainEqual(assetsKeys.allBalances);
  });
});

test('ends the session', () => {
  expect(apply('logged-out', {}).loggedOut).toBe(true);
  expect(apply('closing', {})).toEqual({ stale: [], staleShared: [], loggedOut: false });
});

test.each([
  ['an unknown event', 'price', '{}'],
  ['data that are cut', 'round-filled', '{"roundId":"1'],
  ['data of another shape', 'round-filled', 'null'],
])('%s changes nothing and does not throw', (_what, name, data) => {
  expect(applyEvent(figures, { id: null, name, data })).toEqual({ stale: [], staleShared: [], loggedOut: false });
  expect(client.getQueryData(roundQuery('3').queryKey)?.round).toEqual(round);
});
