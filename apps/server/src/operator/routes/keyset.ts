import { decodeCursor, encodeCursor } from '#platform/cursor.ts';

/** The id that a list's cursor stands for: null at its beginning, undefined for a cursor that it did not give. */
export function idOfCursor(cursor: string | null | undefined): bigint | null | undefined {
  return cursor == null ? null : decodeCursor(cursor, 1)?.[0];
}

/** One page out of up to `limit + 1` items that were read. */
export function pageOfIds<Item>(
  items: readonly Item[],
  { limit, idOf }: { readonly limit: number; readonly idOf: (item: Item) => bigint | string },
): { items: Item[]; nextCursor: string | null } {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown,
    nextCursor: items.length > limit && last !== undefined ? encodeCursor([idOf(last).toString()]) : null,
  };
}
