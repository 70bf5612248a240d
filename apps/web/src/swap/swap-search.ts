import type { Currency } from '#assets/assets-search.ts';

export type SwapSearch = {
  /** The currency to sell; FMC by default. */
  readonly sell?: Currency;
  readonly tab?: 'log';
};
export type SwapDetailSearch = { readonly id?: string };

type Raw = Readonly<Record<string, unknown>>;

/** Returns the direction and the tab of the swap screen from its URL. */
export function parseSwapSearch({ sell, tab }: Raw): SwapSearch {
  return { ...(sell === 'JU' || sell === 'FMC' ? { sell } : {}), ...(tab === 'log' ? { tab } : {}) };
}

/** Returns the id of the swap from the URL, if it is well-formed. */
export function parseSwapDetailSearch({ id }: Raw): SwapDetailSearch {
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) ? { id: text } : {};
}
