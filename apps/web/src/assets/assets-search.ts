import { parseRangeSearch, type RangeSearch } from '#platform/time-range.ts';

export const CURRENCIES = ['JU', 'FMC'] as const;
export type Currency = (typeof CURRENCIES)[number];
export type EventKind = 'recharge' | 'withdrawal';

export type AssetsSearch = { readonly tab?: 'chain' };
export type CurrencySearch = { readonly currency?: Currency };
export type DepositSearch = CurrencySearch & {
  /** The screen that sent the reader to recharge: a path of the page, with its state. */
  readonly back?: string;
};
export type WithdrawSearch = CurrencySearch & {
  /** The withdrawal to show. */
  readonly id?: string;
};
export type RecordSearch = RangeSearch & { readonly kind?: EventKind };
export type RecordDetailSearch = { readonly id?: string };

type Raw = Record<string, unknown>;

/** The tab of the assets screen, read from its address. */
export function parseAssetsSearch(search: Raw): AssetsSearch {
  return search['tab'] === 'chain' ? { tab: 'chain' } : {};
}

/** The currency in the address; none if it is not one of ours. */
export function parseCurrencySearch({ currency }: Raw): CurrencySearch {
  return currency === 'JU' || currency === 'FMC' ? { currency } : {};
}

/** The currency, and the way back to the page's own screen that sent the reader; any other address is dropped. */
export function parseDepositSearch(search: Raw): DepositSearch {
  const back = textOf(search['back'], OWN_SCREEN);
  return { ...parseCurrencySearch(search), ...(back === null ? {} : { back }) };
}

/** One path segment of letters and a plain query: neither a scheme nor a host fits in. */
const OWN_SCREEN = /^\/[a-zA-Z_-]{1,40}(\?[\w=&%.+-]{0,200})?$/;

/** The currency and withdrawal in the address; what is malformed is dropped. */
export function parseWithdrawSearch(search: Raw): WithdrawSearch {
  const id = textOf(search['id'], /^[1-9]\d{0,18}$/);
  return { ...parseCurrencySearch(search), ...(id === null ? {} : { id }) };
}

/** The filter of the record list in the address; what is malformed is dropped. */
export function parseRecordSearch(search: Raw): RecordSearch {
  const kind = search['kind'];
  return { ...(kind === 'recharge' || kind === 'withdrawal' ? { kind } : {}), ...parseRangeSearch(search) };
}

/** The id of the record in the address; none if it is malformed. */
export function parseRecordDetailSearch(search: Raw): RecordDetailSearch {
  const id = textOf(search['id'], /^[dpw]-[0-9a-z-]{1,90}$/);
  return id === null ? {} : { id };
}

function textOf(value: unknown, pattern: RegExp): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : null;
}
