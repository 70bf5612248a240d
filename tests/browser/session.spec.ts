import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi, NO_PRICE } from './fixtures/fake-api.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { installWallet } from './wallet/test-wallet.ts';
import { scanCode } from './wallet-connect/scan-code.ts';

const dialog = 'dialog' as const;

test('connect, wrong chain, unknown to the wallet, added, switched, signed in, restored after a reload', async ({
  page,
}) => {
  const api = await installApi(page);
  const wallet = await installWallet(page, { chainId: 1 });
  const pageErrors = await watchPage(page, pageUrl());
  await openPage(page);

  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await checkAccessibility(page);
  await page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' }).click();
  await expect(page.getByText('连接成功')).toBeVisible();
  await expect(page.getByRole(dialog, { name: '切换网络' })).toContainText('Ethereum');
  await checkAccessibility(page);

  await page.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(page.getByRole(dialog, { name: '授权登录' })).toBeVisible();
  await expect(page.getByText('用户已取消')).toHaveCount(0);
  await checkAccessibility(page);
  expect(wallet.calls('wallet_addEthereumChain')[0]?.params[0]).toMatchObject({
    chainId: '0x31767',
    chainName: 'testJuChain',
    nativeCurrency: { symbol: 'JU', decimals: 18 },
  });
  expect(wallet.calls('wallet_switchEthereumChain')).toHaveLength(2);

  await page.getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  const address = wallet.accounts[0]?.address ?? '';
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  await expect(page.getByRole('button', { name: short })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: short }).click();
  await expect(page.getByRole(dialog, { name: '连接状态' })).toContainText('testJuChain');
  await expect(page.getByRole(dialog)).toContainText('202599');
  await expect(page.getByRole(dialog)).toContainText('已登录');
  await checkAccessibility(page);

  await page.getByRole('button', { name: '断开连接' }).click();
  await expect(page.getByRole(dialog, { name: '连接钱包' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fmc.session'))).toBeNull();
  expect(api.tokens.size).toBe(0);
  expect(pageErrors.foreignHosts).toEqual(new Set());
  expect(pageErrors.violations).toEqual([]);
  expect(pageErrors.errors).toEqual([]);
});

test('a wallet that cannot switch signs in and reads, and sees the network’s settings to copy', {
  tag: '@soak-4',
}, async ({ page }) => {
  const api = await installApi(page);
  api.answer('POST /api/app/user/asset', () => ({ data: { assets: [], pendingRecharges: [], price: NO_PRICE } }));
  const wallet = await installWallet(page, { chainId: 1 });
  await openPage(page, '/assets');
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' }).click();
  const sheet = page.getByRole(dialog, { name: '切换网络' });
  wallet.failNext('wallet_switchEthereumChain', 4200);
  wallet.failNext('wallet_addEthereumChain', 4200);
  await sheet.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(page.getByText('切换网络失败')).toBeVisible();
  await sheet.getByText('钱包不能自动切换？').click();
  await expect(sheet.getByRole('button', { name: '复制RPC 地址: http://127.0.0.1:8545' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: '复制链 ID: 202599' })).toBeVisible();
  await checkAccessibility(page);

  await sheet.getByRole('button', { name: '暂不切换，先登录查看' }).click();
  await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('钱包不在 testJuChain 上，现在只能查看。')).toBeVisible();
  await expect(page.getByRole(dialog)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('钱包不在 testJuChain 上，现在只能查看。')).toBeVisible();
  await expect(page.getByRole(dialog)).toHaveCount(0);
  await page.getByRole('button', { name: '切换网络' }).click();
  await expect(sheet.getByRole('button', { name: '暂不切换，先查看' })).toBeVisible();
});

test('signing out in one tab signs the other out, and asks nothing there', async ({ page, context }) => {
  await installApi(page);
  await installWallet(page);
  await openPage(page);
  await signIn(page);
  await openPage(page, '/my');
  const other = await context.newPage();
  await installApi(other);
  await openPage(other, '/my');
  await other.getByRole('button', { name: '退出登录' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click();
  await expect(other.getByText('已退出登录')).toBeVisible();
  await expect(page.getByRole('button', { name: '退出登录' })).toHaveCount(0);
  // A prompt would be in the way.
  await page.getByRole('button', { name: '语言' }).click();
  await expect(page.getByRole(dialog, { name: '语言' })).toBeVisible();
  await expect(page.getByRole(dialog)).toHaveCount(1);
});

test('a connection that is still being restored can be ended, and does not come back', { tag: '@soak-3' }, async ({
  page,
}) => {
  const api = await installApi(page);
  const wallet = await installWallet(page);
  await openPage(page);
  await signIn(page);
  wallet.hangNext('eth_accounts');
  await page.reload();
  await page.getByRole('button', { name: /^0x/ }).click();
  await page.getByRole(dialog, { name: '连接状态' }).getByRole('button', { name: '断开连接' }).click();
  await expect(page.getByRole(dialog, { name: '连接钱包' })).toBeVisible();
  expect(api.tokens.size).toBe(0);
  wallet.answerHanging();
  // With its answer the page that is left may ask once more; what counts is what the next one asks.
  let asked = 0;
  page.once('framenavigated', () => {
    asked = wallet.calls('eth_accounts').length;
  });
  await page.reload();
  await expect(page.getByRole('button', { name: '连接钱包' }).first()).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  expect(wallet.calls('eth_accounts').length).toBe(asked);
});

test('tampered storage counts as logged out', async ({ page }) => {
  await installApi(page);
  const pageErrors = await watchPage(page, pageUrl());
  await page.addInitScript(() => {
    localStorage.setItem('fmc.session', '{"token":["x"],"address":"0x1","user":{}}');
    localStorage.setItem('fmc.store', '{"state":{"connections":');
    localStorage.setItem('fmc.recentConnectorId', '}{');
    localStorage.setItem('lang', '../../x');
    localStorage.setItem('theme', '<b>');
  });
  await openPage(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  await expect(page.getByRole('button', { name: '连接钱包' }).first()).toBeVisible();
  expect(pageErrors.errors).toEqual([]);
});

test('storage that is full: signing in and out works, a reload forgets', { tag: '@soak-6' }, async ({ page }) => {
  const api = await installApi(page);
  await installWallet(page);
  const pageErrors = await watchPage(page, pageUrl());
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openPage(page);
  await signIn(page);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByRole('link', { name: '我的', exact: true }).click();
  await page.getByText('深色', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByText('已退出登录')).toBeVisible();
  expect(api.tokens.size).toBe(0);
  await page.reload();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  expect(pageErrors.errors).toEqual([]);
});

test('storage switched off: signing in works, a reload forgets', { tag: '@soak-1' }, async ({ page }) => {
  await installApi(page);
  await installWallet(page);
  const pageErrors = await watchPage(page, pageUrl());
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await openPage(page);
  await signIn(page);
  await page.reload();
  await expect(page.getByRole('button', { name: '连接钱包' }).first()).toBeVisible();
  expect(pageErrors.errors).toEqual([]);
});

test('two wallets are listed; without one the page says what to do', { tag: '@soak-6' }, async ({ page, context }) => {
  await installApi(page);
  await installWallet(page, { name: 'First Wallet', rdns: 'test.first' });
  await installWallet(page, { name: 'Second Wallet', rdns: 'test.second' });
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await expect(page.getByRole(dialog).getByRole('button', { name: 'First Wallet' })).toBeVisible();
  await expect(page.getByRole(dialog).getByRole('button', { name: 'Second Wallet' })).toBeVisible();

  const bare = await context.newPage();
  await installApi(bare);
  await openPage(bare);
  await bare.getByRole('button', { name: '连接钱包' }).first().click();
  await expect(bare.getByRole(dialog)).toContainText('还没有钱包？');
  await expect(bare.getByRole(dialog).getByRole('link', { name: '获取 MetaMask' })).toBeVisible();
  const code = bare.getByRole(dialog).getByRole('img', { name: '本页面网址的二维码' });
  expect(await scanCode(code)).toBe(`${pageUrl()}/index`);
  await checkAccessibility(bare);
});

test.describe('inside an app of its own', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
    isMobile: true,
  });

  test('its wallet is the only one in the list', async ({ page }) => {
    await installApi(page);
    await installWallet(page, { announced: false, injectedAfterMs: 0 });
    await openPage(page);
    await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
    await expect(page.getByText('授权登录成功')).toBeVisible();
    await openPage(page, '/my');
    await page.getByRole('button', { name: '连接状态' }).click();
    await page.getByRole(dialog).getByRole('button', { name: '断开连接' }).click();
    const list = page.getByRole(dialog, { name: '连接钱包' });
    await expect(list.getByRole('button', { name: '浏览器钱包' })).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).not.toContainText('还没有钱包？');
  });

  for (const injectedAfterMs of [0, 700]) {
    test(`the wallet that is there after ${injectedAfterMs} ms is connected without a tap`, async ({ page }) => {
      await installApi(page);
      await installWallet(page, { announced: false, injectedAfterMs });
      await openPage(page);
      await expect(page.getByRole(dialog, { name: '授权登录' })).toBeVisible();
    });
  }
});
