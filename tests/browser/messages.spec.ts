import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { roundTerms } from '@city-mint/web/testing/replies/rounds';
import { expect, type Page } from '@playwright/test';
import { installApi } from './fixtures/fake-api.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

async function connect(page: Page, chainId?: number): Promise<void> {
  await installApi(page);
  await installWallet(page, chainId === undefined ? {} : { chainId });
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
}

test('a screen of the account says what is missing: a wallet, the network, the login', async ({ page, context }) => {
  await installApi(page);
  await openPage(page, '/assets');
  await expect(page.getByText('您还没有连接钱包')).toBeVisible();
  // What the screen would show is an example, without a single figure.
  await expect(page.getByText('示例', { exact: true })).toBeVisible();
  expect(await page.locator('main').textContent()).not.toMatch(/\d/);

  const onOtherChain = await context.newPage();
  await connect(onOtherChain, 1);
  await onOtherChain.getByRole('dialog', { name: '切换网络' }).getByRole('button', { name: '关闭' }).click();
  await onOtherChain.getByRole('link', { name: '资产' }).click();
  await expect(onOtherChain.getByText('请切换网络')).toBeVisible();
  await onOtherChain.close();

  const connected = await context.newPage();
  await connect(connected);
  await connected.getByRole('dialog', { name: '授权登录' }).getByRole('button', { name: '关闭' }).click();
  await connected.getByRole('link', { name: '资产' }).click();
  await expect(connected.getByText('您还没有授权登录')).toBeVisible();
});

test('each screen of the account says what one gets after signing in', async ({ page }) => {
  await installApi(page);
  for (const path of [
    '/assets',
    '/deposit',
    '/withdraw',
    '/record',
    '/record-detail?id=1',
    '/team',
    '/team-record',
    '/earnings_aic',
    '/earningsLogs',
    '/statement',
    '/machine',
    '/earnings_fmc',
    '/swapDetail?id=1',
    '/myDetail',
    '/city?tab=mine',
  ]) {
    await openPage(page, path);
    await expect(page.getByText(/^登录后/), path).toBeVisible();
  }
});

test('each state of a round has its label', async ({ page }) => {
  const api = await installApi(page);
  const [open] = fullHome(Date.now()).openRounds;
  if (open === undefined) throw new Error('an open round');
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  for (const [state, label] of [
    ['scheduled', '未开始'],
    ['open', '进行中'],
    ['full', '满仓'],
    ['settling', '结算中'],
    ['minted', '铸造完成'],
    ['failed', '铸造失败'],
    ['liquidating', '清算中'],
    ['ended', '已结束'],
  ] as const) {
    const round = { ...open, state };
    api.answer('POST /api/app/last/crowdfund', () => ({
      data: { serverTime: Date.now(), round, terms: roundTerms(), termsHash: `0x${'ab'.repeat(32)}`, reserve: '0' },
    }));
    await openPage(page, '/city');
    await expect(
      page.getByRole('region', { name: round.city }).getByText(label, { exact: true }).first(),
    ).toBeVisible();
  }
});

test('what could not be loaded says when it tries again, and does so by itself', async ({ page }) => {
  const api = await installApi(page);
  await page.clock.install();
  await openPage(page);
  await page.getByRole('link', { name: '城市' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  api.setOffline(true);
  await page.goto(`${pageUrl()}/leaderboards`);
  const alert = page.getByRole('alert');
  for (let attempt = 0; attempt < 4 && !(await alert.isVisible()); attempt += 1) await page.clock.runFor(2_000);
  await expect(alert).toContainText('网络异常');
  await expect(page.getByText(/^您的资产不受影响。 (10|9) 秒后自动重试$/)).toBeVisible();
  api.setOffline(false);
  api.answer('GET /api/app/leaderboard', () => ({ data: { items: [], mine: null } }));
  const tried = page.waitForRequest('**/api/app/leaderboard*');
  await page.clock.runFor(10_500);
  await tried;
});

test('a setting that was changed is confirmed, in the middle of the screen and for two seconds', async ({ page }) => {
  await installApi(page);
  await openPage(page, '/my');
  await page.getByText('深色', { exact: true }).click();
  const toast = page.getByText('设置成功');
  await expect(toast).toBeVisible();
  const shownAt = Date.now();
  const box = await toast.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y).toBeGreaterThan(height * 0.25);
  expect(box?.y).toBeLessThan(height * 0.65);
  await expect(toast).toBeHidden();
  expect(Date.now() - shownAt).toBeGreaterThan(1_000);
});
