import { type Entry, useEntry } from './location.ts';

const STORAGE_KEY = 'scroll';
/** After this time the scroll position of a growing screen is no longer adjusted. */
const PATIENCE_MS = 3_000;

/** The scroll position of each entry, in CSS pixels. */
let positions: Record<string, number> = {};

/**
 * A new screen begins at its top; Back to an earlier one restores its scroll position, as soon as it is long enough
 * again. A change of filters or tabs, which stays on the same path, does not scroll. Call once at start.
 */
export function followScrolling(): void {
  history.scrollRestoration = 'manual';
  positions = readPositions();
  let shown = useEntry.getState();
  scrollSoon(positions[shown.key] ?? 0);
  const remember = () => {
    positions[shown.key] = scrollY;
  };
  addEventListener('scroll', remember, { passive: true });
  addEventListener('pagehide', persistPositions);
  useEntry.subscribe((entry) => {
    const before = shown;
    shown = entry;
    const known = positions[entry.key];
    if (known !== undefined) scrollSoon(known);
    else if (entry.path === before.path) positions[entry.key] = scrollY;
    else scrollSoon(0);
    forgetAfter(entry);
  });
}

let stopScrolling: () => void = () => undefined;

/** Scrolls to a position once the screen is rendered, and again while it grows, until the user scrolls. */
function scrollSoon(position: number): void {
  stopScrolling();
  const scroll = () => scrollTo(0, position);
  const observer = new ResizeObserver(() => {
    scroll();
    if (Math.abs(scrollY - position) < 1) stopScrolling();
  });
  const timer = setTimeout(() => stopScrolling(), PATIENCE_MS);
  const events = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
  const stop = () => stopScrolling();
  stopScrolling = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of events) removeEventListener(event, stop);
  };
  for (const event of events) addEventListener(event, stop, { passive: true });
  // The observer calls back immediately, after the next layout.
  observer.observe(document.body);
}

/** Forgets the entries that a new one replaces. */
function forgetAfter({ key }: Entry): void {
  const keys = Object.keys(positions);
  const surplus = keys.length - 50;
  for (const old of keys.slice(0, Math.max(0, surplus))) if (old !== key) delete positions[old];
}

function readPositions(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const entries = Object.entries(Object(stored)).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

function persistPositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
  } catch {
    // Storage is full or disabled: a reload begins at the top.
  }
}
