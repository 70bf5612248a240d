import { readFile } from 'node:fs/promises';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { expect } from '@playwright/test';
import { parseEther } from 'viem';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { assetCard } from './fixtures/figures.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { pressEnter } from './fixtures/press-enter.ts';
import { test } from './fixtures/test.ts';
import { systemChain } from './system/chain.ts';
import { FUNDED_JU } from './system/fund-participants.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

const AMOUNT = '3.000000000000000007';

test('records by day with their exact sums, as CSV, and each with its receipt', async ({ page, context }) => {
  const { url } = systemAddresses();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { client, wallet } = await enterSystem(page, 92);
  const to = wallet.accounts[0]?.address ?? '';
  const withdrawal = { currency: 'JU', amount: AMOUNT, to, requestId: crypto.randomUUID() } as const;
  const { withdrawalId } = dataOf(await client.call('POST /api/app/user/withdraw', withdrawal));
  await gotoQuiet(page, `${url}/record`);

  const now = Date.now();
  const bounds = [now - 30 * DAY_MS, now + DAY_MS];
  const sums = dataOf(await client.call('POST /api/app/user/assetEventSums', { bounds }));
  expect(sums).toMatchObject({ recharged: { JU: FUNDED_JU }, withdrawn: { JU: AMOUNT } });
  const total = page.getByRole('region', { name: '每天的充值与提现，JU' });
  await expect(total.locator('dd data')).toHaveCount(2);
  await expect(total.locator('dd data').first()).toHaveAttribute('value', sums.recharged.JU);
  await expect(total.locator('dd data').last()).toHaveAttribute('value', `-${sums.withdrawn.JU}`);
  const records = page.getByRole('region', { name: '充提记录' });
  const today = records.getByRole('heading', { name: '今天' }).locator('xpath=..');
  await expect(today.locator(`data[value="${FUNDED_JU}"]`)).toBeVisible();
  await expect(today.locator(`data[value="-${AMOUNT}"]`)).toBeVisible();
  await expect(page.getByText('没有更多数据了')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 CSV' }).click();
  const [, ...rows] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(rows.map((row) => row.split(',').slice(1, 5))).toEqual([
    ['提现', '进行中', AMOUNT, 'JU'],
    ['充值', '已完成', FUNDED_JU, 'JU'],
  ]);

  await page.getByText('充值', { exact: true }).first().click();
  await expect(page).toHaveURL(/kind=recharge/);
  await expect(total.locator('dd data')).toHaveCount(1);
  await expect(records.getByRole('link')).toHaveCount(1);
  await records.getByRole('link').press('Enter');
  await expect(page.getByRole('list', { name: '充值的每一步' })).toBeVisible();
  const { items } = dataOf(await client.call('POST /api/app/user/assetEventLog', { kind: 'recharge' }));
  const hash = items[0]?.txHash ?? 'none';
  const row = page.getByText('交易哈希').locator('xpath=..');
  await expect(page.getByText(hash)).toHaveCount(0);
  await pressEnter(row.getByRole('button'));
  await expect(row.getByText(hash)).toBeVisible();
  await row.getByRole('button').click();
  await expect(page.getByText('复制成功')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: '打印收据' })).toBeHidden();
  await expect(page.locator(`data[value="${FUNDED_JU}"]`)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await checkAccessibility(page);

  await page.goto(`${url}/record-detail?id=w-${withdrawalId}`);
  await expect(page.getByRole('list', { name: '提现进度' })).toBeVisible();
});

test('a day without a record says so, and leads back to all of them', { tag: '@soak-2' }, async ({ page }) => {
  const { url } = systemAddresses();
  await enterSystem(page, 93);
  const from = Date.UTC(2020, 0, 1);
  await page.goto(`${url}/record?from=${from}&to=${from + DAY_MS}`);
  await expect(page.getByText('没有符合条件的记录')).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('button', { name: '全部' }).last().click();
  await expect(page.getByText('没有更多数据了')).toBeVisible();
});

test('assets on the chain are live, in one read a block at most; each side is one tap from the other', {
  tag: '@soak-6',
}, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const { node, setJuBalance } = systemChain();
  const { wallet } = await enterSystem(page, 79);
  const priceAt = Date.now();
  await page.route('**/api/app/user/asset', async (route) => {
    const reply = await route.fetch();
    const body: { data: object } = await reply.json();
    const price = { juPerFmc: '0.131313131313131313', source: 'pool-hour-mean', priceAt };
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, price } } });
  });
  await page.goto(`${url}/assets`);
  const [ju, fmc] = [assetCard(page, 'JU'), assetCard(page, 'FMC')];
  await expect(ju.locator('data').first()).toHaveAttribute('value', FUNDED_JU);
  await expect(ju.getByRole('link', { name: '充值' })).toHaveAttribute('href', '/deposit?currency=JU');
  await expect(page.getByRole('link', { name: '对账单' })).toHaveAttribute('href', '/statement');
  await expect(page.getByText(/最近一小时的均价，1 FMC = 0\.1313 JU，截至 20/)).toBeVisible();

  const reads: string[] = [];
  const first = await node.getBlockNumber({ cacheTime: 0 });
  page.on('request', (request) => {
    if (!request.url().startsWith(rpcUrl) || request.method() !== 'POST') return;
    const calls: readonly { method: string }[] = [request.postDataJSON()].flat();
    reads.push(calls.map(({ method }) => method).join());
  });
  await page.getByRole('tab', { name: '链上资产' }).click();
  await expect(ju.getByRole('link', { name: '提现' })).toHaveAttribute('href', '/withdraw?currency=JU');
  const account = wallet.accounts[0]?.address ?? '0x';
  await setJuBalance(account, parseEther('123.000000000000000456'));
  await expect(ju.locator('data').first()).toHaveAttribute('value', '123.000000000000000456');
  await expect(fmc.locator('data').first()).toHaveAttribute('value', '0');
  await expect(page.getByText(/^区块 \d+ 的余额/)).toBeVisible();
  await expect.poll(() => reads.length).toBeGreaterThan(2);
  const blocks = Number((await node.getBlockNumber({ cacheTime: 0 })) - first);
  expect(new Set(reads)).toEqual(new Set(['eth_blockNumber,eth_getBalance,eth_call']));
  expect(reads.length).toBeLessThanOrEqual(blocks + 1);
  await checkAccessibility(page);

  // Without the chain it says so, and shows what the server read last.
  await page.route(`${rpcUrl}/**`, (route) => route.abort());
  await expect(page.getByText('暂时无法读取链，余额可能不是最新。')).toBeVisible();
  await expect(ju.locator('data').first()).toHaveAttribute('value', '123.000000000000000456');
});
