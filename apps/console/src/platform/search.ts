/** Search parameters with a fixed set of values, by name. */
type ChoicesOf = Readonly<Record<string, readonly string[]>>;

/** Search parameters of a room: its filters by name; times in UTC milliseconds. */
export type SearchOf<
  Texts extends string,
  Numbers extends string = never,
  Choices extends ChoicesOf = Record<never, never>,
> = {
  readonly [Name in Texts]?: string | undefined;
} & { readonly [Name in Numbers]?: number | undefined } & {
  readonly [Name in keyof Choices]?: Choices[Name][number] | undefined;
};

/**
 * Returns what reads the search of an address: texts, whole numbers, and choices of the values that are given for each.
 * Other names and other values are left out.
 */
export function searchOf<
  const Texts extends string = never,
  const Numbers extends string = never,
  const Choices extends ChoicesOf = Record<never, never>,
>(
  texts: readonly Texts[],
  numbers: readonly Numbers[] = [],
  choices?: Choices,
): (search: Readonly<Record<string, unknown>>) => SearchOf<Texts, Numbers, Choices> {
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
    for (const [name, values] of Object.entries(choices ?? {})) {
      const value = values.find((each) => each === search[name]);
      if (value !== undefined) found[name] = value;
    }
    // Each name is from one of the three lists, and its value has that list's type.
    return found as SearchOf<Texts, Numbers, Choices>;
  };
}

/** Lower and upper bound of all rows' times. */
const [FIRST, LAST] = [946_684_800_000, 253_402_300_799_999];

/** Returns a period for a call: an open end becomes the bound of all rows. */
export function spanOf({ from, to }: { readonly from?: number | undefined; readonly to?: number | undefined }) {
  return from === undefined && to === undefined ? {} : { from: from ?? FIRST, to: to ?? LAST };
}
