import { NOON } from '@city-mint/client/testing/start-clock.ts';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { Bars } from './bars.tsx';
import { SumLine } from './sum-line.tsx';

const points = ['0', '12.5', '25'].map((value, index) => ({ at: NOON + index * DAY_MS, value }));

/** Returns the cells of the table of a chart, row by row. */
function rowsOf(table: HTMLElement): string[][] {
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
}

describe('Bars', () => {
  test('has its figures as a table for those who cannot see it', () => {
    const { screen } = renderInPage(<Bars label="Earnings by day" unit="FMC" points={points} />);
    const table = screen.getByRole('table', { name: 'Earnings by day' });
    expect(rowsOf(table)).toEqual([
      ['11/20', '0'],
      ['11/21', '12.5'],
      ['11/22', '25'],
    ]);
    expect(within(table).getByRole('columnheader', { name: /FMC/ })).toBeInTheDocument();
  });

  test('draws a bar for each day, as high as its share of the largest', () => {
    renderInPage(<Bars label="Earnings" unit="FMC" points={points} />);
    const heights = [...document.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(heights[2]).toBe(36);
    expect(heights[1]).toBeCloseTo(18, 0);
    expect(heights[0]).toBeLessThan(1);
  });

  test('names its points as the caller says', () => {
    const { screen } = renderInPage(<Bars label="Earnings" unit="FMC" points={points} nameOf={(at) => `at ${at}`} />);
    expect(rowsOf(screen.getByRole('table')).map(([name]) => name)).toEqual(points.map(({ at }) => `at ${at}`));
  });

  test('is empty without points', () => {
    const { screen } = renderInPage(<Bars label="Earnings" unit="FMC" points={[]} />);
    expect(rowsOf(screen.getByRole('table'))).toEqual([]);
    expect(document.querySelectorAll('rect')).toHaveLength(0);
  });
});

describe('SumLine', () => {
  test('draws a line through several days, with their figures as a table', () => {
    const { screen } = renderInPage(<SumLine label="Balance by day" unit="JU" points={points} />);
    expect(document.querySelectorAll('path')).not.toHaveLength(0);
    expect(rowsOf(screen.getByRole('table', { name: 'Balance by day' }))).toHaveLength(3);
  });

  test('draws no line through one day', () => {
    const { screen } = renderInPage(<SumLine label="Balance" unit="JU" points={points.slice(0, 1)} />);
    expect(document.querySelectorAll('path')).toHaveLength(0);
    expect(rowsOf(screen.getByRole('table'))).toEqual([['11/20', '0']]);
  });
});
