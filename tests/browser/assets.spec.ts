import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { assetCard } from './fixtures/figures.ts';
import { test } from './fixtures/test.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

test('assets: thirty days are the API’s to the unit; a withdrawal under way leads to its steps', async ({ page }) => {
  const { url } = systemAddresses();
  const visitor = await enterSystem(page, 111);
  const amount = '12.000000000000000001';
  const { withdrawalId } = dataOf(
    await visitor.client.call('POST /api/app/user/withdraw', {
      currency: 'JU',
      amount,
      to: visitor.wallet.accounts[0]?.address ?? '',
      requestId: crypto.randomUUID(),
    }),
  );
  const asked = page.waitForRequest('**/api/app/user/balances');
  await page.goto(`${url}/assets`);
  const { bounds } = (await asked).postDataJSON();
  expect(bounds).toHaveLength(31);
  const { points } = dataOf(await visitor.client.call('POST /api/app/user/balances', { bounds }));
  // What is frozen for the withdrawal is the account's until it is paid.
  expect(points.map(({ JU }) => JU)).toEqual([...Array.from({ length: 30 }, () => '0'), '5000']);

  const card = assetCard(page, 'JU');
  await expect(card.getByText('近 30 天变动').locator('xpath=..').locator('data')).toHaveAttribute('value', '5000');
  const days = card.getByRole('table', { name: '近 30 天每天的 JU 余额' });
  const shown = await days.locator('td data').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('value')));
  expect(shown).toEqual(points.map(({ JU }) => JU));
  await expect(assetCard(page, 'FMC').getByText('近 30 天变动')).toHaveCount(0);
  await checkAccessibility(page);

  const underWay = page.getByRole('region', { name: '提现进行中' });
  await underWay.getByRole('link').click();
  await expect(page).toHaveURL(`${url}/withdraw?id=${withdrawalId}`);
  await expect(page.getByText('已放行，待钱包发送')).toBeVisible();
});
