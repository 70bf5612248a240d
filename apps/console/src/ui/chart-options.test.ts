import { DAY_MS } from '@city-mint/domain/time/durations';
import { expect, test } from 'vitest';
import { type ChartData, chartOptions, drawnColumns } from './chart-options.ts';

const DATA: ChartData = {
  x: [0, DAY_MS],
  xKind: 'time',
  series: [
    { label: 'a', values: [1, 2], kind: 'area' },
    { label: 'b', values: [10, null], kind: 'area' },
  ],
};

const style = { getPropertyValue: (name: string) => (name === '--accent' ? ' #0b6b50' : ' #123456') };
const look = {
  ...{ width: 100, height: 50, format: String, formatX: String, paths: { bars: undefined } },
  style: style as unknown as CSSStyleDeclaration,
  onPoint: () => undefined,
};

test('drawnColumns: times in seconds, figures as they are', () => {
  expect(drawnColumns(DATA)).toEqual([
    [0, 86_400],
    [1, 2],
    [10, null],
  ]);
});

test('drawnColumns: stacked areas are the sums up to each series', () => {
  expect(drawnColumns({ ...DATA, isStacked: true })).toEqual([
    [0, 86_400],
    [1, 2],
    [11, 2],
  ]);
});

test('chartOptions: a band is between the series that it names, or between each stacked one and the next', () => {
  const named = chartOptions({ ...DATA, bands: [{ low: 0, high: 1 }] }, look);
  expect(named.bands).toEqual([{ series: [2, 1], fill: '#12345633' }]);
  expect(chartOptions({ ...DATA, isStacked: true }, look).bands).toEqual([{ series: [2, 1], fill: '#12345633' }]);
  // The lowest of stacked areas is filled down to zero.
  expect(chartOptions({ ...DATA, isStacked: true }, look).series.map(({ fill }) => fill)).toEqual([
    undefined,
    '#0b6b5033',
    undefined,
  ]);
  expect(named.series[1]).toMatchObject({ label: 'a', stroke: '#0b6b50', fill: '#0b6b5033' });
});

test('chartOptions: amounts begin at zero; where all of them are zero there is still an axis', () => {
  const range = chartOptions(DATA, look).scales?.['y']?.range;
  if (typeof range !== 'function') throw new Error('no range');
  const rangeOf = (low: number, high: number) => Reflect.apply(range, undefined, [null, low, high, 'y']);
  expect([rangeOf(2, 100), rangeOf(-50, 50), rangeOf(0, 0)]).toEqual([
    [0, 106],
    [-56, 56],
    [0, 1],
  ]);
});

test('chartOptions: bars have their whole width at both ends', () => {
  const range = (kind: 'bars' | 'line') => {
    const data: ChartData = { x: [1, 2], xKind: 'number', series: [{ label: 'a', values: [1, 2], kind }] };
    const found = chartOptions(data, look).scales?.['x']?.range;
    return typeof found === 'function' ? Reflect.apply(found, undefined, [null, 1, 2, 'x']) : found;
  };
  expect([range('bars'), range('line')]).toEqual([[0.5, 2.5], undefined]);
});
