import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { followHistory, goTo, stepBack, useEntry } from './location.ts';

/** An entry of a simulated browser history. */
type Item = { state: unknown; href: string };

let items: Item[];
let position: number;
let onPopState: () => void;

const write = (state: unknown, href: string) => ({ state, href: new URL(href, 'https://mint.example').href });

/** Moves to another entry, as Back and Forward do. */
function move(steps: number): void {
  position += steps;
  onPopState();
}

beforeEach(() => {
  items = [write(null, '/')];
  position = 0;
  const current = () => items[position] ?? write(null, '/');
  Reflect.set(globalThis, 'history', {
    get state() {
      return current().state;
    },
    pushState(state: unknown, _title: string, href: string) {
      position += 1;
      items = [...items.slice(0, position), write(state, href)];
    },
    replaceState(state: unknown, _title: string, href: string) {
      items[position] = write(state, href);
    },
    // The browser moves asynchronously: see `move`.
    go() {},
  });
  Object.defineProperty(globalThis, 'location', { configurable: true, get: () => new URL(current().href) });
  Reflect.set(globalThis, 'addEventListener', (_name: string, listener: () => void) => {
    onPopState = listener;
  });
  followHistory();
});
afterEach(() => {
  for (const name of ['history', 'location', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
});

const shown = () => useEntry.getState();

test('default: the empty path leads to the first screen, which Back leaves', () => {
  expect(shown()).toMatchObject({ path: '/index', index: 0 });
  expect(items.map(({ href }) => href)).toEqual(['https://mint.example/index']);
});

test('behavior: a new entry follows the current one, and Back shows the earlier one with its key', () => {
  const first = shown().key;
  goTo('/city?city=12');
  expect(shown()).toMatchObject({ path: '/city', search: { city: 12 }, index: 1 });
  expect(shown().key).not.toBe(first);
  move(-1);
  expect(shown()).toMatchObject({ path: '/index', key: first, index: 0 });
});

test('behavior: replacing an entry adds none', () => {
  goTo('/city');
  goTo('/city?tab=mine', { replace: true });
  expect(shown()).toMatchObject({ search: { tab: 'mine' }, index: 1 });
  expect(items).toHaveLength(2);
});

test('behavior: the entry of an open sheet belongs to its screen', () => {
  goTo('/city');
  const before = shown();
  history.pushState({ ...history.state, sheetDepth: 1 }, '', '/city');
  move(0);
  expect(shown()).toBe(before);
});

test('behavior: a reload keeps the entry', () => {
  goTo('/city/');
  const { key } = shown();
  followHistory();
  expect(shown()).toMatchObject({ path: '/city', key, index: 1 });
});

describe('a pending step back', () => {
  test('behavior: delays a new address until the step has finished, which would leave it again', () => {
    goTo('/city');
    history.pushState({ ...history.state, sheetDepth: 1 }, '', '/city');
    stepBack(1);
    goTo('/city?order=7');
    expect(items).toHaveLength(3);
    move(-1);
    expect(shown()).toMatchObject({ search: { order: 7 }, index: 2 });
    expect(items.map(({ href }) => new URL(href).search)).toEqual(['', '', '?order=7']);
  });

  test('behavior: delays no address forever if there is no entry to go back to', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    stepBack(1);
    goTo('/city');
    goTo('/my');
    expect(shown().path).toBe('/index');
    vi.advanceTimersByTime(1_000);
    expect(shown()).toMatchObject({ path: '/my', index: 2 });
  });
});
