import { expect } from '@playwright/test';
import { generatePrivateKey } from 'viem/accounts';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

const dialog = 'dialog' as const;

test('a network that the wallet does not support', async ({ page }) => {
  await installApi(page);
  const wallet = await installWallet(page, { chainId: 1 });
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' }).click();
  const action = page.getByRole('button', { name: '切换到 testJuChain' });

  wallet.failNext('wallet_addEthereumChain', -32601);
  await action.click();
  await expect(page.getByText('目标网络不受支持')).toBeVisible();

  wallet.failNext('wallet_switchEthereumChain', 4001);
  await action.click();
  await expect(page.getByText('用户已取消')).toBeVisible();
  expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(1);

  wallet.failNext('wallet_switchEthereumChain', -32000, 'User rejected methods.');
  await action.click();
  await expect(page.getByText('用户已取消')).toBeVisible();
  expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(1);

  wallet.failNext('wallet_switchEthereumChain', -32603);
  wallet.failNext('wallet_addEthereumChain', -32603);
  await action.click();
  await expect(page.getByText('切换网络失败')).toBeVisible();
});

test('a connection that is refused, and one that already waits in the wallet', async ({ page }) => {
  await installApi(page);
  const wallet = await installWallet(page);
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  const choice = page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' });

  wallet.failNext('wallet_requestPermissions', 4001);
  await choice.click();
  await expect(page.getByText('用户已取消')).toBeVisible();

  wallet.failNext('wallet_requestPermissions', -32002);
  await choice.click();
  await expect(page.getByText('钱包中已有一个待处理的请求')).toBeVisible();

  wallet.failNext('wallet_requestPermissions', -32603);
  wallet.failNext('eth_requestAccounts', -32603);
  await choice.click();
  await expect(page.getByText('连接失败')).toBeVisible();

  await choice.click();
  await expect(page.getByRole(dialog, { name: '授权登录' })).toBeVisible();
});

test('a signature that is refused, and one that fails', async ({ page }) => {
  await installApi(page);
  const wallet = await installWallet(page);
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' }).click();
  const sign = page.getByRole(dialog).getByRole('button', { name: '签名登录' });

  wallet.failNext('personal_sign', 4001);
  await sign.click();
  await expect(page.getByText('用户已取消')).toBeVisible();

  wallet.failNext('personal_sign', -32603);
  await sign.click();
  await expect(page.getByText('钱包端已取消或出错')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fmc.session'))).toBeNull();
});

test('a text to sign that is refused, and a network that fails, are shown by the tap', async ({ page }) => {
  const api = await installApi(page);
  await installWallet(page);
  api.answer('POST /api/app/user/signMessage', () => ({ code: 429, error: 'too-many-requests', msg: '请求太频繁' }));
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' }).click();
  const sign = page.getByRole(dialog).getByRole('button', { name: '签名登录' });
  await expect.poll(() => api.count('POST /api/app/user/signMessage')).toBe(1);
  await expect(page.getByText('请求太频繁')).toHaveCount(0);
  await sign.click();
  await expect(page.getByText('请求太频繁')).toBeVisible();

  api.setOffline(true);
  await sign.click();
  await expect(page.getByText('网络异常').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fmc.session'))).toBeNull();
});

test('a wallet that never answers does not lock the page', async ({ page }) => {
  await installApi(page);
  const wallet = await installWallet(page);
  await page.clock.install();
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' }).click();
  const sign = page.getByRole(dialog).getByRole('button', { name: '签名登录' });

  wallet.hangNext('personal_sign');
  await sign.click();
  await expect(page.getByRole(dialog)).toContainText('请在钱包中签名');
  await expect.poll(() => wallet.calls('personal_sign').length).toBe(1);
  await page.clock.fastForward(21_000);
  await expect(page.getByRole(dialog)).toContainText('钱包尚未响应');
  await checkAccessibility(page);
  await page.getByRole(dialog).getByRole('button', { name: '取消' }).click();
  await expect(sign).toBeVisible();

  wallet.hangNext('personal_sign');
  await sign.click();
  await expect(page.getByRole(dialog)).toContainText('请在钱包中签名');
  await expect.poll(() => wallet.calls('personal_sign').length).toBe(2);
  await page.clock.fastForward(21_000);
  wallet.failNext('personal_sign', -32002);
  await page.getByRole('button', { name: '再次打开钱包' }).click();
  await expect(page.getByRole(dialog)).toContainText('钱包尚未响应');
  wallet.answerHanging();
  await expect(page.getByText('授权登录成功')).toBeVisible();
});

test('an account that changes while it signs starts no session', async ({ page }) => {
  await installApi(page);
  const wallet = await installWallet(page, { keys: [generatePrivateKey(), generatePrivateKey()] });
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: 'Test Wallet' }).click();
  wallet.hangNext('personal_sign');
  await page.getByRole(dialog).getByRole('button', { name: '签名登录' }).click();
  await expect.poll(() => wallet.calls('personal_sign').length).toBe(1);
  const [first, second] = wallet.accounts;
  if (first === undefined || second === undefined) throw new Error('two accounts');
  await wallet.showAccounts([second, first]);
  await expect(page.getByText('连接的钱包已切换，请重新授权登录后再操作')).toBeVisible();
  await expect(page.getByRole(dialog)).toContainText(second.address);
  wallet.answerHanging();
  await expect(page.getByRole(dialog).getByRole('button', { name: '签名登录' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fmc.session'))).toBeNull();
});

test('a connection that is still being restored can be ended, and does not come back', async ({ page }) => {
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
