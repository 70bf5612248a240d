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
const UNKNOWN = getAddress(`0x${'cd'.repeat(20)}`);
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
      confirmationsNeeded: 4,
      serverTime: Date.now(),
    },
  }));
  await installWallet(page, { keys: [generatePrivateKey()] });
  await openPage(page);
  await signIn(page);
  return api;
}

const limitsOf = (page: Page) => page.getByRole('region', { name: '提现限额' });

test('the limits are above the form, and bound what it takes', async ({ page }) => {
  const api = await enter(page);
  api.answer(LIMITS, () => ({ data: REPLY }));
  await openPage(page, '/withdraw');
  await expect(limitsOf(page)).toHaveText(
    /现在最多可提765\.425 JU.*4,321\.5 \/ 5,000 JU.*所剩不多，限制了您的数量.*> 500 JU.*等待 48 小时/,
  );
  await page.getByLabel('提现数量').fill('800');
  await expect(page.getByText('超过限额，现在最多 765.425')).toBeVisible();
  await page.getByRole('button', { name: '全部' }).click();
  await expect(page.getByLabel('提现数量')).toHaveValue('765.425');
  await expect(page.getByRole('button', { name: '提现 765.425 JU' })).toBeEnabled();

  await page.getByLabel('收款地址').fill(UNKNOWN);
  await expect(page.getByText('这是新的收款地址：提交后先等待 48 小时')).toBeVisible();
  await expect(page.getByRole('button', { name: '提现 765.425 JU' })).toBeEnabled();
  await page.getByLabel('收款地址').fill(WAITING);
  await expect(page.getByText(/该地址正在等待期，\d{4}\/\d\d\/\d\d .* 起可以提现到这里/)).toBeVisible();
  await expect(page.getByRole('button', { name: '申请提现' })).toBeDisabled();
});

test('a balance below all limits is the most that can be withdrawn', async ({ page }) => {
  const api = await enter(page, '300.25');
  api.answer(LIMITS, () => ({ data: REPLY }));
  await openPage(page, '/withdraw');
  await expect(limitsOf(page)).toContainText('现在最多可提300.25 JU');
});

test('unused vouchers and maintenance stop every withdrawal, and say so first', async ({ page }) => {
  const api = await enter(page);
  api.answer(LIMITS, () => ({ data: { ...REPLY, coolsUntil: FREE_AT } }));
  await openPage(page, '/withdraw');
  await expect(page.getByText(/之前的放行凭证未使用即已过期，.* 起可再提现/)).toBeVisible();
  await expect(limitsOf(page)).toContainText('现在最多可提0 JU');
  await page.getByLabel('提现数量').fill('1');
  await expect(page.getByRole('button', { name: '申请提现' })).toBeDisabled();
  api.answer(LIMITS, () => ({ data: { ...REPLY, paused: true } }));
  await page.reload();
  await expect(page.getByText('系统维护中，暂停提现，请稍后再试')).toBeVisible();
});

test('without the limits the form works, and they are asked for again', async ({ page }) => {
  const api = await enter(page);
  api.answer(LIMITS, () => ({ status: 500, code: 500, error: 'internal' }));
  await openPage(page, '/withdraw');
  await expect(page.getByText('暂时无法读取提现限额')).toBeVisible();
  await page.getByLabel('提现数量').fill('800');
  await expect(page.getByRole('button', { name: '提现 800 JU' })).toBeEnabled();
  await checkAccessibility(page);
  api.answer(LIMITS, () => ({ data: REPLY }));
  await page.getByRole('button', { name: '重试' }).click();
  await expect(limitsOf(page)).toBeVisible();
  await expect(page.getByText('超过限额，现在最多 765.425')).toBeVisible();
});

for (const lang of ['zh', 'en'] as const) {
  test(`the form with its limits, ${lang}, light and dark: nothing for axe`, async ({ page }) => {
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
