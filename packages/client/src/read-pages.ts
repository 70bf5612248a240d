/** One page of a list, as paged calls answer. */
export type ItemPage<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** Reads each page of a list, the first with a null cursor. Throws what `read` throws. */
export async function* readPages<Page extends { readonly nextCursor: string | null }>(
  read: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: Page = await read(cursor);
    yield page;
    cursor = page.nextCursor;
  }
}
