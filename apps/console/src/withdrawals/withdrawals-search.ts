import { searchOf } from '#platform/search.ts';

export const WITHDRAWAL_STATES = ['requested', 'approved', 'signed', 'completed', 'returned'] as const;
const SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const;

/** Parses the search parameters of the room: filters and sorting of the list, and the open withdrawal. */
export const parseWithdrawalsSearch = searchOf(['account', 'minimum', 'maximum', 'open'], ['from', 'to'], {
  state: WITHDRAWAL_STATES,
  currency: ['JU', 'FMC'],
  sort: SORTS,
});
export type WithdrawalsSearch = ReturnType<typeof parseWithdrawalsSearch>;

/** Filters and sorting of the list of withdrawals. */
export type WithdrawalFilters = Omit<WithdrawalsSearch, 'open'>;
