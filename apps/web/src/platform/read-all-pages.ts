type ItemPage<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

type Reading<Item> = {
  /** Reads the page of a cursor, without one the first. */
  readonly read: (cursor: string | undefined) => Promise<ItemPage<Item>>;
  readonly most: number;
  /** Called with the number of items read so far. */
  readonly onProgress?: (count: number) => void;
};

/** Returns the items of all pages in their order; null where there are more than `most`. */
export async function readAllPages<Item>({ read, most, onProgress }: Reading<Item>): Promise<Item[] | null> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: ItemPage<Item> = await read(cursor);
    items.push(...page.items);
    if (items.length > most) return null;
    onProgress?.(items.length);
    cursor = page.nextCursor;
  }
  return items;
}
