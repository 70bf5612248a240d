import type { Client } from '@city-mint/api-contract/client';
import type { FailedSettlement } from '@city-mint/domain/rounds/settlement';
import { expect, type Page } from '@playwright/test';
import { parseEther } from 'viem';
import { exact } from './fixtures/exact.ts';
import { assetCard, figure } from './fixtures/figures.ts';
import { pageClient } from './fixtures/page-client.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { FUNDED_JU } from './system/fund-participants.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
import { readSettlement } from './system/read-settlement.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';
import { installWallet } from './wallet/test-wallet.ts';

const JOINED = '250.000000000000000007';

type FailedOrder = FailedSettlement['orders'][number];

test('a round that is not filled: refund, compensation from the last to the first, hash power to claim', {
  tag: '@soak-5',
}, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const key = fundedKey(2);
  const [me, early, late] = await Promise.all([key, fundedKey(3), fundedKey(4)].map((one) => signInParticipant(one)));
  if (me === undefined || early === undefined || late === undefined) throw new Error('three participants');
  await installWallet(page, { keys: [key], rpcUrl });
  const pageErrors = await watchPage(page, url);
  await page.goto(`${url}/index`);
  await signIn(page);

  // The reserve pays 1 % of what it holds, some 5 JU: all of the last loss of 3, a part of the one before, nothing of
  // the first.
  const round = await openRound({ city: 'Short', quota: '1000', windowMs: 20_000 });
  await Promise.all([early.join(round, '100'), page.goto(`${url}/city?city=${round.cityId}`)]);
  await page.getByRole('button', { name: '参与铸造' }).click();
  const sheet = page.getByRole('dialog', { name: `参与 ${round.city}` });
  await sheet.getByLabel('参与数量').fill(JOINED);
  await sheet.getByRole('button', { name: `确认参与 ${JOINED} JU` }).click();
  await page.getByRole('button', { name: '查看订单' }).click();
  const moment = await delayMoment(page);
  const broken = page.getByRole('dialog', { name: '订单详情' }).getByText('已返还').waitFor();
  await late.join(round, '100');
  await broken;

  const result = await readSettlement(round.roundId);
  if (result.outcome !== 'failed') throw new Error('a round that is not full fails');
  const [first, mine, last] = result.orders;
  if (first === undefined || mine === undefined || last === undefined) throw new Error('three orders');
  expect(last.compensation).toBe(last.loss);
  expect(mine.compensation).toBeGreaterThan(0n);
  expect(mine.compensation).toBeLessThan(mine.loss);
  expect(first.compensation).toBe(0n);

  await expectLiquidation(page, mine);
  const client = await pageClient(page);
  await expectAnswers(client, mine);
  // A moment that comes late does not open over what the sheet has shown.
  await moment.asked;
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await moment.answer();
  await expect(page.getByRole('button', { name: new RegExp(`${round.city}.*待领取`, 's') })).toBeVisible();
  await page.getByRole('link', { name: '资产' }).click();
  const available = parseEther(FUNDED_JU) - parseEther(JOINED) + mine.refund + mine.compensation;
  const card = assetCard(page, 'JU');
  await expect(card.locator('data').first()).toHaveAttribute('value', exact(available));
  await expect(card).not.toContainText('铸造中');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${url}/city?city=${round.cityId}`);
  await expect(page.getByRole('region', { name: round.city })).toContainText('失败 · 已结束');
  expect(pageErrors.violations).toEqual([]);
  expect(pageErrors.errors).toEqual([]);
});

/** Holds back what the moment of a settlement is made from; returns when it is asked for, and how to let it go. */
async function delayMoment(page: Page) {
  const path = '**/api/biz/mint/outcomes';
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(path);
  await page.route(path, async (route) => {
    await promise;
    // The page asks again after each event, which cancels its earlier question.
    await route.fallback().catch(() => undefined);
  });
  const answer = async () => {
    const answered = page.waitForResponse(path);
    resolve();
    await (await answered).finished();
    await page.unroute(path);
  };
  return { asked, answer };
}

async function expectLiquidation(page: Page, mine: FailedOrder): Promise<void> {
  const liquidation = page.getByRole('dialog', { name: '订单详情' }).getByRole('region', { name: '清算结算' });
  await expect(figure(liquidation, '退回金额')).toHaveAttribute('value', exact(mine.refund));
  await expect(figure(liquidation, '损失金额')).toHaveAttribute('value', exact(mine.loss));
  await expect(figure(liquidation, '储备金补偿')).toHaveAttribute('value', exact(mine.compensation));
  await expect(figure(liquidation, '补偿算力 · 待领取')).toHaveAttribute('value', exact(mine.hashPower));
  await expect(liquidation).toContainText('补偿从最后参与者开始；您排在倒数第 2 位');
}

async function expectAnswers(client: Client, mine: FailedOrder): Promise<void> {
  const { items } = dataOf(await client.call('POST /api/biz/mine/mint', {}));
  expect(items).toHaveLength(1);
  const [order] = items;
  const detail = dataOf(await client.call('POST /api/biz/mint/detail', { orderId: order?.orderId ?? '' }));
  expect(detail.order).toMatchObject({ rank: 2, reverseRank: 2, state: 'claimable' });
  expect(detail.settlement?.failed).toMatchObject({
    refund: exact(mine.refund),
    loss: exact(mine.loss),
    compensation: exact(mine.compensation),
    hashPower: exact(mine.hashPower),
  });
}
