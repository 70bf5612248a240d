import type { Client } from '@city-mint/api-contract/client';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey, type Participant, signInParticipant } from './system/participant.ts';
import { readSettlement } from './system/read-settlement.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';
import { installWallet } from './wallet/test-wallet.ts';

/** Binds an inviter through the API, as the page does. */
async function bind({ client, account }: Participant, superior: string): Promise<void> {
  const text = dataOf(await client.call('POST /api/app/user/confirmMessage', { action: 'bind-inviter', superior }));
  const sign_hex = await account.signMessage({ message: text.message });
  dataOf(await client.call('POST /api/biz/activate', { superior, sign_hex, nonce: text.nonce }));
}

const teamOf = async (client: Client) => dataOf(await client.call('GET /api/biz/team', {}));
const sheetOf = (page: Page) => page.getByRole('dialog', { name: '绑定邀请人' });
const look = (page: Page) => sheetOf(page).getByRole('button', { name: '下一步：查看绑定内容' }).click();

/**
 * Opens the page by a link with the code of this inviter, or with a text that is no address, signs the account in, and
 * comes back after a reload.
 */
async function comeByLink(page: Page, { key, inviter }: { key: `0x${string}`; inviter: string }) {
  const { url, rpcUrl } = systemAddresses();
  const wallet = await installWallet(page, { keys: [key], rpcUrl });
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(inviter);
  const code = isAddress ? Buffer.from(inviter.slice(2), 'hex').toString('base64url') : encodeURIComponent(inviter);
  await page.goto(`${url}/index?inviter=${code}`);
  await signIn(page);
  await page.goto(`${url}/index`);
  return wallet;
}

test('an inviter link fills in the inviter and binds no one; what would be refused is refused before signing', {
  tag: '@soak-4',
}, async ({ page }) => {
  const { url } = systemAddresses();
  const pageErrors = await watchPage(page, url);
  const [inviter, me, below] = await Promise.all([54, 55, 56].map((number) => signInParticipant(fundedKey(number))));
  if (inviter === undefined || me === undefined || below === undefined) throw new Error('three participants');
  await bind(below, me.account.address);
  const wallet = await comeByLink(page, { key: fundedKey(55), inviter: inviter.account.address });

  await page.getByRole('link', { name: /邀请了您/ }).click();
  const field = sheetOf(page).getByLabel('邀请人地址');
  await expect(field).toHaveValue(inviter.account.address);
  await expect(sheetOf(page)).toContainText('来自邀请链接');
  expect((await teamOf(me.client)).superior).toBeNull();

  for (const [address, problem] of [
    ['', '请输入邀请人地址'],
    [me.account.address, '不能绑定自己的地址'],
    [inviter.account.address.replace(/.$/, 'Z'), '地址格式不正确'],
  ] as const) {
    await field.fill(address);
    await expect(sheetOf(page)).toContainText(problem);
  }
  for (const [address, refusal] of [
    [`0x${'12'.repeat(20)}`, '该地址尚未注册'],
    [below.account.address, '该地址在您的团队中，不能作为您的邀请人'],
  ] as const) {
    await field.fill(address);
    await look(page);
    await expect(sheetOf(page).getByRole('alert')).toHaveText(refusal);
  }
  await checkAccessibility(page);

  await field.fill(inviter.account.address.toLowerCase());
  await look(page);
  const sign = sheetOf(page).getByRole('button', { name: '签名并绑定' });
  await expect(sheetOf(page)).toContainText('绝不会从您的本金中支付');
  await expect(sheetOf(page)).toContainText('绑定不可撤销');
  await checkAccessibility(page);
  // Until here the wallet has signed nothing but the sign-in.
  expect(wallet.calls('personal_sign')).toHaveLength(1);
  wallet.failNext('personal_sign', 4001);
  await sign.click();
  await expect(page.getByText('用户已取消')).toBeVisible();
  expect((await teamOf(me.client)).superior).toBeNull();
  await sign.click();
  await expect(page.getByText('绑定成功')).toBeVisible();
  expect((await teamOf(me.client)).superior).toBe(inviter.account.address);
  await expect(page.getByText('已绑定')).toBeVisible();
  await page.goto(`${url}/index`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('邀请了您')).toHaveCount(0);
  expect(pageErrors).toMatchObject({ errors: [], violations: [] });
});

