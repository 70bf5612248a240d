import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';

type Series = ReplyOf<'POST /api/app/price'>;

const UNTIL = Date.UTC(2026, 10, 20, 4, 30);
const STEP = 3 * 3_600_000;

/** A price that rises and falls again, unknown before the tenth step. */
function series(points: number): Series {
  const window = (price: string | null, changeBps: number | null) => ({ price, changeBps, changes: 3 });
  return {
    readUntil: UNTIL,
    spot: '0.131313131313131313',
    windows: {
      hour: window('0.123456789012345678', 12),
      day: window('0.12', -345),
      week: window('0.1', null),
      month: window(null, null),
    },
    points: Array.from({ length: points }, (_, index) => ({
      from: UNTIL - (points - index) * STEP,
      to: UNTIL - (points - index - 1) * STEP,
      price: index < 10 ? null : (0.1 + 0.03 * Math.sin((index - 10) / 9)).toFixed(18),
      changes: index % 4,
    })),
  };
}

async function openHome(page: Page) {
  const api = await installApi(page);
  api.answer('GET /api/app/home', () => ({ data: fullHome(Date.now()) }));
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  const ranges: unknown[] = [];
  api.answer('POST /api/app/price', (body) => {
    ranges.push(Reflect.get(Object(body), 'range'));
    return { data: series(56) };
  });
  await openPage(page);
  return { api, ranges };
}

test('the price over time: means with their changes, falls as plain as rises, by keyboard, nothing for axe', async ({
  page,
}) => {
  const { ranges } = await openHome(page);
  await page.getByRole('button', { name: '查看价格走势' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'FMC 价格走势' });
  await expect(sheet.locator('data[value="0.123456789012345678"]')).toHaveText('0.1234 JU');
  await expect(sheet.getByRole('row', { name: '一天 0.12 JU −3.45%' })).toBeVisible();
  await expect(sheet.getByRole('row', { name: '一小时 0.1234 JU +0.12%' })).toBeVisible();
  await expect(sheet.getByRole('row', { name: '30 天 — —' })).toBeVisible();
  await expect(sheet.locator('data[value="0.131313131313131313"]')).toHaveText('0.1313 JU');
  await expect(sheet).toContainText('数据截至 2026/11/20 12:30:00');
  await checkAccessibility(page);

  const point = sheet.getByRole('slider', { name: '选择时间点' });
  await expect(point).toHaveAttribute('aria-valuetext', /11\/20 09:30 – 12:30$/);
  await point.press('ArrowLeft');
  await expect(point).toHaveAttribute('aria-valuetext', /11\/20 06:30 – 09:30$/);
  await sheet.getByText('一年', { exact: true }).click();
  await expect.poll(() => ranges).toEqual(['week', 'year']);
});

test('no price yet: what is missing is said, and figures stay empty', async ({ page }) => {
  const { api } = await openHome(page);
  const none = { price: null, changeBps: null, changes: 0 };
  const windows = { hour: none, day: none, week: none, month: none };
  api.answer('POST /api/app/price', () => ({ data: { readUntil: null, spot: null, windows, points: [] } }));
  await page.getByRole('button', { name: '查看价格走势' }).click();
  const sheet = page.getByRole('dialog', { name: 'FMC 价格走势' });
  await expect(sheet.getByText('还没有走势')).toBeVisible();
  await expect(sheet.getByRole('row', { name: '一小时 — —' })).toBeVisible();
  await checkAccessibility(page);
});
