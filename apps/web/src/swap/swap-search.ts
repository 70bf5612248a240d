import type { Currency } from '#assets/assets-search.ts';

export type SwapSearch = {
  /** The currency to sell; FMC when the address names none. */
  readonly sell?: Currency;
  readonly tab?: 'log';
};
export type SwapDetailSearch = { readonly id?: string };

type Raw = Readonly<Record<string, unknown>>;

/** The direction and the tab of the swap screen, read from its address. */
export function parseSwapSearch({ sell, tab }: Raw): SwapSearch {
  return { ...(sell === 'JU' || sell === 'FMC' ? { sell } : {}), ...(tab === 'log' ? { tab } : {}) };
}

/** The id of the swap in the address; none if it is malformed. */
export function parseSwapDetailSearch({ id }: Raw): SwapDetailSearch {
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) ? { id: text } : {};
}
