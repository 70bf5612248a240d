import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { assetCard } from './fixtures/figures.ts';
import { pageClient } from './fixtures/page-client.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';
import { installWallet } from './wallet/test-wallet.ts';

test('without a wallet of their own, a visitor has JU in the system after a few taps', async ({ page }) => {
  const { url } = systemAddresses();
  await page.goto(`${url}/index`);
  await signIn(page, '演示钱包');
  await page.goto(`${url}/deposit`);
  await page.getByLabel('充值数量').fill('250');
  await page.getByRole('button', { name: '充值 250 JU' }).click();
  await expect(page.getByText('充值成功')).toBeVisible();
  const { assets } = dataOf(await (await pageClient(page)).call('POST /api/app/user/asset', {}));
  expect(assets.find(({ currency }) => currency === 'JU')?.available).toBe('250');
  await page.reload();
  await page.goto(`${url}/assets`);
  await expect(assetCard(page, 'JU').locator('data').first()).toHaveAttribute('value', '250');
});

test('the list of wallets waits for the demo wallet, so that none moves under the finger', { tag: '@soak-3' }, async ({
  page,
}) => {
  const { url, rpcUrl } = systemAddresses();
  await installWallet(page, { rpcUrl });
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/demo-wallet*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${url}/index`);
  const fetched = page.waitForRequest('**/assets/demo-wallet*.js');
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await fetched;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  arrival.resolve();
  const list = page.getByRole('dialog', { name: '连接钱包' });
  await expect(list).toBeVisible();
  expect(await list.getByRole('button', { name: '演示钱包' }).count()).toBe(1);
  await list.getByRole('button', { name: 'Test Wallet' }).click();
  await expect(page.getByRole('dialog', { name: '授权登录' })).toBeVisible();
});

test('another build has no part of it, and none for the main chain can be made', () => {
  const root = join(import.meta.dirname, '..', '..');
  const scripts = globSync('.data/test-page/assets/*.js', { cwd: root }).map((path) => join(root, path));
  const holding = (text: string) => scripts.filter((path) => readFileSync(path, 'utf8').includes(text));
  // What another wallet is asked for is found by the same search.
  expect(holding('wallet_switchEthereumChain').length).toBeGreaterThan(0);
  expect(holding('anvil_setBalance')).toEqual([]);
  expect(holding('fmc.demoKey')).toEqual([]);

  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--mode', 'devnet', '--outDir', '/nonexistent'], {
    cwd: join(root, 'apps', 'web'),
    encoding: 'utf8',
    env: { ...process.env, VITE_CHAIN_ID: '210000' },
  });
  expect(built.status).not.toBe(0);
  expect(built.stderr).toContain('mode devnet is for the chain of this machine');
});
