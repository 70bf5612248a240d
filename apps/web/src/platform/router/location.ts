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
    const isOwn = isSteppingBack();
    endOwnStep();
    afterStep(isOwn);
    goOn();
  });
}

/** A step back of our own that the browser has yet to take: the timer that ends waiting for it. */
let ownStep: ReturnType<typeof setTimeout> | null = null;
/** Addresses to show once it has been taken. */
const waiting: (() => void)[] = [];
let afterStep: (isOwn: boolean) => void = () => undefined;

/** Where there is no entry to go back to, the browser does nothing, and says nothing. */
const STEP_MS = 1_000;

/** Calls `listener` after each step that the user took in the history, or the page by `stepBack` (`isOwn`). */
export function onHistoryStep(listener: (isOwn: boolean) => void): void {
  afterStep = listener;
}

/** Whether the browser has yet to take a step of `stepBack`. */
export function isSteppingBack(): boolean {
  return ownStep !== null;
}

/** Goes back in the history, which the browser does later; not while an earlier step is under way. */
export function stepBack(steps: number): void {
  ownStep = setTimeout(() => {
    endOwnStep();
    goOn();
  }, STEP_MS);
  history.go(-steps);
}

function endOwnStep(): void {
  if (ownStep !== null) clearTimeout(ownStep);
  ownStep = null;
}

/** Shows the addresses that waited, unless another step back is under way. */
function goOn(): void {
  while (!isSteppingBack() && waiting.length > 0) waiting.shift()?.();
}

/**
 * Shows another address of the page, as a new entry or in place of the current one; after a step back that is under
 * way, which would leave it again.
 */
export function goTo(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (isSteppingBack()) {
    waiting.push(() => goTo(href, { replace }));
    return;
  }
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
