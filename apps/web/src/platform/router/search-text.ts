/** The values of a URL's query string. */
export type RawSearch = Readonly<Record<string, string | number>>;

/**
 * Returns the values of a query string by name, the last of each. A whole number that JavaScript represents exactly
 * becomes a number, everything else a text: ids have up to 19 digits.
 */
export function parseSearch(text: string): RawSearch {
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, textOrNumber(value)]));
}

function textOrNumber(text: string): string | number {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}

/** Returns values as a query string with its question mark, without undefined ones; empty for none. */
export function searchText(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
