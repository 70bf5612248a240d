import { create } from 'zustand';
import { parseSearch, type RawSearch } from './search-text.ts';

/** An entry of the browser's history. */
export type Entry = {
  /** Without a trailing slash. */
  readonly path: string;
  readonly search: RawSearch;
  /** Identifies the entry: Back to it restores its state, such as the scroll position. */
  readonly key: string;
  /** Number of the page's entries before it. */
  readonly index: number;
};

type EntryState = Pick<Entry, 'key' | 'index'>;

const EMPTY_PATH = '/';
const FIRST_SCREEN = '/index';

/** The current entry. */
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
    // An open sheet has a separate entry with the key of its screen.
    if (next.key !== shown.key) useEntry.setState(next, true);
    const isOwn = isSteppingBack();
    endOwnStep();
    afterStep(isOwn);
    goOn();
  });
}

/** Our step back that the browser has not taken yet: the timer that stops waiting for it. */
let ownStep: ReturnType<typeof setTimeout> | null = null;
/** Navigations to perform after that step. */
const waiting: (() => void)[] = [];
let afterStep: (isOwn: boolean) => void = () => undefined;

/** Time limit of a step back: without an entry to go back to, the browser does nothing and fires no event. */
const STEP_MS = 1_000;

/** Calls `listener` after each step in the history by the user, or by the page through `stepBack` (`isOwn`). */
export function onHistoryStep(listener: (isOwn: boolean) => void): void {
  afterStep = listener;
}

/** Returns whether the browser has yet to take a step of `stepBack`. */
export function isSteppingBack(): boolean {
  return ownStep !== null;
}

/** Goes back in the history, which the browser does asynchronously; ignored while an earlier step is pending. */
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

/** Performs the waiting navigations, unless another step back is pending. */
function goOn(): void {
  while (!isSteppingBack() && waiting.length > 0) waiting.shift()?.();
}

/**
 * Shows another address of the page, as a new entry or replacing the current one. Waits for a pending step back, which
 * would leave the new address again.
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
  // Without a browser, the page renders its first screen.
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
