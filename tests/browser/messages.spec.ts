import { expect } from '@playwright/test';
import { installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';

test('a setting that was changed is confirmed, in the middle of the screen and for two seconds', async ({ page }) => {
  await installApi(page);
  await page.clock.install();
  await openPage(page, '/my');
  // However slow the machine is, the time of the toast passes only below.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByText('深色', { exact: true }).click();
  const toast = page.getByText('设置成功');
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y).toBeGreaterThan(height * 0.25);
  expect(box?.y).toBeLessThan(height * 0.65);
  await page.clock.runFor(1_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast).toBeHidden();
});
