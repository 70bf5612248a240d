import { STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { ORDER_STATES } from '@city-mint/domain/rounds/order-state';
import { choiceOf, textOf } from '#platform/search-fields.ts';
import { parseWithdrawalsSearch, type WithdrawalFilters } from '#withdrawals/withdrawals-search.ts';

/** What is looked for: the beginning of an address, or anything else that names a participant. */
export type ParticipantsSearch = { readonly find?: string | undefined };

/** Returns the search of the room's address; what is none of it is left out. */
export function parseParticipantsSearch(search: Readonly<Record<string, unknown>>): ParticipantsSearch {
  return textOf(search, 'find');
}

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

/** Fees and losses go from round to system: no account of a participant is in them. */
export const PARTICIPANT_TRANSFER_KINDS = STATEMENT_KINDS.filter((kind) => kind !== 'mint-fee' && kind !== 'loss');
const ACCOUNTS = ['available', 'withdrawing'] as const;
const DIRECTS_ORDERS = ['newest', 'performance'] as const;

/** What the address of a participant's page says: the tab, and the filters of its list. */
export type ParticipantSearch = Omit<WithdrawalFilters, 'state' | 'account'> & {
  readonly tab?: ParticipantTab | undefined;
  readonly orderState?: (typeof ORDER_STATES)[number] | undefined;
  readonly withdrawalState?: WithdrawalFilters['state'];
  readonly city?: string | undefined;
  readonly kind?: (typeof PARTICIPANT_TRANSFER_KINDS)[number] | undefined;
  readonly ledgerAccount?: (typeof ACCOUNTS)[number] | undefined;
  readonly order?: (typeof DIRECTS_ORDERS)[number] | undefined;
  /** The withdrawal or the transfer that is open. */
  readonly open?: string | undefined;
};

/** Returns the search of an address; what is none of it is left out. */
export function parseParticipantSearch(search: Readonly<Record<string, unknown>>): ParticipantSearch {
  const { state: _state, account: _account, ...shared } = parseWithdrawalsSearch(search);
  const { state: withdrawalState } = parseWithdrawalsSearch({ state: search['withdrawalState'] });
  return {
    ...shared,
    ...(withdrawalState === undefined ? {} : { withdrawalState }),
    ...choiceOf(search, { name: 'tab', values: PARTICIPANT_TABS }),
    ...choiceOf(search, { name: 'orderState', values: ORDER_STATES }),
    ...choiceOf(search, { name: 'kind', values: PARTICIPANT_TRANSFER_KINDS }),
    ...choiceOf(search, { name: 'ledgerAccount', values: ACCOUNTS }),
    ...choiceOf(search, { name: 'order', values: DIRECTS_ORDERS }),
    ...textOf(search, 'city'),
  };
}

/** What a text in the search field is: the beginning of an address, something else that has a name, or neither. */
export function kindOfText(text: string): 'prefix' | 'name' | null {
  if (/^0x[0-9a-fA-F]{0,40}$/.test(text)) return 'prefix';
  return /^(0x[0-9a-fA-F]{64}|[0-9]{1,19})$/.test(text) ? 'name' : null;
}
