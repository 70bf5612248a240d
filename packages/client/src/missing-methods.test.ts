import { afterEach, describe, expect, test, vi } from 'vitest';
import { addMissingMethods, missingMethods } from './missing-methods.ts';

/** The tests of an added method and of the platform's own. */
const CASES: readonly (readonly [name: string, run: () => unknown])[] = [
  ['toSorted', () => [[3, 1, 2].toSorted(), ['b', 'a'].toSorted((a, b) => a.localeCompare(b))]],
  ['toReversed', () => [1, 2, 3].toReversed()],
  ['toSpliced', () => [[1, 2, 3].toSpliced(1, 1), [1, 2, 3].toSpliced(1, 0, 9, 8), [1, 2, 3].toSpliced(2)]],
  ['findLast', () => [[1, 2, 3, 4].findLast((value) => value % 2 === 1), [1].findLast((value) => value > 1)]],
  ['groupBy', () => [...Map.groupBy([1, 2, 3], (value) => value % 2)]],
  ['isWellFormed', () => ['a', '😀', '\ud800', 'a\udc00b', ''].map((text) => text.isWellFormed())],
  ['canParse', () => ['https://a', 'a', '/a', ''].map((text) => [URL.canParse(text), URL.canParse(text, 'http://b')])],
  [
    'any',
    () => {
      const [first, second] = [new AbortController(), new AbortController()];
      const either = AbortSignal.any([first.signal, second.signal]);
      const before = either.aborted;
      second.abort('why');
      const late = AbortSignal.any([second.signal, new AbortController().signal]);
      return [before, either.aborted, either.reason, late.aborted, late.reason];
    },
  ],
];

describe('in a browser that lacks them', () => {
  const own = missingMethods().map(([owner, methods]) => {
    const names = Object.keys(methods);
    return { owner, saved: names.map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const) };
  });
  const remove = () => {
    for (const { owner, saved } of own) for (const [name] of saved) Reflect.set(owner, name, undefined);
  };
  afterEach(() => {
    for (const { owner, saved } of own) {
      for (const [name, descriptor] of saved) {
        if (descriptor === undefined) Reflect.deleteProperty(owner, name);
        else Object.defineProperty(owner, name, descriptor);
      }
    }
  });

  test.each(CASES)('%s answers as the platform does', (_name, run) => {
    const expected = run();
    remove();
    addMissingMethods();
    expect(run()).toEqual(expected);
  });

  test('timeout aborts after its time', () => {
    vi.useFakeTimers();
    remove();
    addMissingMethods();
    const signal = AbortSignal.timeout(1_000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
    vi.useRealTimers();
  });

  test('randomUUID returns version 4', () => {
    remove();
    addMissingMethods();
    expect(crypto.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
