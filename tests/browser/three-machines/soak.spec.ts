import { expect, test } from '@playwright/test';
import { useFor } from './use-for.ts';
import { findGrowing, measureMinutes } from './watch-memory.ts';

/** How long it goes on, in minutes. */
const MINUTES = Number(process.env['TRY_MINUTES'] ?? 60);

test('nothing is killed: the memory of every program stays flat while users join and withdraw', async () => {
  test.skip(process.env['TRY_KILLS'] !== '0', 'TRY_KILLS is not 0');
  test.setTimeout((MINUTES + 10) * 60_000);
  const minutes = await useFor(MINUTES, measureMinutes);
  expect(findGrowing(minutes)).toEqual([]);
});
