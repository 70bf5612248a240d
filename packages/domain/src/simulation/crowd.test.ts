import { expect, test } from 'vitest';
import { SAMPLE_SIMULATION } from '../../testing/sample-simulation.ts';
import { tokenAmount } from '../money/token-amount.ts';
import { checkCrowd, parseCrowd } from './crowd.ts';

const { crowd } = SAMPLE_SIMULATION;
const json = { ...crowd, smallest: String(crowd.smallest), largest: String(crowd.largest) };

test('a crowd is read from its JSON', () => {
  expect(parseCrowd(json)).toEqual({ ok: true, crowd });
});

test.each([
  [{ newcomers: 20_001 }, 'newcomers', 'whole 0 20000'],
  [{ newcomersFactor: 20_001 }, 'newcomersFactor', 'whole 0 20000'],
  [{ returningBps: 10_001 }, 'returningBps', 'whole 0 10000'],
  [{ smallest: tokenAmount(0n) }, 'smallest', 'above 0'],
  [{ largest: tokenAmount(1n) }, 'largest', 'at-least-smallest'],
])('%o breaks a bound', (change, field, bound) => {
  expect(checkCrowd({ ...crowd, ...change })).toEqual([{ field, bound }]);
});

test.each([
  [{ ...json, stopsAtBps: 'half' }, /^stopsAtBps: /],
  [{ ...json, newcomers: undefined }, /^newcomers: missing/],
  [{ ...json, largest: '1' }, /^largest: must be at least the smallest order/],
])('%o is refused, with where and why', (document, error) => {
  expect(parseCrowd(document)).toMatchObject({ ok: false, error: expect.stringMatching(error) });
});
