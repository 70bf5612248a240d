import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { cities } from '@city-mint/web/testing/replies/home';
import { sampleOrder } from '@city-mint/web/testing/replies/orders';
import { expect, type Page } from '@playwright/test';
import { installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

const ORDERS = 5_000;
const LIST = 'POST /api/biz/mine/mint';

/** Opens the orders of a wallet with very many, all of them open. */
async function openOrders(page: Page) {
  const api = await installApi(page);
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  api.answer('POST /api/app/last/crowdfund', () => ({ data: { round: null, terms: null, termsHash: null } }));
  api.answer(LIST, (body) => {
    const { cursor, limit = 20 } = Object(body);
    const newest = cursor == null ? ORDERS : Number(cursor) - 1;
    const count = Math.min(limit, newest);
    const items = Array.from({ length: count }, (_, index) =>
      sampleOrder(Date.now(), { orderId: `${newest - index}` }),
    );
    const data: ReplyOf<typeof LIST> = { items, nextCursor: newest > limit ? `${newest - count + 1}` : null };
    return { data };
  });
  await installWallet(page);
  await openPage(page);
  await signIn(page);
  await openPage(page, '/city?tab=mine');
  await expect(page.getByRole('list', { name: '我的铸造订单' }).getByRole('listitem').first()).toBeVisible();
  return api;
}

/** Scrolls without a stop to the end of the list; returns the greatest number of nodes on the way. */
function scrollToEnd(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let mostNodes = 0;
    while (document.querySelector('[aria-posinset="5000"]') === null) {
      scrollBy(0, 400);
      await new Promise(requestAnimationFrame);
      mostNodes = Math.max(mostNodes, document.querySelectorAll('main *').length);
    }
    return mostNodes;
  });
}

test('5,000 orders scroll to the last one with few nodes and calls, and Back finds their place', async ({ page }) => {
  const api = await openOrders(page);
  const mostNodes = await scrollToEnd(page);
  const list = page.getByRole('list', { name: '我的铸造订单' });
  const last = list.getByRole('listitem').last();
  await expect(last).toHaveAttribute('aria-posinset', `${ORDERS}`);
  await expect(last).toHaveAttribute('aria-setsize', `${ORDERS}`);
  expect(mostNodes).toBeLessThan(700);
  expect(api.count(LIST)).toBeLessThan(60);
  await page.evaluate(() => scrollTo(0, 300_000));
  // The rows of the new place are rendered after the event of the scrolling.
  await expect(list.locator(`[aria-posinset="${ORDERS}"]`)).toHaveCount(0);
  const shown = await list.getByRole('listitem').nth(8).getAttribute('aria-posinset');
  await page.getByRole('link', { name: '首页' }).click();
  await expect(list).toHaveCount(0);
  await page.goBack();
  await expect(list.locator(`[aria-posinset="${shown}"]`)).toBeInViewport();
});
