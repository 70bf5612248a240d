import { expect, type Page } from '@playwright/test';
import { parseEther, zeroAddress } from 'viem';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { figure } from './fixtures/figures.ts';
import { test } from './fixtures/test.ts';
import { systemChain } from './system/chain.ts';
import { type OpenRound, openRound } from './system/open-round.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { installWallet, type TestWallet } from './wallet/test-wallet.ts';

const AMOUNT = '12.5';

/** Requests that a wallet shows to its owner; a switch to a chain that it does not know fails before that. */
const PROMPTS = [
  'wallet_requestPermissions',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'personal_sign',
  'eth_sendTransaction',
];

/** Counts each tap on the page, wherever it lands; returns how to read the count. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    const count: unknown = Reflect.get(window, 'countTap');
    const onTap = (event: Event) => event.isTrusted && typeof count === 'function' && void count();
    addEventListener('pointerdown', onTap, { capture: true });
  });
  return () => taps;
}

function promptsOf(wallet: TestWallet): string[] {
  return wallet.log.map(({ method }) => method).filter((method) => PROMPTS.includes(method));
}

/** From the home screen to the accepted order, by a visitor who has nothing here yet. */
async function joinFromNothing(page: Page, { city, cityId }: OpenRound): Promise<void> {
  await page.goto(`${systemAddresses().url}/index`);
  const join = page.locator(`a[href="/city?city=${cityId}&join=0"]`);
  // Other tests' rounds are beside it: a swipe, which is no tap; again if the script or a new round replaced the strip.
  await expect(async () => {
    await join.scrollIntoViewIfNeeded({ timeout: 2_000 });
    await expect(page.getByRole('heading', { name: city })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await join.click();
  const sheet = page.getByRole('dialog', { name: `参与 ${city}` });
  await sheet.getByLabel('参与数量').fill(AMOUNT);
  await sheet.getByRole('button', { name: '连接并授权后参与' }).click();
  await page.getByRole('dialog', { name: '连接钱包' }).getByRole('button', { name: 'Test Wallet' }).click();
  await sheet.getByRole('button', { name: '余额不足，去充值' }).click();
  await expect(page.getByLabel('充值数量')).toHaveValue(AMOUNT);
  await page.getByRole('button', { name: `充值 ${AMOUNT} JU` }).click();
  await expect(page.getByText('到账后自动返回')).toBeVisible();
  await checkAccessibility(page);
  await sheet.getByRole('button', { name: `确认参与 ${AMOUNT} JU` }).click();
  const consent = page.getByRole('dialog', { name: '首次参与前' });
  await consent.getByRole('checkbox').check();
  await consent.getByRole('button', { name: `同意并参与 ${AMOUNT} JU` }).click();
  await expect(figure(page.getByRole('dialog', { name: '订单已接受' }), '实际参与数量')).toHaveAttribute(
    'value',
    AMOUNT,
  );
}

for (const { title, chainId, prompts, tag } of [
  {
    title: 'a wallet on our chain',
    chainId: 202599,
    prompts: ['wallet_requestPermissions', 'personal_sign', 'eth_sendTransaction'],
    tag: [],
  },
  {
    title: 'a wallet that has to learn our chain',
    chainId: 1,
    prompts: ['wallet_requestPermissions', 'wallet_addEthereumChain', 'personal_sign', 'eth_sendTransaction'],
    tag: '@soak-4',
  },
]) {
  test(`from nothing to joined in 8 taps: ${title}, ${prompts.length} wallet prompts`, { tag }, async ({ page }) => {
    const { rpcUrl } = systemAddresses();
    const wallet = await installWallet(page, { chainId, rpcUrl, switchesOnAdd: true });
    await systemChain().setJuBalance(wallet.accounts[0]?.address ?? zeroAddress, parseEther('100'));
    const round = await openRound({ city: 'Newcomer', quota: '1000' });
    const taps = await countTaps(page);
    await joinFromNothing(page, round);
    expect(taps()).toBe(8);
    const unknown = chainId === 202599 ? [] : ['wallet_switchEthereumChain'];
    expect(promptsOf(wallet)).toEqual([...prompts.slice(0, 1), ...unknown, ...prompts.slice(1)]);
  });
}
