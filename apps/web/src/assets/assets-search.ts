import { parseRangeSearch, type RangeSearch } from '#platform/time-range.ts';

export const CURRENCIES = ['JU', 'FMC'] as const;
export type Currency = (typeof CURRENCIES)[number];
export type EventKind = 'recharge' | 'withdrawal';

export type AssetsSearch = { readonly tab?: 'chain' };
export type CurrencySearch = { readonly currency?: Currency };
export type DepositSearch = CurrencySearch & {
  /** The screen that sent the user to recharge: a path of the page, with its state. */
  readonly back?: string;
  /** The amount to begin with, which that screen lacks. */
  readonly amount?: string;
};
export type WithdrawSearch = CurrencySearch & {
  /** The withdrawal to show. */
  readonly id?: string;
};
export type RecordSearch = RangeSearch & { readonly kind?: EventKind };
export type RecordDetailSearch = { readonly id?: string };

type Raw = Record<string, unknown>;

/** Returns the tab of the assets screen from its URL. */
export function parseAssetsSearch(search: Raw): AssetsSearch {
  return search['tab'] === 'chain' ? { tab: 'chain' } : {};
}

/** Returns the currency in the URL, if it is one of ours. */
export function parseCurrencySearch({ currency }: Raw): CurrencySearch {
  return currency === 'JU' || currency === 'FMC' ? { currency } : {};
}

/** Returns the currency, the amount, and the page's own screen to return to; drops any other address. */
export function parseDepositSearch(search: Raw): DepositSearch {
  const back = textOf(search['back'], OWN_SCREEN);
  const amount = textOf(search['amount'], /^\d{1,30}(\.\d{1,18})?$/);
  return {
    ...parseCurrencySearch(search),
    ...(back === null ? {} : { back }),
    ...(amount === null ? {} : { amount }),
  };
}

/** One path segment of letters and a plain query: it cannot contain a scheme or a host. */
const OWN_SCREEN = /^\/[a-zA-Z_-]{1,40}(\?[\w=&%.+-]{0,200})?$/;

/** Returns the currency and withdrawal id from the URL; drops malformed values. */
export function parseWithdrawSearch(search: Raw): WithdrawSearch {
  const id = textOf(search['id'], /^[1-9]\d{0,18}$/);
  return { ...parseCurrencySearch(search), ...(id === null ? {} : { id }) };
}

/** Returns the filter of the record list from the URL; drops malformed values. */
export function parseRecordSearch(search: Raw): RecordSearch {
  const kind = search['kind'];
  return { ...(kind === 'recharge' || kind === 'withdrawal' ? { kind } : {}), ...parseRangeSearch(search) };
}

/** Returns the id of the record from the URL, if it is well-formed. */
export function parseRecordDetailSearch(search: Raw): RecordDetailSearch {
  const id = textOf(search['id'], /^[dpw]-[0-9a-z-]{1,90}$/);
  return id === null ? {} : { id };
}

function textOf(value: unknown, pattern: RegExp): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : null;
}
