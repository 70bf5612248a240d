import { readFile } from 'node:fs/promises';
import type { Client } from '@city-mint/api-contract/client';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem, fillJoin } from './fixtures/enter-system.ts';
import { figure } from './fixtures/figures.ts';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

/** Shares the result; returns its picture, which this browser downloads. */
async function shareCoin(page: Page): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '分享结果图片' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('city-mint-1-1.png');
  return readFile(await download.path());
}

/** Checks that it is a square PNG with a coin and words in it, and says nothing of the account. */
function expectCoin(png: Buffer, address: string): void {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1080]);
  expect(png.length).toBeGreaterThan(60_000);
  expect(png.toString('latin1').toLowerCase()).not.toContain(address.slice(2).toLowerCase());
}

const moment = (page: Page, title: string) => page.getByRole('dialog', { name: title });

/** Selector of the contract's `rootOf`. */
const ROOT_OF = '0x6d6f398e';

/**
 * Opens the public page of a settled round, which settles it again: the contract has the root that the server made, and
 * then, by a lie of the node, another one.
 */
async function recompute(page: Page, client: Client, roundId: string): Promise<void> {
  const { merkleRoot } = dataOf(await client.call('GET /api/app/rounds/:roundId/settlement', { roundId }));
  let root = merkleRoot ?? '';
  await page.route(systemAddresses().rpcUrl, async (route) => {
    const calls = route.request().postDataJSON();
    if (!JSON.stringify(calls).includes(ROOT_OF)) return route.fallback();
    await route.fulfill({ json: [{ id: calls[0].id, result: root }], headers: { 'access-control-allow-origin': '*' } });
  });
  await page.getByRole('link', { name: '本轮结算' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '结算结果' })).toBeVisible();
  await expect(page.getByText('与合约一致：本机已重新计算全部 2 笔订单')).toBeVisible();
  const rows = page.getByRole('region', { name: '订单（按排名）' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: '我的' })).toHaveCount(2);
  await page.getByText('如何核验').click();
  await expect(page.getByText('合约由 1 个节点读出。')).toBeVisible();
  await checkAccessibility(page);
  root = root.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await page.reload();
  await expect(page.getByText('合约中的结果与此不一致')).toBeVisible();
}

