import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole, secondOperator } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';

test.use(DESK);

/** A plan that opens at once and stays open. */
const PLAN: Readonly<Record<string, string>> = {
  phase: '7',
  rounds: '2',
  firstQuota: '100',
  growthBps: '1000',
  minimum: '1',
  walletMaximum: '0',
  lateBps: '1000',
  mintFeeBps: '100',
  mintAmount: '100',
  referralBps: '3000',
  nodesBps: '2000',
  levelsBps: '2000',
  treasuryBps: '1000',
  lossBps: '300',
  reserveDrawBps: '5000',
  compensationTimesBps: '20000',
  firstStageBps: '4000',
  secondStageBps: '3000',
  thirdStageBps: '3000',
  windowMs: '1',
  gapMs: '1',
  secondStageDelayMs: '1',
  thirdStageDelayMs: '2',
};

const input = (page: Page, field: string) => page.locator(`[data-field="${field}"] input`).first();

async function fillPlan(page: Page, city: string): Promise<void> {
  await input(page, 'city').fill(city);
  await input(page, 'firstOpensAt').fill(new Date(Date.now() - 60_000).toISOString().slice(0, 16));
  for (const [field, text] of Object.entries(PLAN)) await input(page, field).fill(text);
}

test('a plan is drafted, simulated and published by two, by keyboard alone; its rounds are there', async ({
  page,
  browser,
}) => {
  await enterConsole(page, { path: '/plans', language: 'en' });
  await expect(page.getByRole('table', { name: 'Plans' }).getByRole('row').nth(1)).toBeVisible();
  await checkAccessibility(page);
  const city = (await page.getByRole('table', { name: 'Plans' }).getByRole('cell').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Begin a draft' }).press('Enter');
  await fillPlan(page, city);
  await input(page, 'lossBps').fill('1001');
  await expect(page.getByText('It must be a whole number from 0 to 1000', { exact: true })).toBeVisible();
  await input(page, 'lossBps').fill('300');
  await expect(page.getByRole('table', { name: 'Difference to the last plan of the city' })).toBeVisible();
  await expect(page.getByText(/^Saved \(version \d+\)$/)).toBeVisible();
  // A reload loses nothing.
  await page.reload();
  await expect(input(page, 'phase')).toHaveValue('7');
  await expect(page.getByRole('table', { name: 'Schedule of its rounds' }).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Simulate', exact: true }).press('Enter');
  await expect(page.getByText('Who loses how much when the crowd stops coming')).toBeVisible();
  await expect(page.getByText(/^Seed 42, 500 runs/)).toBeVisible();
  await checkAccessibility(page);

  await page.getByRole('button', { name: 'Publish this plan' }).press('Enter');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Reason').fill('the seventh phase');
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).press('Enter');
  const link = sheet.getByRole('link', { name: /\/proposals\/\d+$/ });
  const proposal = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;
  const second = await secondOperator(browser, { path: proposal, language: 'zh' });
  await second.page.getByRole('button', { name: '确认…' }).press('Enter');
  await second.page.getByLabel('理由').fill('已核对');
  await second.page.getByRole('button', { name: '签名并确认' }).press('Enter');
  await expect(second.page.getByText('已生效')).toBeVisible();

  await second.page.goto(new URL(`/plans?city=${encodeURIComponent(city)}`, second.page.url()).href);
  await second.page.getByRole('table', { name: '计划' }).getByRole('row').nth(1).press('Enter');
  await expect(second.page.getByText('模拟人群')).toBeVisible();
  await second.page.getByRole('button', { name: '开始模拟' }).press('Enter');
  await expect(second.page.getByText(/^种子 42，500 次/)).toBeVisible();
  await checkAccessibility(second.page);
  await second.page.getByRole('table', { name: '本计划的轮次' }).getByRole('link').first().press('Enter');
  await expect(second.page.getByText('参与进度')).toBeVisible();
  await checkAccessibility(second.page);
});
