import type { LiveEventData } from '@city-mint/api-contract/live-events';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { assetsKeys } from '#assets/assets-queries.ts';
import { homeKeys, homeQuery } from '#home/home-queries.ts';
import type { StreamEvent } from '#platform/event-stream.ts';
import { citiesKeys, citiesQuery } from '#rounds/cities-queries.ts';
import { chosenRoundQuery } from '#rounds/history-queries.ts';
import { roundQuery, roundsKeys } from '#rounds/rounds-queries.ts';
import { disclosureKeys } from '#session/disclosure-queries.ts';

type LiveRound = LiveEventData<'round-filled'>;

/** What follows from an event besides the figures that it brought. */
export type EventEffect = {
  /** Queries whose other figures have changed with it. */
  readonly stale: readonly QueryKey[];
  /** The same, where each process answers everybody from memory. */
  readonly staleShared: readonly QueryKey[];
  readonly loggedOut: boolean;
};

const PUBLIC_KEYS: readonly QueryKey[] = [homeKeys.overview, citiesKeys.list, roundsKeys.allLatest];
const ORDER_KEYS: readonly QueryKey[] = [roundsKeys.allOrders, roundsKeys.allOrderDetails];
const OWN_KEYS: readonly QueryKey[] = [
  ...ORDER_KEYS,
  assetsKeys.allBalances,
  assetsKeys.allEvents,
  assetsKeys.allLimits,
  assetsKeys.allWithdrawals,
];
/** An order is shown with its round. */
const SHARED_KEYS: readonly QueryKey[] = [...PUBLIC_KEYS, roundsKeys.allOrderDetails];
/** Queries that poll while there are no live events. */
export const POLLED_KEYS: readonly QueryKey[] = [...PUBLIC_KEYS, ...ORDER_KEYS, assetsKeys.allBalances];

const NOTHING: EventEffect = { stale: [], staleShared: [], loggedOut: false };

/**
 * Puts the figures of an event into the queries that show them. Returns what follows from it; an event that this page
 * does not know, or cannot read, changes nothing.
 */
export function applyEvent(client: QueryClient, { name, data }: StreamEvent): EventEffect {
  switch (name) {
    case 'rounds':
      // The beginning of a stream that resumes nothing: whatever happened before is unknown.
      return { ...NOTHING, stale: [disclosureKeys.all], staleShared: PUBLIC_KEYS };
    case 'round-filled':
      putRound(client, data);
      return NOTHING;
    case 'round-opened':
      putRound(client, data);
      // It may be of a plan with other terms, which ask for a new consent.
      return { ...NOTHING, stale: [...ORDER_KEYS, disclosureKeys.all], staleShared: SHARED_KEYS };
    case 'round-changed':
    case 'round-settled':
      putRound(client, data);
      return { ...NOTHING, stale: ORDER_KEYS, staleShared: SHARED_KEYS };
    case 'balances':
      return { ...NOTHING, stale: OWN_KEYS };
    case 'logged-out':
      return { ...NOTHING, loggedOut: true };
    default:
      return NOTHING;
  }
}

/** Puts a round's new figures wherever it is shown. */
function putRound(client: QueryClient, data: string): void {
  const round = readRound(data);
  if (round === null) return;
  const update = <Shown extends { readonly roundId: string }>(shown: Shown): Shown =>
    shown.roundId === round.roundId ? { ...shown, ...figuresOf(round) } : shown;
  client.setQueryData(roundQuery(round.cityId).queryKey, (latest) =>
    latest === undefined || latest.round === null ? latest : { ...latest, round: update(latest.round) },
  );
  client.setQueryData(chosenRoundQuery(round.roundId).queryKey, (chosen) =>
    chosen === undefined || chosen.round === null ? chosen : { ...chosen, round: update(chosen.round) },
  );
  client.setQueryData(homeQuery.queryKey, (home) =>
    home === undefined ? home : { ...home, openRounds: home.openRounds.map(update) },
  );
  client.setQueryData(citiesQuery.queryKey, (known) =>
    known === undefined
      ? known
      : {
          cities: known.cities.map((city) =>
            city.openRound === null ? city : { ...city, openRound: update(city.openRound) },
          ),
        },
  );
}

/** The figures of an event that a round on the screen has too. */
function figuresOf({ state, closesAt, pausedSince, filled, orders, outcome }: LiveRound) {
  return { state, closesAt, pausedSince, filled, orders, outcome };
}

/** Like every reply of the API, its shape is taken on trust. */
function readRound(data: string): LiveRound | null {
  try {
    const round: LiveRound | null = JSON.parse(data);
    return typeof round?.roundId === 'string' ? round : null;
  } catch {
    return null;
  }
}
