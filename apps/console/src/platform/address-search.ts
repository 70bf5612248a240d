/** Reads single fields of an address's search; what is not of the wanted kind is left out. */
export type SearchReader = {
  readonly text: (name: string) => Record<string, string>;
  /** A time in UTC milliseconds. */
  readonly time: (name: string) => Record<string, number>;
  readonly choice: <Value extends string>(name: string, values: readonly Value[]) => Record<string, Value>;
};

/** Returns what reads the fields of a search as the router parsed it. */
export function searchReader(search: Readonly<Record<string, unknown>>): SearchReader {
  const textOf = (name: string) => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? text : undefined;
  };
  return {
    text(name) {
      const value = textOf(name);
      return value === undefined ? {} : { [name]: value };
    },
    time(name) {
      const value = Number(search[name]);
      return search[name] !== undefined && Number.isSafeInteger(value) ? { [name]: value } : {};
    },
    choice(name, values) {
      const value = values.find((candidate) => candidate === textOf(name));
      return value === undefined ? {} : { [name]: value };
    },
  };
}

/** The times between which everything is: a range of the API has two ends. */
const [FIRST, LAST] = [946_684_800_000, 253_402_300_799_999];

/** Returns both ends of a range of which one may be open; neither where both are. */
export function timeRange({ from, to }: { readonly from?: number | undefined; readonly to?: number | undefined }): {
  readonly from?: number;
  readonly to?: number;
} {
  return from === undefined && to === undefined ? {} : { from: from ?? FIRST, to: to ?? LAST };
}
