import { searchOf } from '#platform/search.ts';

/** Reads what the address of the room says: filters of its lists. */
export const parseRewardsSearch = searchOf(['pool', 'of', 'member', 'state', 'owner', 'uid']);
export type RewardsSearch = ReturnType<typeof parseRewardsSearch>;
