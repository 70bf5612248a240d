import { STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { ORDER_STATES } from '@city-mint/domain/rounds/order-state';
import { searchOf } from '#platform/search.ts';
import {
  parseWithdrawalsSearch,
  type WithdrawalFilters,
  type WithdrawalsSearch,
} from '#withdrawals/withdrawals-search.ts';

/** Parses the search text: the beginning of an address, or another id that belongs to a participant. */
export const parseParticipantsSearch = searchOf(['find']);

export const PARTICIPANT_TABS = [
  'overview',
  'orders',
  'transfers',
  'team',
  'withdrawals',
  'recharges',
  'machines',
  'sessions',
] as const;
export type ParticipantTab = (typeof PARTICIPANT_TABS)[number];

/** Fees and losses go from rounds to the system, so no participant's account is involved. */
export const PARTICIPANT_TRANSFER_KINDS = STATEMENT_KINDS.filter((kind) => kind !== 'mint-fee' && kind !== 'loss');
const ACCOUNTS = ['available', 'withdrawing'] as const;
const DIRECTS_ORDERS = ['newest', 'performance'] as const;

/** Parses the search parameters of a participant's page: the tab, and the filters of its list. */
const parseOwn = searchOf(['city'], [], {
  tab: PARTICIPANT_TABS,
  orderState: ORDER_STATES,
  kind: PARTICIPANT_TRANSFER_KINDS,
  ledgerAccount: ACCOUNTS,
  order: DIRECTS_ORDERS,
});

/** Search parameters of a participant's page; `open` is the open withdrawal or transfer. */
export type ParticipantSearch = Omit<WithdrawalsSearch, 'state' | 'account'> &
  ReturnType<typeof parseOwn> & { readonly withdrawalState?: WithdrawalFilters['state'] };

/** Returns the valid search parameters of an address, without the others. */
export function parseParticipantSearch(search: Readonly<Record<string, unknown>>): ParticipantSearch {
  const { state: _state, account: _account, ...shared } = parseWithdrawalsSearch(search);
  const { state: withdrawalState } = parseWithdrawalsSearch({ state: search['withdrawalState'] });
  return { ...shared, ...(withdrawalState === undefined ? {} : { withdrawalState }), ...parseOwn(search) };
}

/** Returns the kind of a search text: the beginning of an address, another id, or null for neither. */
export function kindOfText(text: string): 'prefix' | 'name' | null {
  if (/^0[xX][0-9a-fA-F]{0,40}$/.test(text)) return 'prefix';
  return /^(0x[0-9a-fA-F]{64}|[0-9]{1,19})$/.test(text) ? 'name' : null;
}
