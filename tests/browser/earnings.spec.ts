import { readFile } from 'node:fs/promises';
import type { Client } from '@city-mint/api-contract/client';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { answerEarnings, answerMiner } from './fixtures/earnings-replies.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { installApi } from './fixtures/fake-api.ts';
import { untilQuiet } from './fixtures/goto-quiet.ts';
import { openPage } from './fixtures/open-page.ts';
import { showScreen } from './fixtures/show-screen.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
import { readSettlement } from './system/read-settlement.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';
import { installWallet } from './wallet/test-wallet.ts';

const SCREENS = [
  '/earnings_aic',
  '/earningsLogs?days=7',
  '/statement',
  '/machine',
  '/earnings_fmc',
  '/earnings_fmc?tab=machines',
];

/** Signs in to a page whose API is the test's own, with a history of earnings. */
async function openHistory(page: Page) {
  const api = await installApi(page);
  answerEarnings(api);
  answerMiner(api);
  await installWallet(page);
  await openPage(page);
  await signIn(page);
  return api;
}

test('screens of earnings and miner, light and dark: nothing for axe', { tag: '@soak-5' }, async ({ page }) => {
  await openHistory(page);
  for (const path of SCREENS) {
    await untilQuiet(page, () => showScreen(page, path));
    await expect(page.locator('main').getByText(/FMC/).last()).toBeAttached();
    await page.emulateMedia({ colorScheme: 'light' });
    await checkAccessibility(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkAccessibility(page, ['color-contrast']);
  }
});

test('screens of earnings and miner in English, 320 px wide, full and empty', { tag: '@soak-5' }, async ({ page }) => {
  const api = await openHistory(page);
  await page.evaluate(() => localStorage.setItem('lang', 'en'));
  await page.setViewportSize({ width: 320, height: 640 });
  const open = async (path: string, text: string) => {
    await showScreen(page, path);
    await expect(page.locator('main').getByText(text).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  };
  await openPage(page, '/my');
  await open('/earnings_aic', 'Where it comes from');
  await open('/earningsLogs?days=7', 'Total');
  await open('/statement', 'Balanced');
  await open('/machine', 'My machines');
  await open('/earnings_fmc', 'Machine #400');
  await open('/earnings_fmc?tab=machines', 'Received by the exchange');
  answerEarnings(api, true);
  answerMiner(api, { machines: 0, pending: '0' });
  // Another document, without the answers that this one has.
  await openPage(page, '/my');
  await open('/earnings_aic', 'No earnings in the last 30 days');
  await open('/earningsLogs?days=7', 'No earnings match this filter');
  await open('/earningsLogs', 'No earnings yet');
  await open('/statement', 'Nothing changed in this period');
  await open('/machine', 'No machines yet');
  await open('/earnings_fmc', 'No hash power records yet');
});

test('the sheets of earnings and miner: nothing for axe', { tag: '@soak-3' }, async ({ page }) => {
  await openHistory(page);
  await openPage(page, '/earningsLogs');
  await page
    .getByRole('button', { name: /第一阶段 · 结算/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: '账单详情' })).toContainText('FMC 发行量');
  await checkAccessibility(page);
  await openPage(page, '/earningsLogs');
  await page.getByRole('button', { name: '按时间筛选' }).click();
  const range = page.getByRole('dialog', { name: '按时间筛选' });
  await range.getByRole('spinbutton', { name: '开始时间 时', exact: true }).press('ArrowUp');
  await expect(range.getByText('请先选择年、月、日')).toBeVisible();
  await checkAccessibility(page);
  await openPage(page, '/machine');
  await page.getByRole('button', { name: '领取 12.53 H' }).click();
  await expect(page.getByRole('dialog', { name: '绑定交易所 UID' })).toBeVisible();
  await checkAccessibility(page);
});

/** Returns what the API says of a user's earnings of today, by the clock of the browser. */
async function spansOfToday(page: Page, client: Client, type: 'settle' | undefined) {
  const from = await page.evaluate(() => new Date().setHours(0, 0, 0, 0));
  const request = { bounds: [from, from + DAY_MS], ...(type === undefined ? {} : { type }) };
  return dataOf(await client.call('POST /api/biz/profit/spans', request));
}

test('earnings by type and day, their bill and file, and a statement that closes: to the unit of the API', async ({
  page,
}) => {
  const { url } = systemAddresses();
  const me = await signInParticipant(fundedKey(5));
  const other = await signInParticipant(fundedKey(6));
  const round = await openRound({ city: 'Earnings', quota: '130' });
  await me.join(round, '33.333333333333333333');
  await other.join(round, '96.666666666666666667');
  await readSettlement(round.roundId);
  const profits = async () => dataOf(await me.client.call('POST /api/biz/aic/profits', {})).items;
  await expect.poll(async () => (await profits()).map(({ type }) => type)).toContain('settle');
  const settled = (await profits()).find(({ type }) => type === 'settle');
  if (settled === undefined) throw new Error('nothing was settled');

  await enterSystem(page, 5);
  await page.goto(`${url}/earnings_aic`);
  const hero = page.getByRole('region', { name: '近 30 天收益' });
  const today = await spansOfToday(page, me.client, undefined);
  const earned = (currency: string) => today.byCurrency.find((sum) => sum.currency === currency)?.total ?? '';
  expect(earned('FMC')).toBe(settled.amount);
  expect(today.cost).toBe('0.333333333333333333');
  await expect(hero.locator(`data[value="${settled.amount}"]`).first()).toBeVisible();
  await expect(hero.locator('data[value="-0.333333333333333333"]')).toContainText('−0.3333');
  await expect(hero.getByRole('timer', { name: '下一次发放' })).toBeVisible();

  await page.getByRole('link', { name: /^结算/ }).click();
  await page.getByRole('button', { name: /近 30 天/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '今天' }).click();
  const filtered = await spansOfToday(page, me.client, 'settle');
  const list = page.getByRole('region', { name: '收益记录' });
  await expect(page.locator(`main p data[value="${filtered.byCurrency[1]?.total}"]`).first()).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 CSV' }).click(),
  ]);
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(rows.map((row) => row.split(',')[3])).toEqual(['数量', settled.amount]);

  await list.getByRole('button').click();
  const bill = page.getByRole('dialog', { name: '账单详情' });
  await expect(bill.locator('data').first()).toHaveText(`+${settled.amount} FMC`);
  await expect(bill).toContainText(`流水号${settled.transferId}`);

  await page.goto(`${url}/statement?days=1`);
  const balances = dataOf(await me.client.call('POST /api/app/user/asset', {})).assets;
  for (const { currency, available } of balances) {
    const card = page.getByRole('region', { name: currency, exact: true });
    await expect(card.getByText('账目平衡')).toBeVisible();
    await expect(card.locator('dl').first().locator('data').last()).toHaveAttribute('value', available);
  }
});

