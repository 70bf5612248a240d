import type pg from 'pg';
import { expect, test } from 'vitest';
import { createReadPosition } from './read-position.ts';

test('behavior: a call gets a position that was read after it; calls that wait share one query', async () => {
  const answers: ((bytes: bigint) => void)[] = [];
  const query = () =>
    new Promise((resolve) => {
      answers.push((bytes) => resolve({ rows: [{ timeline: 1, bytes }] }));
    });
  // Only its queries are used.
  const readPosition = createReadPosition({ query } as unknown as pg.Pool);
  const first = readPosition();
  await expect.poll(() => answers.length).toBe(1);
  const later = [readPosition(), readPosition()];
  answers[0]?.(100n);
  expect(await first).toEqual({ timeline: 1, bytes: 100n });
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(200n);
  expect(await Promise.all(later)).toEqual([
    { timeline: 1, bytes: 200n },
    { timeline: 1, bytes: 200n },
  ]);
});
