import { DAY_MS } from '@city-mint/domain/time/durations';
import { expect, test } from 'vitest';
import { flowColumns, sumFlows } from './flow-figures.ts';

const flow = (day: number, kind: 'loss' | 'operator-payout', amount: string) => ({
  ...{ day: day * DAY_MS, kind, amount, transfers: 2 },
  direction: kind === 'loss' ? ('in' as const) : ('out' as const),
});
const flows = [flow(10, 'loss', '1.5'), flow(11, 'loss', '0.000000000000000001'), flow(12, 'operator-payout', '2')];

test('sums by kind are exact, the largest first', () => {
  expect(sumFlows(flows)).toEqual([
    { kind: 'operator-payout', direction: 'out', amount: '2', transfers: 2 },
    { kind: 'loss', direction: 'in', amount: '1.500000000000000001', transfers: 4 },
  ]);
  expect(sumFlows([])).toEqual([]);
});

test('balances of each day follow from the opening, to the unit', () => {
  const counted = { transferId: '1', at: 0 };
  const read = { currency: 'JU' as const, from: 10 * DAY_MS, days: 4, opening: '1', closing: '0.500000000000000001' };
  const { x, balance, kinds } = flowColumns({ ...read, counted, flows });
  expect(x.map((day) => day / DAY_MS)).toEqual([10, 11, 12, 13]);
  expect(balance).toEqual(['2.5', '2.500000000000000001', '0.500000000000000001', '0.500000000000000001']);
  expect(kinds.map(({ kind, values }) => [kind, values])).toEqual([
    ['operator-payout', [0, 0, 2, 0]],
    ['loss', [1.5, 1e-18, 0, 0]],
  ]);
});
