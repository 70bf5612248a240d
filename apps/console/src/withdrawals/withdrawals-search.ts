import { choiceOf, textOf, timeOf } from '#platform/search-fields.ts';

export const WITHDRAWAL_STATES = ['requested', 'approved', 'signed', 'completed', 'returned'] as const;
const SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const;

/** What the list of withdrawals is filtered and sorted by. */
export type WithdrawalFilters = {
  readonly state?: (typeof WITHDRAWAL_STATES)[number] | undefined;
  readonly currency?: 'JU' | 'FMC' | undefined;
  readonly account?: string | undefined;
  readonly minimum?: string | undefined;
  readonly maximum?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly sort?: (typeof SORTS)[number] | undefined;
};

/** What the address of the room says: its filters, and the withdrawal that is open. */
export type WithdrawalsSearch = WithdrawalFilters & { readonly open?: string | undefined };

/** Returns the search of an address; what is none of it is left out. */
export function parseWithdrawalsSearch(search: Readonly<Record<string, unknown>>): WithdrawalsSearch {
  return {
    ...{
      ...choiceOf(search, { name: 'state', values: WITHDRAWAL_STATES }),
      ...choiceOf(search, { name: 'currency', values: ['JU', 'FMC'] }),
      ...choiceOf(search, { name: 'sort', values: SORTS }),
    },
    ...{
      ...textOf(search, 'account'),
      ...textOf(search, 'minimum'),
      ...textOf(search, 'maximum'),
      ...textOf(search, 'open'),
      ...timeOf(search, 'from'),
      ...timeOf(search, 'to'),
    },
  };
}
