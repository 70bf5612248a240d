import { expect, test } from 'vitest';
import { readAll } from './paged.ts';

/** Three pages of two numbers. */
const read = async ({ cursor }: { cursor: string | null }) => {
  const at = Number(cursor ?? 0);
  return { items: [at, at + 1], nextCursor: at < 4 ? String(at + 2) : null };
};

test('readAll reads every page in order and says how far it is', async () => {
  const counts: number[] = [];
  const { signal } = new AbortController();
  expect(await readAll({ read, signal, onProgress: (count) => counts.push(count) })).toEqual([0, 1, 2, 3, 4, 5]);
  expect(counts).toEqual([2, 4, 6]);
});

test('readAll stops between two pages', async () => {
  const stopped = new AbortController();
  const counts: number[] = [];
  const reading = readAll({
    read,
    signal: stopped.signal,
    onProgress: (count) => {
      counts.push(count);
      stopped.abort();
    },
  });
  await expect(reading).rejects.toThrow();
  expect(counts).toEqual([2]);
});