test('the first claim of hash power: the exchange shows a code, the wallet signs, the machine is there', {
  tag: '@soak-1',
}, async ({ page }) => {
  const { url, exchangeUrl } = systemAddresses();
  const me = await signInParticipant(fundedKey(7));
  // An account at the exchange belongs to one wallet; a second try has another wallet.
  const { retry, repeatEachIndex } = test.info();
  const uid = `${700_700 + 10 * repeatEachIndex + retry}`;
  const round = await openRound({ city: 'Claim', quota: '900000', windowMs: 8_000 });
  await me.join(round, '4000');
  await readSettlement(round.roundId);
  const totals = async () => dataOf(await me.client.call('POST /api/biz/fmc/machines', {})).totals;
  await expect.poll(async () => (await totals()).pending).not.toBe('0');
  const { pending } = await totals();

  const { wallet } = await enterSystem(page, 7);
  await page.goto(`${url}/machine`);
  await page.getByRole('button', { name: /^领取 / }).click();
  const sheet = page.getByRole('dialog', { name: '绑定交易所 UID' });
  const submit = sheet.getByRole('button', { name: '签名并绑定' });
  // Disabled, it says what is missing.
  await submit.click({ force: true });
  await expect(sheet.getByText('请输入交易所账户 UID')).toBeVisible();
  await sheet.getByLabel('交易所账户 UID').fill('12345');
  await expect(sheet.getByText('交易所 UID 应为 6 到 12 位数字')).toBeVisible();

  // A code that the exchange never showed: it confirms nothing, and nothing is claimed.
  await sheet.getByLabel('交易所账户 UID').fill(uid);
  await sheet.getByLabel('交易所显示的验证码').fill('wrong1');
  await submit.click();
  await expect(page.getByText(`交易所未确认 UID ${uid}`)).toBeVisible();
  expect(await totals()).toMatchObject({ pending, claimed: '0', uid: null });

  await page.getByRole('button', { name: '重新绑定' }).click();
  const code = await fetch(`${exchangeUrl}/codes?uid=${uid}&address=${me.account.address}`);
  await sheet.getByLabel('交易所显示的验证码').fill(await code.text());
  wallet.failNext('personal_sign');
  await submit.click();
  await expect(page.getByText('用户已取消').first()).toBeVisible();
  await submit.click();
  await expect(page.getByText('补偿算力已自动领取')).toBeVisible();
  await expect(page.getByText(`已绑定交易所 UID ${uid}，之后的补偿算力都会自动领取，无需操作。`)).toBeVisible();
  await expect(page.locator(`article data[value="${pending}"]`)).toBeVisible();
  expect(await totals()).toMatchObject({ pending: '0', claimed: pending, uid, machines: 1 });
  await expect(page.getByRole('article').getByText('交易所已到账')).toBeVisible();
});
