import { choiceOf, textOf, timeOf } from '#platform/search-fields.ts';

/** The states of a plan. */
export const PLAN_STATES = ['running', 'ending', 'ended', 'failed', 'cancelled', 'revoked'] as const;

/** What the address of the room of plans says: the filters of the list. */
export type PlansSearch = {
  readonly city?: string | undefined;
  readonly state?: (typeof PLAN_STATES)[number] | undefined;
  /** Publication, UTC milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Returns the search of an address; what is none of it is left out. */
export function parsePlansSearch(search: Readonly<Record<string, unknown>>): PlansSearch {
  return {
    ...textOf(search, 'city'),
    ...choiceOf(search, { name: 'state', values: PLAN_STATES }),
    ...timeOf(search, 'from'),
    ...timeOf(search, 'to'),
  };
}
