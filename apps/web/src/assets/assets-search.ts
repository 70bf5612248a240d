export type Currency = 'JU' | 'FMC';
export type EventKind = 'recharge' | 'withdrawal';

export type AssetsSearch = { readonly tab?: 'chain' };
export type CurrencySearch = { readonly currency?: Currency };
export type WithdrawSearch = CurrencySearch & {
  /** The withdrawal that is being followed. */
  readonly id?: string;
};
export type RecordSearch = { readonly kind?: EventKind; readonly from?: number; readonly to?: number };
export type RecordDetailSearch = { readonly id?: string };

type Raw = Record<string, unknown>;

/** Which assets: those in the system, or those on chain. */
export function parseAssetsSearch(search: Raw): AssetsSearch {
  return search['tab'] === 'chain' ? { tab: 'chain' } : {};
}

export function parseCurrencySearch({ currency }: Raw): CurrencySearch {
  return currency === 'JU' || currency === 'FMC' ? { currency } : {};
}

export function parseWithdrawSearch(search: Raw): WithdrawSearch {
  const id = textOf(search['id'], /^[1-9]\d{0,18}$/);
  return { ...parseCurrencySearch(search), ...(id === null ? {} : { id }) };
}

/** The filter of the record list; a range of times that is not whole and in order is none. */
export function parseRecordSearch(search: Raw): RecordSearch {
  const kind = search['kind'];
  const from = timeOf(search['from']);
  const to = timeOf(search['to']);
  return {
    ...(kind === 'recharge' || kind === 'withdrawal' ? { kind } : {}),
    ...(from !== null && to !== null && from < to ? { from, to } : {}),
  };
}

export function parseRecordDetailSearch(search: Raw): RecordDetailSearch {
  const id = textOf(search['id'], /^[dpw]-[0-9a-z-]{1,90}$/);
  return id === null ? {} : { id };
}

function textOf(value: unknown, pattern: RegExp): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : null;
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Number(value) : value;
  return typeof time === 'number' && Number.isSafeInteger(time) && time >= 946_684_800_000 ? time : null;
}
