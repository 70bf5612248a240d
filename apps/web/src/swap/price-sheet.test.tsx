import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { exactAmounts } from '#testing/figures.ts';
import { cities, fullHome, NO_PRICE_POINTS } from '#testing/replies/home.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

type Series = ReplyOf<typeof PRICE>;

const PRICE = 'POST /api/app/price';
const UNTIL = Date.UTC(2026, 10, 20, 4, 30);
const STEP = 3 * 3_600_000;
const { price: texts, ui } = zh;

/** A price that rises and falls again, unknown before the tenth step. */
function series(points: number): Series {
  const mean = (price: string | null, changeBps: number | null) => ({ price, changeBps, changes: 3 });
  const hour = mean('0.123456789012345678', 12);
  return {
    readUntil: UNTIL,
    spot: '0.131313131313131313',
    windows: { hour, day: mean('0.12', -345), week: mean('0.1', null), month: mean(null, null) },
    points: Array.from({ length: points }, (_point, index) => ({
      from: UNTIL - (points - index) * STEP,
      to: UNTIL - (points - index - 1) * STEP,
      price: index < 10 ? null : (0.1 + 0.03 * Math.sin((index - 10) / 9)).toFixed(18),
      changes: index % 4,
    })),
  };
}

async function openPrice(reply: Series) {
  const visitor = await prepareVisitor({ session: null });
  visitor.network.answer('GET /api/app/home', () => fullHome(Date.now()));
  visitor.network.answer('GET /api/app/warehouses', () => ({ cities: cities(Date.now()) }));
  visitor.network.reply(PRICE, reply);
  const page = await visitor.open('/index');
  await page.user.click(await page.screen.findByRole('button', { name: new RegExp(zh.home.priceOpen) }));
  return { ...visitor, ...page, sheet: await page.screen.findByRole('dialog', { name: texts.title }) };
}

describe('the price over time', () => {
  test('has the means of an hour to thirty days with their changes, falls as plain as rises', async () => {
    const { sheet } = await openPrice(series(56));
    expect(await within(sheet).findByRole('row', { name: '一小时 0.1234 JU +0.12%' })).toBeVisible();
    expect(within(sheet).getByRole('row', { name: '一天 0.12 JU −3.45%' })).toBeVisible();
    expect(within(sheet).getByRole('row', { name: '一周 0.1 JU —' })).toBeVisible();
    expect(within(sheet).getByRole('row', { name: '30 天 — —' })).toBeVisible();
  });

  test('has the exact figures behind the shown ones, and says until when they are', async () => {
    const { sheet } = await openPrice(series(56));
    await within(sheet).findByRole('row', { name: /^一小时/ });
    expect(sheet.querySelector('data[value="0.123456789012345678"]')).toHaveTextContent('0.1234 JU');
    expect(sheet.querySelector('data[value="0.131313131313131313"]')).toHaveTextContent('0.1313 JU');
    expect(sheet).toHaveTextContent('数据截至 2026/11/20 12:30:00');
  });

  test('names a point of the chart, which a slider chooses', async () => {
    const { sheet } = await openPrice(series(56));
    const point = await within(sheet).findByRole('slider', { name: texts.pick });
    expect(point).toHaveAttribute('aria-valuetext', expect.stringMatching(/11\/20 09:30 – 12:30$/));
    fireEvent.change(point, { target: { value: Number(point.getAttribute('value') ?? 55) - 1 } });
    expect(point).toHaveAttribute('aria-valuetext', expect.stringMatching(/11\/20 06:30 – 09:30$/));
  });

  test('is asked for by its range, and only by the one that is shown', async () => {
    const { network, screen, sheet, user } = await openPrice(series(56));
    await within(sheet).findByRole('row', { name: /^一小时/ });
    expect(network.calls(PRICE)).toMatchObject([{ range: 'week' }]);
    await user.click(screen.getByText('一年'));
    await within(sheet).findByRole('row', { name: /^一小时/ });
    expect(network.calls(PRICE)).toMatchObject([{ range: 'week' }, { range: 'year' }]);
  });

  test('says that there is none yet, and leaves its figures empty', async () => {
    const { sheet } = await openPrice(NO_PRICE_POINTS);
    expect(await within(sheet).findByText(texts.none)).toBeVisible();
    expect(within(sheet).getByRole('row', { name: '一小时 — —' })).toBeVisible();
    expect(exactAmounts(sheet)).toEqual([]);
  });

  test('says that it could not be read, and reads it by a tap', async () => {
    const clock = startClock();
    const visitor = await prepareVisitor({ session: null });
    visitor.network.answer('GET /api/app/home', () => fullHome(Date.now()));
    visitor.network.disconnect(PRICE);
    const { screen, user } = await visitor.open('/index');
    await user.click(await screen.findByRole('button', { name: new RegExp(zh.home.priceOpen) }));
    const sheet = await screen.findByRole('dialog', { name: texts.title });
    await clock.advance(8_000);
    expect(await within(sheet).findByRole('alert')).toHaveTextContent(ui.networkError);
    visitor.network.reply(PRICE, series(56));
    await user.click(within(sheet).getByRole('button', { name: ui.retry }));
    expect(await within(sheet).findByRole('row', { name: /^一小时/ })).toBeVisible();
  });
});