test('a round is minted while the reader is elsewhere: the coin, the paid amount, the order', async ({ page }) => {
  const visitor = await enterSystem(page, 37);
  const round = await openRound({ city: 'Coin', quota: '500' });
  await (await fillJoin(page, round, '320')).click();
  await page.getByRole('dialog', { name: '订单已接受' }).getByRole('button', { name: '完成' }).click();
  await page.getByRole('link', { name: '资产' }).click();
  // The last of the quota comes from the same account, on another device.
  const { client } = visitor;
  const { roundId, termsHash } = round;
  dataOf(
    await client.call('POST /api/biz/crowdfund', { roundId, amount: '180', termsHash, requestId: crypto.randomUUID() }),
  );
  const sheet = moment(page, '铸造成功');
  await expect(sheet).toContainText('您得到');
  await checkAccessibility(page);
  await expect(page).toHaveURL(/\/assets/);

  const { items } = dataOf(await client.call('POST /api/biz/mine/mint', {}));
  expect(items.map(({ accepted }) => accepted)).toEqual(['180', '320']);
  const details = await Promise.all(
    items.map(async ({ orderId }) => dataOf(await client.call('POST /api/biz/mint/detail', { orderId }))),
  );
  const minted = details.map(({ settlement }) => settlement?.minted);
  const sum = (texts: readonly (string | undefined)[]) =>
    String(texts.reduce((total, text) => total + Number(text), 0));
  await expect(figure(sheet, '投入')).toHaveAttribute('value', '500');
  await expect(figure(sheet, '返还本金')).toHaveAttribute('value', sum(minted.map((part) => part?.principal)));
  const fmc = sum(minted.flatMap((part) => part?.stages.map(({ amount }) => amount)));
  await expect(sheet.locator(`data[value="${fmc}"]`)).toHaveText(`+${Number(fmc).toLocaleString('en')} FMC`);
  await expect(sheet.locator(`data[value="${sum(items.map(({ netJu }) => netJu ?? ''))}"]`)).toBeVisible();

  expectCoin(await shareCoin(page), visitor.wallet.accounts[0]?.address ?? '');
  await sheet.getByRole('button', { name: '知道了' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${systemAddresses().url}/city?city=${round.cityId}`);
  const card = page.getByRole('region', { name: round.city });
  await expect(card).toContainText('第 1, 2 位');
  await expect(card.locator(`data[value="${fmc}"]`).first()).toBeVisible();
  const fill = dataOf(await client.call('POST /api/app/round/fill', { roundId }));
  const curve = page.getByRole('table', { name: '募集过程' });
  await expect(curve.locator('data').last()).toHaveAttribute('value', fill.points.at(-1)?.filled ?? '');
  expect(fill.points.at(-1)).toMatchObject({ filled: '500', orders: 2 });
  await recompute(page, client, roundId);
  await page.goto(`${systemAddresses().url}/city?tab=mine`);
  const totals = dataOf(await client.call('POST /api/biz/mint/totals', {}));
  expect(totals).toMatchObject({ joined: '500', inRounds: '0', byOutcome: { minted: { orders: 2, joined: '500' } } });
  await page.getByText('全部合计').click();
  const sums = page.getByRole('region', { name: '我的铸造合计' });
  for (const [label, value] of [
    ['累计投入', totals.joined],
    ['已返还本金与退款', totals.returned],
    ['储备金盈余分配', totals.split],
  ] as const) {
    await expect(figure(sums, label)).toHaveAttribute('value', value);
  }
  await expect(figure(sums, '已得 FMC')).toHaveAttribute('value', totals.fmcPaid);
  // Seen once, it does not come again.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('有新结果')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a round fails while its sheet is open: the sheet tells what came back; closed pages tell it later', {
  tag: '@soak-4',
}, async ({ page }) => {
  const { client, wallet } = await enterSystem(page, 41);
  const first = await openRound({ city: 'Crack', quota: '1000', windowMs: 16_000 });
  await (await fillJoin(page, first, '200')).click();
  await expect(page.getByRole('dialog', { name: '订单已接受' })).toBeVisible();
  const sheet = moment(page, '铸造失败');
  await expect(sheet).toContainText('已返还');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await checkAccessibility(page);
  const [order] = dataOf(await client.call('POST /api/biz/mine/mint', {})).items;
  const { settlement } = dataOf(await client.call('POST /api/biz/mint/detail', { orderId: order?.orderId ?? '' }));
  const { refund, loss, compensation } = settlement?.failed ?? {};
  await expect(figure(sheet, '退回')).toHaveAttribute('value', String(refund));
  await expect(figure(sheet, '损失')).toHaveAttribute('value', String(loss));
  await expect(figure(sheet, '储备金补偿')).toHaveAttribute('value', String(compensation));
  await sheet.getByRole('button', { name: '查看订单' }).click();
  await expect(page.getByRole('dialog', { name: '订单详情' })).toContainText('清算结算');
  expectCoin(await shareCoin(page), wallet.accounts[0]?.address ?? '');

  const second = await openRound({ city: 'Away', quota: '1000', windowMs: 16_000 });
  await (await fillJoin(page, second, '100')).click();
  await expect(page.getByRole('dialog', { name: '订单已接受' })).toBeVisible();
  await page.goto('about:blank');
  await expect
    .poll(async () => dataOf(await client.call('POST /api/biz/mine/mint', {})).items[0]?.netJu)
    .not.toBeNull();
  await page.goto(`${systemAddresses().url}/my`);
  await expect(moment(page, '铸造失败')).toContainText('Away');
});
