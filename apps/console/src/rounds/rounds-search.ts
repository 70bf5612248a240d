import { ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import { choiceOf, textOf, timeOf } from '#platform/search-fields.ts';

/** What the address of the rooms of rounds says: the filters of the list. */
export type RoundsSearch = {
  readonly city?: string | undefined;
  readonly state?: RoundState | undefined;
  /** Openings, UTC milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Returns the search of an address; what is none of it is left out. */
export function parseRoundsSearch(search: Readonly<Record<string, unknown>>): RoundsSearch {
  return {
    ...textOf(search, 'city'),
    ...choiceOf(search, { name: 'state', values: ROUND_STATES }),
    ...timeOf(search, 'from'),
    ...timeOf(search, 'to'),
  };
}

export const JOIN_WAYS = ['auto-mint', 'by-hand'] as const;
export type JoinWay = (typeof JOIN_WAYS)[number];

/** Returns the search of a round's address: which of its orders are listed. */
export function parseRoundSearch(search: Readonly<Record<string, unknown>>): { readonly way?: JoinWay | undefined } {
  return choiceOf(search, { name: 'way', values: JOIN_WAYS });
}
