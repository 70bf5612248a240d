import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts } from '#platform/i18n/language-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { DAY_BEGINS, NOT_PICKED, type PickedTime, pickedOf } from './date-time.ts';
import { TimeWheels } from './time-wheels.tsx';

beforeEach(() => loadTexts(['time']));

type WheelsProps = {
  readonly initial: PickedTime;
  readonly error: string | undefined;
  readonly onTooEarly: () => void;
  readonly onShow: (picked: PickedTime) => void;
};

function Wheels({ initial, error, onTooEarly, onShow }: WheelsProps) {
  const [picked, setPicked] = useState(initial);
  onShow(picked);
  return <TimeWheels label="开始时间" timeOfDay={DAY_BEGINS} {...{ picked, error, onTooEarly }} onChange={setPicked} />;
}

/** Renders the wheels; `picked` returns the time that they show. */
function renderWheels(initial: PickedTime = pickedOf(NOON), error?: string) {
  startClock(NOON);
  let shown = initial;
  const tooEarly = vi.fn();
  const show = (picked: PickedTime) => {
    shown = picked;
  };
  const rendered = renderInPage(<Wheels {...{ initial, error }} onTooEarly={tooEarly} onShow={show} />);
  const wheel = (part: string) => rendered.screen.getByRole('spinbutton', { name: `开始时间 ${part}` });
  const press = async (part: string, keys: string) => {
    wheel(part).focus();
    await rendered.user.keyboard(keys);
  };
  const drag = (part: string, ...ys: readonly number[]) => {
    const place = wheel(part).parentElement ?? document.body;
    place.setPointerCapture = () => undefined;
    const [first = 0, ...others] = ys;
    fireEvent.pointerDown(place, { clientY: first, pointerId: 1 });
    for (const clientY of others) fireEvent.pointerMove(place, { clientY, pointerId: 1 });
    return { end: () => fireEvent.pointerUp(place, { pointerId: 1 }), place };
  };
  return { ...rendered, wheel, press, drag, tooEarly, picked: () => shown };
}

describe('the keyboard', () => {
  test.each([
    ['时', '{ArrowUp}', { hour: 13 }],
    ['时', '{ArrowDown}{ArrowDown}', { hour: 10 }],
    ['分', '{PageUp}', { minute: 10 }],
    ['分', '{PageDown}', { minute: 50 }],
    ['秒', '{Home}', { second: 0 }],
    ['秒', '{End}', { second: 59 }],
    ['月', '{ArrowUp}{ArrowUp}', { month: 1 }],
  ])('turns %s by %s', async (part, keys, change) => {
    const { press, picked } = renderWheels();
    await press(part, keys);
    expect(picked()).toEqual({ ...pickedOf(NOON), ...change });
  });

  test('types a number, digit by digit', async () => {
    const { press, picked } = renderWheels();
    await press('年', '2031');
    await press('时', '07');
    expect(picked()).toMatchObject({ year: 2031, hour: 7 });
  });

  test('does not take a number beyond the end of its wheel', async () => {
    const { press, picked } = renderWheels();
    await press('时', '39');
    expect(picked().hour).toBe(3);
    await press('年', '1999');
    expect(picked().year).toBe(2026);
  });

  test('leaves other keys alone, so that Tab leads to the next wheel', async () => {
    const { press, wheel, picked } = renderWheels();
    await press('年', 'x{Tab}');
    expect(wheel('月')).toHaveFocus();
    expect(picked()).toEqual(pickedOf(NOON));
  });
});

describe('a finger', () => {
  test('turns one step for each 24 pixels, upwards and downwards', () => {
    const { drag, picked } = renderWheels();
    drag('时', 100, 90, 76, 28).end();
    expect(picked().hour).toBe(15);
    drag('时', 28, 100).end();
    expect(picked().hour).toBe(12);
  });

  test('that is lifted turns nothing more, and a tap turns nothing', () => {
    const { drag, picked } = renderWheels();
    const { end, place } = drag('时', 100, 98);
    end();
    fireEvent.pointerMove(place, { clientY: 0, pointerId: 1 });
    expect(picked().hour).toBe(12);
  });
});

describe('the values above and below', () => {
  test('are the previous and the next one, and a tap picks one', async () => {
    const { screen, user, picked } = renderWheels();
    const next = screen.getAllByText('13', { selector: 'button' })[0] ?? document.body;
    await user.click(next);
    expect(picked().hour).toBe(13);
  });

  test('are empty at the ends of the years', () => {
    const { wheel } = renderWheels({ ...pickedOf(NOON), year: 2099 });
    const buttons = wheel('年').closest('div')?.parentElement?.querySelectorAll('button');
    expect([...(buttons ?? [])].map(({ textContent }) => textContent)).toEqual(['2098', '']);
  });
});

describe('a time that is not picked yet', () => {
  test('begins with today, and the time of day follows once the date is complete', async () => {
    const { press, picked, wheel } = renderWheels(NOT_PICKED);
    expect(wheel('年')).toHaveValue('—');
    await press('年', '{ArrowUp}');
    await press('月', '{ArrowUp}');
    expect(picked()).toEqual({ ...NOT_PICKED, year: 2026, month: 11 });
    await press('日', '{ArrowUp}');
    expect(picked()).toEqual({ ...pickedOf(NOON), ...DAY_BEGINS });
  });

  test('takes no time of day before its date', async () => {
    const { press, picked, tooEarly } = renderWheels({ ...NOT_PICKED, year: 2026, month: 11 });
    await press('时', '{ArrowUp}');
    expect(tooEarly).toHaveBeenCalledOnce();
    expect(picked().hour).toBeNull();
  });
});

test('a day that a month does not have becomes its last one', async () => {
  const { press, picked, wheel } = renderWheels({ ...pickedOf(NOON), month: 1, day: 31 });
  expect(wheel('日')).toHaveAttribute('aria-valuemax', '31');
  await press('月', '02');
  expect(picked().day).toBe(28);
  expect(wheel('日')).toHaveAttribute('aria-valuemax', '28');
});

test('an error is the description of all wheels, which are marked as invalid', () => {
  const { screen, wheel } = renderWheels(NOT_PICKED, '请选择开始时间');
  expect(screen.getByRole('group', { name: '开始时间' })).toHaveAccessibleDescription('请选择开始时间');
  expect(wheel('日')).toBeInvalid();
});
