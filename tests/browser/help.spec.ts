import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { figure } from './fixtures/figures.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

test('the questions explain the rules by an example, and by the reader’s own order once there is one', async ({
  page,
}) => {
  const { url } = systemAddresses();
  const { roundId, termsHash } = await openRound({ city: 'Count', quota: '500' });
  await gotoQuiet(page, `${url}/question`);
  await expect(page.getByText('示例，不是您的订单')).toBeVisible();
  await expect(figure(page.getByRole('main'), '最多损失')).toHaveCount(0);
  await checkAccessibility(page);

  const { client } = await signInParticipant(fundedKey(99));
  const request = { roundId, amount: '500', termsHash, requestId: crypto.randomUUID() };
  const { orderId } = dataOf(await client.call('POST /api/biz/crowdfund', request));
  const detail = async () => dataOf(await client.call('POST /api/biz/mint/detail', { orderId }));
  await expect.poll(async () => (await detail()).settlement, { timeout: 30_000 }).not.toBeNull();
  const { order, settlement } = await detail();
  await enterSystem(page, 99);
  await gotoQuiet(page, `${url}/question`);
  await expect(page.getByText('您最近的订单')).toBeVisible();
  await expect(page.getByText(`${order.city} · 第 1 期 · 第 1 轮`)).toBeVisible();
  await expect(figure(page.getByRole('main'), '投入')).toHaveAttribute('value', order.accepted);
  await expect(figure(page.getByRole('main'), '手续费')).toHaveAttribute('value', String(settlement?.minted?.fee));
  await expect(figure(page.getByRole('main'), '返还本金')).toHaveAttribute(
    'value',
    String(settlement?.minted?.principal),
  );
  await expect(page.getByText('示例，不是您的订单')).toHaveCount(0);
  await checkAccessibility(page);
});
