import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { describe, expect, test, vi } from 'vitest';
import { recordServerTime } from '#platform/server-clock.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { Countdown, CountdownText } from './countdown.tsx';

/** Stops the clock of the device; the server's shows the same unless another time is given. */
function startClocks(serverTime = NOON) {
  const clock = startClock();
  recordServerTime(serverTime, 0);
  return clock;
}

describe('Countdown', () => {
  test('shows days, hours, minutes and seconds, with two digits each', () => {
    startClocks();
    const { screen } = renderInPage(<Countdown until={NOON + 90_061_000} label="Until it opens" />);
    expect(screen.getByRole('timer', { name: 'Until it opens' })).toHaveTextContent('01天01时01分01秒');
  });

  test('counts on the clock of the server', () => {
    startClocks(NOON + 3_600_000);
    const { screen } = renderInPage(<Countdown until={NOON + 3_610_000} label="left" />);
    expect(screen.getByRole('timer')).toHaveTextContent('00天00时00分10秒');
  });

  test('counts down each second', async () => {
    const clock = startClocks();
    const { screen } = renderInPage(<Countdown until={NOON + 10_000} label="left" />);
    await clock.advance(3_005);
    expect(screen.getByRole('timer')).toHaveTextContent('00天00时00分07秒');
  });

  test('says once that it is over, and stays at nothing', async () => {
    const clock = startClocks();
    const onOver = vi.fn();
    const { screen } = renderInPage(<Countdown until={NOON + 2_000} label="left" onOver={onOver} />);
    expect(onOver).not.toHaveBeenCalled();
    await clock.advance(5_000);
    expect(onOver).toHaveBeenCalledOnce();
    expect(screen.getByRole('timer')).toHaveTextContent('00天00时00分00秒');
  });
});

describe('CountdownText', () => {
  test.each([
    [5_000, '00:00:05'],
    [5_400_000, '01:30:00'],
    [90_061_000, '1天 01:01:01'],
    [-1, '00:00:00'],
  ])('shows %i milliseconds as %s', (left, text) => {
    startClocks();
    const { screen } = renderInPage(<CountdownText until={NOON + left} label="left" />);
    expect(screen.getByRole('timer', { name: 'left' })).toHaveTextContent(text);
  });
});
