import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { FUNDED_JU } from './system/fund-participants.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';
import { installWallet } from './wallet/test-wallet.ts';

test('auto-mint: on without a maximum by a signature, settings as the API has them, off by one confirmation', async ({
  page,
}) => {
  const { client, wallet } = await enterSystem(page, 35);
  const settings = async () => dataOf(await client.call('POST /api/biz/set/repeat', {})).settings;
  await page.goto(`${systemAddresses().url}/city`);
  await page.getByRole('button', { name: '自动铸造' }).click();
  const sheet = page.getByRole('dialog', { name: '自动铸造' });
  // All that the account has stays available, so that it takes no rank in the rounds of other tests.
  await sheet.getByLabel('始终保留').fill(FUNDED_JU);
  await sheet.getByLabel('每轮设上限').uncheck();
  await sheet.getByLabel('累计失败几轮后停止').fill('2');
  await expect(sheet.locator(`data[value="${FUNDED_JU}"]`).first()).toBeVisible();
  await checkAccessibility(page);
  const signatures = wallet.calls('personal_sign').length;
  await sheet.getByRole('button', { name: '开启自动铸造' }).click();
  const question = page.getByRole('alertdialog', { name: '开启自动铸造？' });
  await expect(question).toContainText('不限');
  expect((await settings()).enabled).toBe(false);
  await question.getByRole('button', { name: '开启自动铸造' }).click();
  await expect(page.getByText('自动铸造已开启', { exact: true })).toBeVisible();
  expect(wallet.calls('personal_sign')).toHaveLength(signatures + 1);
  expect(await settings()).toMatchObject({ enabled: true, keep: FUNDED_JU, perRoundMaximum: '0', stopAfterLosses: 2 });

  // With a maximum the session is enough; what is on the screen after a reload is what the API has.
  await sheet.getByLabel('每轮设上限').check();
  await sheet.getByLabel('每轮最多').fill('250');
  await sheet.getByRole('button', { name: '保存设置' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '开启自动铸造' }).click();
  await expect(page.getByText('设置成功', { exact: true })).toBeVisible();
  expect(wallet.calls('personal_sign')).toHaveLength(signatures + 1);
  await page.reload();
  const { keep, perRoundMaximum } = await settings();
  await expect(sheet.getByLabel('始终保留')).toHaveValue(keep);
  await expect(sheet.getByLabel('每轮最多')).toHaveValue(perRoundMaximum);
  await expect(sheet.getByRole('region', { name: '下一轮' })).toContainText('已开启');

  await sheet.getByRole('button', { name: '关闭自动铸造' }).click();
  await page.getByRole('alertdialog', { name: '关闭自动铸造？' }).getByRole('button', { name: '关闭自动铸造' }).click();
  await expect(page.getByText('自动铸造已关闭', { exact: true })).toBeVisible();
  expect(await settings()).toMatchObject({ enabled: false, offBecause: 'user', perRoundMaximum: '250' });
});

test('the address of auto-mint leads a signed-out visitor through signing in to its settings, or closes', {
  tag: '@soak-5',
}, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  // A busy browser takes a step back late: the address must not be changed before it has.
  await page.addInitScript(() => {
    const go = history.go.bind(history);
    history.go = (delta) => void setTimeout(go, 1_000, delta);
  });
  const key = fundedKey(112);
  await signInParticipant(key);
  await installWallet(page, { keys: [key], rpcUrl });
  const address = `${url}/city?auto=open`;
  const prompt = page.getByRole('dialog', { name: '连接钱包' });
  const sheet = page.getByRole('dialog', { name: '自动铸造' });

  await page.goto(address);
  await prompt.getByRole('button', { name: '关闭' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${url}/city`);

  await page.goto('about:blank');
  await page.goto(address);
  await prompt.getByRole('button', { name: 'Test Wallet' }).click();
  await expect(sheet.getByLabel('始终保留')).toBeVisible();
  await expect(sheet.locator(`data[value="${FUNDED_JU}"]`).first()).toBeVisible();
  await expect(page).toHaveURL(address);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${url}/city`);
});
