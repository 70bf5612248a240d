import { searchOf } from '#platform/search.ts';

/** The states of a plan. */
export const PLAN_STATES = ['running', 'ending', 'ended', 'failed', 'cancelled', 'revoked'] as const;

/** Parses the search parameters of the list of plans; times are of publication. */
export const parsePlansSearch = searchOf(['city'], ['from', 'to'], { state: PLAN_STATES });
export type PlansSearch = ReturnType<typeof parsePlansSearch>;
