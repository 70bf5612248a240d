import { type ItemPage, readPages } from '@city-mint/client/read-pages.ts';

/** A list that is read page by page. Its key contains the filters and the order. */
export type PagedRead<Item> = {
  readonly queryKey: readonly unknown[];
  /** Reads the page after a cursor; the first page without one. */
  readonly read: (
    page: { readonly cursor: string | null; readonly limit: number },
    signal?: AbortSignal,
  ) => Promise<ItemPage<Item>>;
  /** Refresh interval in milliseconds; no refresh without it. */
  readonly refreshMs?: number | undefined;
  /** A value that the items depend on, such as the state of a round: a change refetches them. */
  readonly follows?: string;
};

/** Returns the key under which the pages of a list are cached. */
export function pagesKey({ queryKey }: Pick<PagedRead<unknown>, 'queryKey'>): readonly unknown[] {
  return [...queryKey, 'pages'];
}

type WholeRead<Item> = {
  readonly read: PagedRead<Item>['read'];
  readonly signal: AbortSignal;
  /** Called after each page with the number of items so far. */
  readonly onProgress: (count: number) => void;
};

/** Maximum page size. */
const WHOLE_PAGE = 100;

/** Returns the items of all pages in order. Throws when `signal` is aborted, and any error of a read. */
export async function readAll<Item>({ read, signal, onProgress }: WholeRead<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of readPages((cursor) => read({ cursor, limit: WHOLE_PAGE }, signal))) {
    signal.throwIfAborted();
    items.push(...page.items);
    onProgress(items.length);
  }
  return items;
}
