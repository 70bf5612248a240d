/** Returns a field of an address's search as a text; nothing where it is none. */
export function textOf<const Name extends string>(
  search: Readonly<Record<string, unknown>>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as Record<Name, string>) : {};
}

/** Returns a field of an address's search as UTC milliseconds; nothing where it is none. */
export function timeOf<const Name extends string>(
  search: Readonly<Record<string, unknown>>,
  name: Name,
): Partial<Record<Name, number>> {
  const value = Number(search[name]);
  return search[name] !== undefined && Number.isSafeInteger(value) ? ({ [name]: value } as Record<Name, number>) : {};
}

/** Returns a field of an address's search that is one of some values; nothing where it is none. */
export function choiceOf<const Name extends string, const Value extends string>(
  search: Readonly<Record<string, unknown>>,
  { name, values }: { readonly name: Name; readonly values: readonly Value[] },
): Partial<Record<Name, Value>> {
  const value = values.find((each) => each === search[name]);
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

/** The times between which all rows are. */
const [FIRST, LAST] = [946_684_800_000, 253_402_300_799_999];

/** Returns a span as calls take it: of one that is open the other end is beyond all rows. */
export function spanOf({ from, to }: { readonly from?: number | undefined; readonly to?: number | undefined }) {
  return from === undefined && to === undefined ? {} : { from: from ?? FIRST, to: to ?? LAST };
}