test('an altered link is refused in words; an answer that is lost is found out about', { tag: '@soak-4' }, async ({
  page,
}) => {
  const { url } = systemAddresses();
  const inviter = await signInParticipant(fundedKey(57));
  const me = await signInParticipant(fundedKey(58));
  await comeByLink(page, { key: fundedKey(58), inviter: '0x7099<b>no</b>' });
  await page.goto(`${url}/team?sheet=bind`);
  await expect(sheetOf(page).getByRole('alert')).toHaveText(/邀请链接里的地址无效/);
  await checkAccessibility(page);
  await sheetOf(page).getByLabel('邀请人地址').fill(inviter.account.address);
  await look(page);
  // The server binds, and its answer never arrives.
  await page.route('**/api/biz/activate', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheetOf(page).getByRole('button', { name: '签名并绑定' }).click();
  await expect(page.getByText('绑定成功')).toBeVisible();
  const team = await teamOf(me.client);
  expect(team.superior).toBe(inviter.account.address);
});

test('a leaderboard and my own place are the API’s to the unit, and name me once I choose to', {
  tag: '@soak-3',
}, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const [me, other] = await Promise.all([59, 60].map((number) => signInParticipant(fundedKey(number))));
  if (me === undefined || other === undefined) throw new Error('two participants');
  const round = await openRound({ city: 'Board', quota: '300' });
  await me.join(round, '100.000000000000000001');
  await other.join(round, '250');
  await readSettlement(round.roundId);
  await installWallet(page, { keys: [fundedKey(59)], rpcUrl });
  await page.goto(`${url}/index`);
  await signIn(page);
  const readBoard = async () =>
    dataOf(await me.client.call('GET /api/app/leaderboard', { board: 'mint', period: 'today' }));
  // The boards are computed every 15 seconds.
  await expect.poll(async () => (await readBoard()).mine?.rank).toBeGreaterThan(0);

  const own = page.getByRole('region', { name: '我的名次' });
  // Other tests settle rounds meanwhile: the screen and the API are compared until both are of the same computation.
  await expect(async () => {
    await page.goto(`${url}/leaderboards?board=mint&period=today`);
    await expect(own.locator('data').first()).toBeVisible();
    const { mine, items } = await readBoard();
    const values = (scope: typeof own) =>
      scope.locator('data').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(await values(own)).toEqual([mine?.amount, ...(mine?.next == null ? [] : [mine.next.missing])]);
    await expect(own).toContainText(`第 ${mine?.rank} 位`);
    const listed = [
      ...(await values(page.locator('main section ol'))),
      ...(await values(page.locator('main > div ol'))),
    ];
    expect(new Set(listed)).toEqual(new Set(items.flatMap(({ amount }) => amount ?? [])));
    await expect(page.locator('main')).toContainText(/\d\d:\d\d UTC 更新/);
  }).toPass();
  await checkAccessibility(page);

  expect((await readBoard()).items.every(({ name }) => name !== 'Minter 59')).toBe(true);
  await page.getByRole('switch', { name: '上榜' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: '公开的名字' }).fill('Minter 59');
  await checkAccessibility(page);
  await sheet.getByRole('button', { name: '以此名字上榜' }).click();
  await expect(own).toContainText('Minter 59');
  await expect.poll(async () => (await readBoard()).items.find(({ isMe }) => isMe)?.name).toBe('Minter 59');
  await page.getByRole('switch', { name: '上榜' }).click();
  await expect(own).toContainText('仅自己可见');
  expect((await readBoard()).mine).toMatchObject({ name: null });
});
