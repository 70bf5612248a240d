import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { answerNetwork, boardOf, directsOf, SUPERIOR } from './fixtures/network-replies.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

for (const [lang, count, colorScheme] of [
  ['zh', 0, 'light'],
  ['en', 30, 'dark'],
] as const) {
  test(`the network of ${count}, ${lang}, ${colorScheme}: nothing for axe at 320 pixels`, async ({ page }) => {
    const api = await installApi(page);
    const place = { amount: '1240', rank: 23, next: { rank: 22, missing: '310' } };
    api.answer('GET /api/app/leaderboard', () => ({ data: boardOf(12, place) }));
    const { accounts } = await installWallet(page);
    await openPage(page);
    await signIn(page);
    await page.evaluate((value) => localStorage.setItem('lang', value), lang);
    await page.setViewportSize({ width: 320, height: 640 });
    answerNetwork(api, { address: accounts[0]?.address ?? '', count });
    await page.emulateMedia({ colorScheme });
    for (const path of ['/team?sheet=invite', '/team', '/team-record', '/team-record?view=days', '/leaderboards']) {
      await openPage(page, path);
      await expect(page.locator('[aria-busy="true"], .animate-shimmer')).toHaveCount(0);
      await checkAccessibility(page);
    }
  });
}

test('each direct referral is a bead, which the keyboard reaches; the largest leg is named', async ({ page }) => {
  const api = await installApi(page);
  const { accounts } = await installWallet(page);
  await openPage(page);
  await signIn(page);
  answerNetwork(api, { address: accounts[0]?.address ?? '', count: 18 });
  await openPage(page, '/team');
  const [first, second] = directsOf(2);
  const beads = page.getByRole('list', {
    name: '直接邀请，按业绩排列',
  });
  await expect(beads.getByRole('button')).toHaveCount(18);
  await expect(beads.getByRole('button', { name: /最大一线$/ })).toHaveCount(1);
  await beads.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const person = page.getByRole('dialog');
  await expect(person).toContainText(second?.address ?? '');
  await expect(person.locator(`data[value="${second?.earnedForMe}"]`)).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Escape');
  await expect(person).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(first?.address ?? '');
});

test('an inviter who is being bound is shown until they are, or with why they are not', async ({ page }) => {
  const api = await installApi(page);
  const { accounts } = await installWallet(page);
  await openPage(page);
  await signIn(page);
  const address = accounts[0]?.address ?? '';
  const binding = { superior: SUPERIOR, askedAt: Date.now(), refusal: null };
  answerNetwork(api, { address, count: 0, binding });
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, '/team?sheet=bind');
  await expect(page.getByText('正在绑定邀请人')).toBeVisible();
  await expect(page.getByText('确认中')).toBeVisible();
  // There is nothing to sign meanwhile.
  await expect(page.getByText('绑定邀请人', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await checkAccessibility(page);
  answerNetwork(api, { address, count: 0, binding: { ...binding, refusal: '该地址尚未注册' } });
  await expect(page.getByText('该地址尚未注册')).toBeVisible();
  await expect(page.getByRole('heading', { name: '绑定邀请人' })).toBeVisible();
  await checkAccessibility(page);
  answerNetwork(api, { address, count: 0, binding });
  await page.reload();
  await expect(page.getByText('正在绑定邀请人')).toBeVisible();
  answerNetwork(api, { address, count: 18 });
  await expect(page.getByText('已绑定')).toBeVisible();
  await expect(page.getByText('正在绑定邀请人')).toHaveCount(0);
  const stored = await page.evaluate(() => localStorage.getItem('fmc.session'));
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ user: { superior: SUPERIOR } });
});
