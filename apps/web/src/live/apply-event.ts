import type { QueryKey } from '@tanstack/react-query';
import { assetsKeys } from '#assets/assets-queries.ts';
import type { StreamEvent } from '#platform/event-stream.ts';
import { publicStateKeys } from '#public-state/public-state-queries.ts';
import { citiesKeys } from '#rounds/cities-queries.ts';
import { roundsKeys } from '#rounds/rounds-queries.ts';
import { disclosureKeys } from '#session/disclosure-queries.ts';
import type { LiveRound, RoundFigures } from './round-figures.ts';

/** The effects of an event besides the figures that it contains. */
export type EventEffect = {
  /** Queries whose other figures the event changed. */
  readonly stale: readonly QueryKey[];
  /** The same, for queries that each API process answers from a cache. */
  readonly staleShared: readonly QueryKey[];
  readonly loggedOut: boolean;
};

const PUBLIC_KEYS: readonly QueryKey[] = [publicStateKeys.overview, citiesKeys.list, roundsKeys.allLatest];
const ORDER_KEYS: readonly QueryKey[] = [roundsKeys.allOrders, roundsKeys.allOrderDetails];
const OWN_KEYS: readonly QueryKey[] = [
  ...ORDER_KEYS,
  assetsKeys.allBalances,
  assetsKeys.allEvents,
  assetsKeys.allLimits,
  assetsKeys.allWithdrawals,
];
/** An order's reply includes its round. */
const SHARED_KEYS: readonly QueryKey[] = [...PUBLIC_KEYS, roundsKeys.allOrderDetails];
/** Queries that poll while there are no live events. */
export const POLLED_KEYS: readonly QueryKey[] = [...PUBLIC_KEYS, ...ORDER_KEYS, assetsKeys.allBalances];

const NOTHING: EventEffect = { stale: [], staleShared: [], loggedOut: false };

/**
 * Adds the figures of an event to the latest ones. Returns its other effects; an unknown or malformed event changes
 * nothing.
 */
export function applyEvent(figures: RoundFigures, { name, data }: StreamEvent): EventEffect {
  switch (name) {
    case 'rounds':
      // The start of a stream that resumes nothing: earlier events are unknown.
      return { ...NOTHING, stale: [disclosureKeys.all], staleShared: PUBLIC_KEYS };
    case 'round-filled':
      putRound(figures, data);
      return NOTHING;
    case 'round-opened':
      putRound(figures, data);
      // The round may belong to a plan with other terms, which need a new consent.
      return { ...NOTHING, stale: [...ORDER_KEYS, disclosureKeys.all], staleShared: SHARED_KEYS };
    case 'round-changed':
    case 'round-settled':
      putRound(figures, data);
      return { ...NOTHING, stale: ORDER_KEYS, staleShared: SHARED_KEYS };
    case 'balances':
      return { ...NOTHING, stale: OWN_KEYS };
    case 'logged-out':
      return { ...NOTHING, loggedOut: true };
    default:
      return NOTHING;
  }
}

function putRound(figures: RoundFigures, data: string): void {
  const round = readRound(data);
  if (round !== null) figures.put(round);
}

/** Like the shape of every API reply, it is not validated. */
function readRound(data: string): LiveRound | null {
  try {
    const round: LiveRound | null = JSON.parse(data);
    return typeof round?.roundId === 'string' ? round : null;
  } catch {
    return null;
  }
}
