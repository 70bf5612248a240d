import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { RangeSearch } from '#platform/time-range.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { RangeFilter } from './range-filter.tsx';

const { range: texts } = zh.time;
/** Midnight of a day of November 2026 in Singapore. */
const midnight = (day: number) => Date.UTC(2026, 10, day) - 8 * 3_600_000;

function Filter({ range, applied }: { readonly range: RangeSearch; readonly applied: RangeSearch[] }) {
  const [current, setCurrent] = useState(range);
  const apply = (next: RangeSearch) => {
    applied.push(next);
    setCurrent(next);
  };
  return <RangeFilter range={current} onChange={apply} />;
}

/** Renders a filter; returns the ranges that it applied, and its sheet once it is opened. */
function renderFilter(range: RangeSearch = {}) {
  const applied: RangeSearch[] = [];
  const rendered = renderInPage(<Filter range={range} applied={applied} />);
  const { screen, user } = rendered;
  const openSheet = async () => {
    await user.click(screen.getByRole('button', { name: new RegExp(`^${texts.title}|·|–`) }));
    const sheet = await screen.findByRole('dialog', { name: texts.title });
    const wheel = (name: string) => within(sheet).getByRole('spinbutton', { name });
    const type = async (name: string, digits: string) => {
      wheel(name).focus();
      await user.keyboard(digits);
    };
    return {
      sheet,
      wheel,
      type,
      pick: async (end: string, day: string) => {
        await type(`${end} 年`, '2026');
        await type(`${end} 月`, '11');
        await type(`${end} 日`, day);
      },
      press: async (name: string, key: string) => {
        wheel(name).focus();
        await user.keyboard(`{${key}}`);
      },
      apply: () => user.click(within(sheet).getByRole('button', { name: texts.apply })),
    };
  };
  return { ...rendered, applied, openSheet };
}

describe('RangeFilter', () => {
  test('offers to filter while there is no range, and nothing to clear', () => {
    const { screen } = renderFilter();
    expect(screen.getByRole('button', { name: texts.title })).toBeVisible();
    expect(screen.queryByRole('button', { name: texts.clear })).toBeNull();
  });

  test.each<[string, RangeSearch, string]>([
    ['a preset by its name and days', { days: 7 }, '近 7 天 · 11/14 – 11/20'],
    ['today as one day', { days: 1 }, '今天 · 11/20'],
    ['two times to the minute', { from: midnight(21), to: midnight(30) + DAY_MS }, '11/21 00:00 – 11/30 23:59'],
  ])('shows %s', (_name, range, text) => {
    startClock(NOON);
    const { screen } = renderFilter(range);
    expect(screen.getByRole('button', { name: text })).toBeVisible();
  });

  test('takes the range away by a tap', async () => {
    const { screen, user, applied } = renderFilter({ days: 7 });
    await user.click(screen.getByRole('button', { name: texts.clear }));
    expect(applied).toEqual([{}]);
    expect(screen.queryByRole('button', { name: texts.clear })).toBeNull();
  });

  test.each<[string, RangeSearch]>([
    [texts.today, { days: 1 }],
    [texts.lastWeek, { days: 7 }],
    [texts.lastMonth, { days: 30 }],
  ])('applies %s by one tap', async (name, range) => {
    const { screen, user, applied, openSheet } = renderFilter();
    const { sheet } = await openSheet();
    await user.click(within(sheet).getByRole('button', { name }));
    await screen.findByRole('button', { name: texts.clear });
    expect(applied).toEqual([range]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the wheels of a range', () => {
  test('refuse a time of day before its date', async () => {
    const { openSheet } = renderFilter();
    const { sheet, press, wheel } = await openSheet();
    await press('开始时间 时', 'ArrowUp');
    expect(within(sheet).getByText(texts.dateFirst)).toBeVisible();
    expect(wheel('开始时间 时')).toHaveAttribute('aria-valuetext', '—');
    expect(wheel('开始时间 时')).toBeInvalid();
  });

  test('refuse a range without a start, without an end, and with a start that is not complete', async () => {
    const { applied, openSheet } = renderFilter();
    const { sheet, apply, press, pick } = await openSheet();
    await apply();
    expect(within(sheet).getByText(texts.startMissing)).toBeVisible();
    await press('开始时间 年', 'ArrowUp');
    expect(within(sheet).queryByText(texts.startMissing)).toBeNull();
    await apply();
    expect(within(sheet).getByText(texts.dateFirst)).toBeVisible();
    await pick('开始时间', '21');
    await apply();
    expect(within(sheet).getByText(texts.endMissing)).toBeVisible();
    expect(applied).toEqual([]);
  });

  test('begin with the first second of a day, and end with the last', async () => {
    const { applied, openSheet } = renderFilter();
    const { wheel, apply, pick, sheet } = await openSheet();
    await pick('开始时间', '21');
    await pick('结束时间', '30');
    expect(wheel('开始时间 秒')).toHaveAttribute('aria-valuetext', '0');
    expect(wheel('结束时间 时')).toHaveAttribute('aria-valuetext', '23');
    expect(wheel('结束时间 秒')).toHaveAttribute('aria-valuetext', '59');
    await apply();
    expect(within(sheet).queryByRole('alert')).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(applied).toEqual([{ from: midnight(21), to: midnight(30) + DAY_MS }]);
  });

  test('refuse an end that is not after the start', async () => {
    const { openSheet } = renderFilter();
    const { sheet, apply, pick } = await openSheet();
    await pick('开始时间', '21');
    await pick('结束时间', '20');
    await apply();
    expect(within(sheet).getByText(texts.endNotAfterStart)).toBeVisible();
  });

  test.each([
    ['ArrowUp', '21'],
    ['ArrowDown', '19'],
    ['PageUp', '30'],
    ['PageDown', '10'],
    ['Home', '1'],
    ['End', '30'],
  ])('turn by %s', async (key, day) => {
    const { openSheet } = renderFilter();
    const { wheel, press, pick } = await openSheet();
    await pick('开始时间', '20');
    await press('开始时间 日', key);
    expect(wheel('开始时间 日')).toHaveAttribute('aria-valuetext', day);
  });

  test('say how many days the month has', async () => {
    const { openSheet } = renderFilter();
    const { wheel, pick, type } = await openSheet();
    await pick('开始时间', '30');
    expect(wheel('开始时间 日')).toHaveAttribute('aria-valuemax', '30');
    await type('开始时间 月', '02');
    expect(wheel('开始时间 日')).toHaveAttribute('aria-valuemax', '28');
    expect(wheel('开始时间 日')).toHaveAttribute('aria-valuetext', '28');
  });

  test('leave out a number that the part does not have', async () => {
    const { openSheet } = renderFilter();
    const { wheel, pick, type } = await openSheet();
    await pick('开始时间', '20');
    await type('开始时间 时', '99');
    expect(wheel('开始时间 时')).toHaveAttribute('aria-valuetext', '9');
  });

  test('begin with the range that is applied', async () => {
    const { openSheet } = renderFilter({ from: midnight(21), to: midnight(30) + DAY_MS });
    const { wheel } = await openSheet();
    expect(wheel('开始时间 日')).toHaveAttribute('aria-valuetext', '21');
    expect(wheel('结束时间 日')).toHaveAttribute('aria-valuetext', '30');
    expect(wheel('结束时间 秒')).toHaveAttribute('aria-valuetext', '59');
  });
});
