import { expect, test } from 'vitest';
import { joinBarrier } from './use-join-barrier.ts';

test.each([
  { paused: [], joiningAllowed: true, barrier: null },
  { paused: ['withdrawals', 'swap'], joiningAllowed: true, barrier: null },
  { paused: ['joins'], joiningAllowed: true, barrier: 'paused' },
  { paused: ['joins'], joiningAllowed: false, barrier: 'region' },
])('paused $paused, allowed in the region $joiningAllowed: $barrier', ({ paused, joiningAllowed, barrier }) => {
  expect(joinBarrier({ paused, region: { joiningAllowed } })).toBe(barrier);
});
