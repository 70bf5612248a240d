import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { getAddress } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { type FakeApi, installApi, NO_PRICE } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

type Limits = ReplyOf<'POST /api/app/user/withdrawLimits'>;

const LIMITS = 'POST /api/app/user/withdrawLimits';
const contract = (digit: string) => getAddress(`0x${digit.repeat(40)}`);
const WAITING = getAddress(`0x${'ab'.repeat(20)}`);
const FREE_AT = Date.now() + 90_000_000;

const JU: Limits['currencies'][number] = {
  currency: 'JU',
  limits: [
    { rule: 'per-withdrawal', limit: '1000', left: '1000' },
    { rule: 'per-user-day', limit: '5000', left: '4321.5' },
    { rule: 'per-day', limit: '50000', left: '7654.25' },
    { rule: 'share-of-day', limit: '765.425', left: '765.425' },
  ],
  left: '765.425',
  approvalAbove: '500',
};

const REPLY: Limits = {
  currencies: [JU, { ...JU, currency: 'FMC' }],
  paused: false,
  coolsUntil: null,
  newAddressHours: 48,
  recipients: [{ address: WAITING, freeAt: FREE_AT }],
};

/** Signs in, and answers what the screen asks for, except for the limits. */
async function enter(page: Page, balance = '2000.5'): Promise<FakeApi> {
  const api = await installApi(page);
  const asset = { frozenInRounds: '0', frozenInWithdrawals: '0', vesting: '0', onChain: null };
  const values = { valueInJu: null, vestingValueInJu: null };
  const assets = ['JU', 'FMC'].map((currency) => ({
    ...asset,
    ...values,
    currency,
    available: balance,
    total: balance,
  }));
  api.answer('POST /api/app/user/asset', () => ({ data: { assets, pendingRecharges: [], price: NO_PRICE } }));
  api.answer('GET /api/app/config', () => ({
    data: {
      chainId: 202599,
      vault: contract('1'),
      fmc: contract('2'),
      router: contract('3'),
      factory: contract('4'),
      wrappedNative: contract('5'),
      anchors: contract('6'),
      confirmationsNeeded: 4,
      serverTime: Date.now(),
    },
  }));
  await installWallet(page, { keys: [generatePrivateKey()] });
  await openPage(page);
  await signIn(page);
  return api;
}

for (const { lang, tag } of [
  { lang: 'zh', tag: [] },
  { lang: 'en', tag: '@soak-6' },
]) {
  test(`the form with its limits, ${lang}, light and dark: nothing for axe`, { tag }, async ({ page }) => {
    const api = await enter(page);
    api.answer(LIMITS, () => ({ data: { ...REPLY, coolsUntil: FREE_AT } }));
    await page.evaluate((value) => localStorage.setItem('lang', value), lang);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await openPage(page, '/withdraw');
      await page.locator('[name="to"]').fill(WAITING);
      await expect(page.getByRole('region')).toContainText(['0 JU']);
      await checkAccessibility(page);
    }
  });
}
