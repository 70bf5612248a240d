import { searchOf } from '#platform/search.ts';

export const WITHDRAWAL_STATES = ['requested', 'approved', 'signed', 'completed', 'returned'] as const;
const SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const;

/** Reads what the address of the room says: filters and sorting of the list, and the withdrawal that is open. */
export const parseWithdrawalsSearch = searchOf(['account', 'minimum', 'maximum', 'open'], ['from', 'to'], {
  state: WITHDRAWAL_STATES,
  currency: ['JU', 'FMC'],
  sort: SORTS,
});
export type WithdrawalsSearch = ReturnType<typeof parseWithdrawalsSearch>;

/** What the list of withdrawals is filtered and sorted by. */
export type WithdrawalFilters = Omit<WithdrawalsSearch, 'open'>;
