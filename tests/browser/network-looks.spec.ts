import { boardOf, SUPERIOR } from '@city-mint/web/testing/replies/network';
import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { answerNetwork } from './fixtures/network-replies.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

type Look = {
  readonly lang: string;
  readonly count: number;
  readonly colorScheme: 'light' | 'dark';
  readonly tag: string | [];
};

const LOOKS: readonly Look[] = [
  { lang: 'zh', count: 0, colorScheme: 'light', tag: '@soak-3' },
  { lang: 'en', count: 30, colorScheme: 'dark', tag: '@soak-3' },
];

for (const { lang, count, colorScheme, tag } of LOOKS) {
  test(`the network of ${count}, ${lang}, ${colorScheme}: nothing for axe at 320 pixels`, { tag }, async ({ page }) => {
    const api = await installApi(page);
    const place = { name: null, removedName: null, amount: '1240', rank: 23, next: { rank: 22, missing: '310' } };
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
    const binding = { superior: SUPERIOR, askedAt: Date.now(), refusal: '该地址尚未注册' };
    for (const refusal of [null, binding.refusal]) {
      answerNetwork(api, { address: accounts[0]?.address ?? '', count: 0, binding: { ...binding, refusal } });
      await openPage(page, '/team');
      await expect(page.getByRole('status').filter({ hasText: /绑定|inviter|0x7099/ })).toBeVisible();
      await checkAccessibility(page);
    }
  });
}
