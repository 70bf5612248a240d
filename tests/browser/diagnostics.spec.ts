import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';

test('diagnostics come with their flag alone: versions, stage and calls, to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await installApi(page);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await openPage(page, '/my');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '显示诊断信息' })).toHaveCount(0);
  expect(fetched.filter((url) => url.includes('start-diagnostics'))).toEqual([]);

  await openPage(page, '/my?debugger');
  await expect(page.getByRole('button', { name: '显示诊断信息' })).toBeVisible();
  await page.getByRole('link', { name: '城市' }).click();
  await page.getByRole('button', { name: '显示诊断信息' }).click();
  const panel = page.getByRole('complementary', { name: '诊断信息' });
  await expect(panel).toContainText('202599');
  await expect(panel).toContainText('GET /api/app/warehouses 200');
  await checkAccessibility(page);
  await panel.getByRole('button', { name: '复制诊断信息' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('GET /api/app/warehouses 200');
  await panel.getByRole('button', { name: '收起' }).click();
  await expect(panel.getByRole('button', { name: '显示诊断信息' })).toBeVisible();
});
