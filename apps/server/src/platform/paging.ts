/** A list position from callers: null or undefined for the beginning. */
type Cursor = string | null | undefined;

/** Encodes the sort key of a list's items as the integers of a cursor, and decodes it. */
export type KeyFormat<Key> = {
  readonly toNumbers: (key: Key) => readonly (number | bigint)[];
  /** Returns undefined for numbers that no item of the list has. */
  readonly fromNumbers: (numbers: readonly bigint[]) => Key | undefined;
};

/** The last microsecond that has a date. */
const LATEST_US = 253_402_300_799_999_999n;

/** Lists sorted by id. */
export const ID_KEY: KeyFormat<bigint> = {
  toNumbers: (id) => [id],
  fromNumbers: ([id, ...more]) => (more.length === 0 ? id : undefined),
};

const DAY_US = 86_400_000_000n;

/** Lists sorted by UTC day, counted from 1970-01-01. */
export const DAY_KEY: KeyFormat<bigint> = {
  toNumbers: (day) => [day],
  fromNumbers: ([day, ...more]) => (day === undefined || day > LATEST_US / DAY_US || more.length > 0 ? undefined : day),
};

/**
 * Sort key of lists that are merged from several tables: UTC microseconds, a code of the kind (one digit), and the id
 * within its kind.
 */
export type TimelineKey = { readonly atUs: bigint; readonly code: bigint; readonly id: bigint };

/** Lists sorted by `TimelineKey`. */
export const TIMELINE_KEY: KeyFormat<TimelineKey> = {
  toNumbers: ({ atUs, code, id }) => [atUs, code, id],
  fromNumbers: ([atUs, code, id, ...more]) => {
    if (atUs === undefined || code === undefined || id === undefined || more.length > 0) return undefined;
    return atUs > LATEST_US || code > 9n ? undefined : { atUs, code, id };
  },
};

/** Sort key of lists sorted by an integer of up to 78 digits, and by id within one number. */
export type NumberKey = { readonly number: bigint; readonly id: bigint };

/** The size of each part of a number in a cursor, and the number of parts. */
const PART = 10n ** 18n;
const PART_COUNT = 5;

/** Lists sorted by `NumberKey`: the number is written in parts, since a number in a cursor has at most 18 digits. */
export const NUMBER_KEY: KeyFormat<NumberKey> = {
  toNumbers: ({ number, id }) => [
    ...Array.from({ length: PART_COUNT }, (_part, index) => (number / PART ** BigInt(PART_COUNT - 1 - index)) % PART),
    id,
  ],
  fromNumbers(numbers) {
    const id = numbers[PART_COUNT];
    if (id === undefined || numbers.length > PART_COUNT + 1) return undefined;
    const number = numbers.slice(0, PART_COUNT).reduce((sum, part) => sum * PART + part, 0n);
    return number < 10n ** 78n ? { number, id } : undefined;
  },
};

/** Lists sorted by a time (a `NumberKey` in milliseconds). */
export const TIME_KEY: KeyFormat<NumberKey> = {
  toNumbers: NUMBER_KEY.toNumbers,
  fromNumbers(numbers) {
    const key = NUMBER_KEY.fromNumbers(numbers);
    return key === undefined || key.number > LATEST_US / 1_000n ? undefined : key;
  },
};

export const BAD_CURSOR = { refusal: 'cursor-format', details: { field: 'cursor' } } as const;

export type Page<Item> = { readonly items: Item[]; readonly nextCursor: string | null };

/**
 * Returns one page of a list (keyset paging), or the refusal of a cursor that does not belong to this list. `read` gets
 * the key of the last item shown (null at the beginning) and the number of items to read: one more than the page size,
 * to detect a next page.
 */
export async function readPage<Key, Item>(
  { cursor, limit }: { readonly cursor: Cursor; readonly limit: number },
  list: {
    readonly format: KeyFormat<Key>;
    readonly read: (page: { readonly after: Key | null; readonly limit: number }) => Promise<readonly Item[]>;
    readonly keyOf: (item: Item) => Key;
  },
): Promise<Page<Item> | typeof BAD_CURSOR> {
  const after = parseCursor(cursor, list.format);
  if (after === undefined) return BAD_CURSOR;
  const found = await list.read({ after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : formatCursor(list.keyOf(last), list.format) };
}

/**
 * Returns one page of a list with the highest id, or day (`DAY_KEY`), first; like `readPage`, where `before` is the
 * last one shown.
 */
export function readPageById<Item>(
  request: { readonly cursor: Cursor; readonly limit: number },
  list: {
    readonly read: (page: { readonly before: bigint | null; readonly limit: number }) => Promise<readonly Item[]>;
    readonly idOf: (item: Item) => bigint;
    readonly format?: KeyFormat<bigint>;
  },
): Promise<Page<Item> | typeof BAD_CURSOR> {
  return readPage(request, {
    format: list.format ?? ID_KEY,
    read: ({ after, limit }) => list.read({ before: after, limit }),
    keyOf: list.idOf,
  });
}

/**
 * Returns the key after which a page begins: null for the beginning, undefined for a cursor that does not belong to
 * this list.
 */
export function parseCursor<Key>(cursor: Cursor, { fromNumbers }: KeyFormat<Key>): Key | null | undefined {
  if (cursor == null) return null;
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  return parts.every((part) => /^\d{1,18}$/.test(part)) ? fromNumbers(parts.map(BigInt)) : undefined;
}

/** Returns the cursor of a key: opaque to callers, of URL-safe characters. */
export function formatCursor<Key>(key: Key, { toNumbers }: KeyFormat<Key>): string {
  return Buffer.from(toNumbers(key).join('.')).toString('base64url');
}
