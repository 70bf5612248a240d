import { expect, type Page } from '@playwright/test';
import { LIST, ORDERS, openOrders } from './fixtures/many-orders.ts';
import { test } from './fixtures/test.ts';

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

test('rows below the screen count with the height of those that were measured', async ({ page }) => {
  await openOrders(page);
  const list = page.getByRole('list', { name: '我的铸造订单' });
  await expect
    .poll(() =>
      list.evaluate((element) => {
        const below = Number.parseFloat(getComputedStyle(element).paddingBottom);
        // The list counts whole pixels.
        const height = Math.round(element.firstElementChild?.getBoundingClientRect().height ?? 0);
        return { isMany: below > 10 * height, rest: below % height };
      }),
    )
    .toEqual({ isMany: true, rest: 0 });
});

const TITLE = '5,000 orders scroll to the last one with few nodes and calls, and Back finds their place';

test(TITLE, { tag: '@soak-3' }, async ({ page }) => {
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
  const shown = await list.getByRole('listitem').nth(4).getAttribute('aria-posinset');
  await page.getByRole('link', { name: '首页' }).click();
  await expect(list).toHaveCount(0);
  await page.goBack();
  await expect(list.locator(`[aria-posinset="${shown}"]`)).toBeInViewport();
});
