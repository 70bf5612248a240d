import { expect, type Page } from '@playwright/test';
import { enterSystem } from './fixtures/enter-system.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { test } from './fixtures/test.ts';
import { systemAddresses } from './system/system-addresses.ts';

test.use({ serviceWorkers: 'allow' });

const storedCopy = (page: Page) => page.evaluate(() => localStorage.getItem('fmc.copy') ?? '');

test('without a network the page opens with the balances of before, their time, and what waits', {
  tag: '@soak-1',
}, async ({ page, context }) => {
  const { url } = systemAddresses();
  await enterSystem(page, 70);
  // The first visit installs the service worker; the second one is fetched through it.
  await gotoQuiet(page, `${url}/assets`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await gotoQuiet(page, `${url}/assets`);
  const figures = page.getByRole('main').getByText(/^[\d,]+(\.\d+)?$/);
  await expect(figures.first()).toBeVisible();
  const before = await figures.allTextContents();
  await expect.poll(() => storedCopy(page)).toContain('"assets"');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^离线，数据停在 \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect.poll(() => figures.allTextContents()).toEqual(before);

  // A screen that was never opened says when it will show, and then shows.
  await page.getByRole('link', { name: '我的', exact: true }).click();
  await expect(page.getByRole('alert').getByText('联网后即显示')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  await expect(page.getByRole('alert').getByText('联网后即显示')).toHaveCount(0);
});

test('signing out leaves no copy of the account on the device', async ({ page }) => {
  const { url } = systemAddresses();
  await enterSystem(page, 71);
  await page.goto(`${url}/assets`);
  await expect.poll(() => storedCopy(page)).toContain('"assets"');
  await page.getByRole('link', { name: '我的', exact: true }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click();
  await expect.poll(() => storedCopy(page)).toBe('');
});
