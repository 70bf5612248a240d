import { searchOf } from '#platform/search.ts';

/** Reads what the address of the room says: filters of roots and of trees. */
export const parseJournalSearch = searchOf(['kind', 'state', 'currency']);
