/** What an address says of a room: its filters, by name; times in UTC milliseconds. */
export type SearchOf<Texts extends string, Numbers extends string = never> = {
  readonly [Name in Texts]?: string | undefined;
} & { readonly [Name in Numbers]?: number | undefined };

/** Returns what reads the search of an address; what is none of these names, or no text or number, is left out. */
export function searchOf<const Texts extends string, const Numbers extends string = never>(
  texts: readonly Texts[],
  numbers: readonly Numbers[] = [],
): (search: Readonly<Record<string, unknown>>) => SearchOf<Texts, Numbers> {
  return (search) => {
    const found: Record<string, string | number> = {};
    for (const name of texts) {
      const value = search[name];
      if ((typeof value === 'string' && value !== '') || typeof value === 'number') found[name] = String(value);
    }
    for (const name of numbers) {
      const value = Number(search[name]);
      if (search[name] !== undefined && Number.isSafeInteger(value)) found[name] = value;
    }
    // Only names of the two lists were set, each with a value of its kind.
    return found as SearchOf<Texts, Numbers>;
  };
}
