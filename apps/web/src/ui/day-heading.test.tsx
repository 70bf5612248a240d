import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { describe, expect, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { DayHeading } from './day-heading.tsx';

describe('DayHeading', () => {
  test.each([
    ['today', NOON - 11 * HOUR_MS, '今天'],
    ['yesterday, by the clock of the device', NOON - 13 * HOUR_MS, '昨天'],
    ['an earlier day', NOON - 48 * HOUR_MS, '2026/11/18'],
  ])('names %s', (_name, at, text) => {
    startClock();
    const { screen } = renderInPage(<DayHeading at={at} />);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(text);
  });

  test('shows the sums of the day beside its name', () => {
    const { screen } = renderInPage(<DayHeading at={0}>+500 FMC</DayHeading>);
    expect(screen.getByText('+500 FMC')).toBeVisible();
  });
});
