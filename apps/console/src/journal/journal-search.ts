import { searchOf } from '#platform/search.ts';

/** Parses the search parameters of the room: filters of roots and of trees. */
export const parseJournalSearch = searchOf(['kind', 'state', 'currency']);
