import type { InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/react-query';

type Cursor = string | null;
type Page = { readonly items: readonly unknown[]; readonly nextCursor: Cursor };
type Item<Read extends Page> = Read['items'][number];

type ReadPage<Read> = (page: { readonly cursor: Cursor; readonly limit: number }, signal: AbortSignal) => Promise<Read>;

/** The first page is small, since a screen waits for it; a list of 5,000 items then takes 50 calls to its end. */
export const FIRST_PAGE = 20;
const LATER_PAGE = 100;

/** Pages on the screen, by how many lists show them. */
const shown = new Map<object, number>();
/** Pages that a refresh has left unread, because no list showed them. */
const unread = new WeakSet<object>();

/** Declares pages as shown, so that a refresh reads them; returns the function that ends it. */
export function showPages(pages: readonly object[]): () => void {
  const add = (page: object, by: number) => {
    const count = (shown.get(page) ?? 0) + by;
    if (count > 0) shown.set(page, count);
    else shown.delete(page);
  };
  for (const page of pages) add(page, 1);
  return () => {
    for (const page of pages) add(page, -1);
  };
}

/** Returns whether the latest refresh left this page unread. */
export const isUnread = (page: object): boolean => unread.has(page);

/** A refresh of a list in progress: its pages before it, and whether its rest is dropped. */
type Refresh<Read> = { readonly old: InfiniteData<Read, Cursor>; isCut: boolean };

/**
 * Returns the query function of a list in pages. A refresh reads the first page and the pages on the screen; it leaves
 * the others, which are read once they are shown. Reading all of them would take as many calls as pages at each change
 * of a balance, and soon meet the rate limit.
 */
export function pageReader<Read extends Page>(read: ReadPage<Read>, keyOf: (item: Item<Read>) => string) {
  // All pages of a fetch have the same signal.
  const refreshes = new WeakMap<AbortSignal, Refresh<Read>>();
  return async ({ client, queryKey, pageParam: cursor, signal }: QueryFunctionContext<QueryKey, Cursor>) => {
    const known = client.getQueryData<InfiniteData<Read, Cursor>>(queryKey);
    if (cursor === null && known !== undefined) refreshes.set(signal, { old: known, isCut: false });
    const refresh = refreshes.get(signal);
    if (refresh === undefined) return read({ cursor, limit: cursor === null ? FIRST_PAGE : LATER_PAGE }, signal);
    const page = refresh.old.pages[refresh.old.pageParams.indexOf(cursor)];
    // An empty page that goes on where it began: the list continues from there when it is scrolled.
    if (refresh.isCut || page === undefined) return emptyPage(refresh.old.pages[0], cursor);
    if (cursor !== null && !shown.has(page)) {
      unread.add(page);
      return page;
    }
    const limit = Math.min(LATER_PAGE, Math.max(FIRST_PAGE, page.items.length));
    const fresh = await read({ cursor, limit }, signal);
    unread.delete(page);
    return joinOld(fresh, refresh, keyOf);
  };
}

function emptyPage<Read extends Page>(like: Read | undefined, nextCursor: Cursor): Read {
  // The other fields of a page, which are those of its first one.
  return { ...like, items: [], nextCursor } as unknown as Read;
}

/** Adds the old items that follow the fresh ones within their old page, so that the next old page follows. */
function joinOld<Read extends Page>(fresh: Read, refresh: Refresh<Read>, keyOf: (item: Item<Read>) => string): Read {
  const last = fresh.items.at(-1);
  if (fresh.nextCursor === null || last === undefined) return fresh;
  const key = keyOf(last);
  for (const { items, nextCursor } of refresh.old.pages) {
    const index = items.findIndex((item) => keyOf(item) === key);
    if (index >= 0) return { ...fresh, items: [...fresh.items, ...items.slice(index + 1)], nextCursor };
  }
  // More new items than a page: what follows them is read again when it is scrolled to.
  refresh.isCut = true;
  return fresh;
}
