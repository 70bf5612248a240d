import { expect, test } from '@playwright/test';
import { killAtRandom, tend } from './kills.ts';
import { useFor } from './use-for.ts';

/** How long it goes on, in minutes. */
const MINUTES = Number(process.env['TRY_MINUTES'] ?? 5);
/** In so many minutes every program and machine has died at least once. */
const MINUTES_OF_ALL = 25;

test('machines and programs die at random: acknowledged calls take effect once, and rounds settle right', async () => {
  test.skip(process.env['TRY_KILLS'] === '0', 'TRY_KILLS is 0');
  test.setTimeout((MINUTES + 10) * 60_000);
  let isOver = false;
  const tending = tend(() => isOver);
  const { killed, missed } = await useFor(MINUTES, killAtRandom).finally(() => {
    isOver = true;
  });
  await tending;
  console.log(JSON.stringify({ killed, missed }));
  expect(missed.length).toBeLessThan(Object.values(killed).reduce((sum, times) => sum + times, 0));
  if (MINUTES >= MINUTES_OF_ALL) expect(Object.entries(killed).filter(([, times]) => times === 0)).toEqual([]);
});
