import { create } from 'zustand';
import { parseSearch, type RawSearch } from './search-text.ts';

/** An entry of the browser's history. */
export type Entry = {
  /** Without a slash at its end. */
  readonly path: string;
  readonly search: RawSearch;
  /** Names the entry: Back to it restores what belongs to it. */
  readonly key: string;
  /** How many entries of the page are before it. */
  readonly index: number;
};

type EntryState = Pick<Entry, 'key' | 'index'>;

const EMPTY_PATH = '/';
const FIRST_SCREEN = '/index';

/** The entry that is shown. */
export const useEntry = create<Entry>(() => readEntry());

/** Follows the browser's Back and Forward. Call once at start. */
export function followHistory(): void {
  const entry = readEntry();
  // The empty path leads to the first screen.
  const address = location.pathname === EMPTY_PATH ? FIRST_SCREEN + location.search : location.href;
  history.replaceState({ ...history.state, key: entry.key, index: entry.index }, '', address);
  useEntry.setState(entry, true);
  addEventListener('popstate', () => {
    const shown = useEntry.getState();
    const next = readEntry();
    // An open sheet has an entry of its own, with the key of its screen.
    if (next.key !== shown.key) useEntry.setState(next, true);
  });
}

/** Shows another address of the page, as a new entry or in place of the current one. */
export function goTo(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const shown = useEntry.getState();
  const state: EntryState = { key: newKey(), index: shown.index + (replace ? 0 : 1) };
  if (replace) history.replaceState(state, '', href);
  else history.pushState(state, '', href);
  useEntry.setState(readEntry(), true);
}

function readEntry(): Entry {
  // Where the page is rendered without a browser, it is the first screen.
  if (typeof location === 'undefined' || typeof history === 'undefined') {
    return { path: FIRST_SCREEN, search: {}, key: '', index: 0 };
  }
  const path = location.pathname.replace(/\/+$/, '') || FIRST_SCREEN;
  const { key, index } = Object(history.state);
  return {
    path,
    search: parseSearch(location.search),
    key: typeof key === 'string' ? key : newKey(),
    index: typeof index === 'number' ? index : 0,
  };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
