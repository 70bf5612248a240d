import { searchOf } from '#platform/search.ts';

/** Parses the search parameters of the room: filters of its lists. */
export const parseRewardsSearch = searchOf(['pool', 'of', 'member', 'state', 'owner', 'uid']);
export type RewardsSearch = ReturnType<typeof parseRewardsSearch>;
