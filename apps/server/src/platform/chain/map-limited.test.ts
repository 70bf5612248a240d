import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapLimited } from './map-limited.ts';

test('default: keeps the order and never exceeds the limit of concurrent calls', async () => {
  let running = 0;
  let most = 0;
  const squares = await mapLimited([5, 1, 4, 2, 3], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(item);
    running -= 1;
    return item * item;
  });
  expect(squares).toEqual([25, 1, 16, 4, 9]);
  expect(most).toBe(2);
  expect(await mapLimited([], 2, async (item) => item)).toEqual([]);
});

test('behavior: throws the first failure', async () => {
  const failing = mapLimited([1, 2, 3], 2, async (item) => {
    if (item === 2) throw new Error('two');
    return item;
  });
  await expect(failing).rejects.toThrow('two');
});
