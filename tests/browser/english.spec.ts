import { expect } from '@playwright/test';
import { generatePrivateKey } from 'viem/accounts';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { installWallet } from './wallet/test-wallet.ts';

test('in English: texts of what is missing, refused, done and lost', async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const key = fundedKey(30);
  const [round] = await Promise.all([openRound({ city: 'English', quota: '1000' }), signInParticipant(key)]);
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  const wallet = await installWallet(page, { keys: [key, generatePrivateKey()], chainId: 1, rpcUrl });
  const dialog = page.getByRole('dialog');
  await page.goto(`${url}/assets`);
  await expect(page.getByText('You have not connected your wallet')).toBeVisible();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await dialog.getByRole('button', { name: 'Test Wallet' }).click();

  await expect(page.getByRole('dialog', { name: 'Switch network' })).toBeVisible();
  wallet.failNext('wallet_switchEthereumChain', 4001);
  await page.getByRole('button', { name: 'Switch to testJuChain' }).click();
  const cancelled = page.getByText('User canceled');
  await expect(cancelled).toBeVisible();
  await expect(cancelled).toHaveCount(0);
  await page.getByRole('button', { name: 'Switch to testJuChain' }).click();

  const sign = dialog.getByRole('button', { name: 'Sign to log in' });
  wallet.failNext('personal_sign', 4001);
  await sign.click();
  await expect(cancelled).toBeVisible();
  wallet.failNext('personal_sign', -32603);
  await sign.click();
  await expect(page.getByText('Wallet-side cancellation or error occurred')).toBeVisible();
  await sign.click();
  await expect(page.getByText('Authorized login successful')).toBeVisible();

  await page.goto(`${url}/city?city=${round.cityId}`);
  const card = page.getByRole('region', { name: round.city });
  await expect(card).toContainText('In progress');
  await card.getByRole('button', { name: 'Join this mint' }).click();
  await dialog.getByRole('textbox').fill('5000.1');
  await expect(page.getByText('Entered quantity exceeds available balance (5000)')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const [first, second] = wallet.accounts;
  if (first === undefined || second === undefined) throw new Error('two accounts');
  await wallet.showAccounts([second, first]);
  await expect(
    page.getByText('Connected wallet has been switched, please re-authorize login before operating'),
  ).toBeVisible();
  await wallet.showAccounts([]);
  await expect(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible();
});
