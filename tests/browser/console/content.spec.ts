import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { expect } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';

test.use(DESK);

test('the overview shows the figures of the API, and leads to its rooms', { tag: '@soak-4' }, async ({ page }) => {
  const answers: { data: ReplyOf<'POST /api/ops/overview/money'> }[] = [];
  const isRecharge = ({ kind, currency }: { kind: string; currency: string }) =>
    kind === 'deposit' && currency === 'JU';
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/ops/overview/money')) answers.push(await response.json());
  });
  const desk = await enterConsole(page, { path: '/', language: 'zh' });
  await expect(page.getByRole('heading', { name: '等待处理' })).toBeVisible();
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  await checkAccessibility(page);
  const shown = await page.locator('[data-line="recharges"] [data-value]').first().getAttribute('data-value');
  // The page can be quicker than what listens to its answers.
  const sums = () => answers.map(({ data }) => data.money?.flows.find(isRecharge)?.amount);
  await expect.poll(sums).toContain(shown);
  await page.getByRole('link', { name: '内容', exact: true }).click();
  for (const tab of ['问答', '联系方式', '公告', '风险与费用说明']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await checkAccessibility(page);
  }
  expect([...desk.errors.errors, ...desk.errors.violations]).toEqual([]);
});
