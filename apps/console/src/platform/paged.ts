import { type ItemPage, readPages } from '@city-mint/client/read-pages.ts';

/** A list that is read page by page, with its filters and its order in the key. */
export type PagedRead<Item> = {
  readonly queryKey: readonly unknown[];
  /** Reads the page after a cursor, without one the first. */
  readonly read: (
    page: { readonly cursor: string | null; readonly limit: number },
    signal?: AbortSignal,
  ) => Promise<ItemPage<Item>>;
  /** Milliseconds after which what is shown is read again; not by itself without them. */
  readonly refreshMs?: number | undefined;
  /** What the items follow, such as the state of a round: when it changes, they are read again. */
  readonly follows?: string;
};

/** Returns the key under which the pages of a list are cached. */
export function pagesKey({ queryKey }: Pick<PagedRead<unknown>, 'queryKey'>): readonly unknown[] {
  return [...queryKey, 'pages'];
}

type WholeRead<Item> = {
  readonly read: PagedRead<Item>['read'];
  readonly signal: AbortSignal;
  /** Called after each page with how many items were read so far. */
  readonly onProgress: (count: number) => void;
};

/** The most that a page can hold. */
const WHOLE_PAGE = 100;

/** Returns the items of all pages, in their order. Throws when `signal` is aborted, or what a read throws. */
export async function readAll<Item>({ read, signal, onProgress }: WholeRead<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of readPages((cursor) => read({ cursor, limit: WHOLE_PAGE }, signal))) {
    signal.throwIfAborted();
    items.push(...page.items);
    onProgress(items.length);
  }
  return items;
}
