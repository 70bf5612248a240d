import { waitFor, within } from '@testing-library/react';
import { numberToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { BOB } from '#testing/sample-session.ts';
import { answerCity } from '#testing/visit-city.tsx';
import { prepareWallet } from '#testing/visit-wallet.ts';
import { activeChain } from './active-chain.ts';

const SWITCH = 'wallet_switchEthereumChain';

/** Connects a wallet of another chain from a screen of the account. */
async function connectInEnglish() {
  const visitor = await prepareWallet(1, 'en');
  answerCity(visitor.network);
  const page = await visitor.open('/city?tab=mine');
  const { screen, user } = page;
  expect(await screen.findByText('You have not connected your wallet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Connect wallet' }));
  const list = await screen.findByRole('dialog', { name: 'Connect wallet' });
  await user.click(await within(list).findByRole('button', { name: /^Browser wallet/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Switch network' });
  const toSwitch = within(sheet).getByRole('button', { name: 'Switch to testJuChain' });
  return { ...visitor, ...page, toSwitch };
}

async function signInInEnglish() {
  const opened = await connectInEnglish();
  const { wallet, screen, user, toSwitch } = opened;
  wallet.reply(SWITCH, () => {
    wallet.reply('eth_chainId', () => numberToHex(activeChain.id));
    return null;
  });
  await user.click(toSwitch);
  const sheet = await screen.findByRole('dialog', { name: 'Sign in' });
  const sign = () => within(sheet).findByRole('button', { name: 'Sign message' });
  return { ...opened, sign };
}

describe('in English', () => {
  test('a switch that is refused', async () => {
    const { wallet, screen, user, toSwitch } = await connectInEnglish();
    wallet.fail(SWITCH, 4001);
    await user.click(toSwitch);
    expect(await screen.findByText('User canceled')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('User canceled')).toBeNull());
  });

  test('a signature that is refused, one that fails, and one that signs in', async () => {
    const { wallet, screen, user, sign } = await signInInEnglish();
    const { promise, resolve } = Promise.withResolvers<string>();
    wallet.fail('personal_sign', 4001);
    await user.click(await sign());
    expect(await screen.findByText('User canceled')).toBeVisible();
    wallet.fail('personal_sign', -32603);
    await user.click(await sign());
    expect(await screen.findByText('Wallet-side cancellation or error occurred')).toBeVisible();
    wallet.reply('personal_sign', () => promise);
    await user.click(await sign());
    resolve(`0x${'12'.repeat(65)}`);
    expect(await screen.findByText('Authorized login successful')).toBeVisible();
  });

  test('a round, an amount above the balance, another account, and none', async () => {
    const { wallet, screen, user, sign } = await signInInEnglish();
    await user.click(await sign());
    await screen.findByText('Authorized login successful');
    await user.click(await screen.findByRole('tab', { name: 'Cities' }));
    const card = await screen.findByRole('region', { name: /^London/ });
    expect(card).toHaveTextContent('In progress');
    await user.click(within(card).getByRole('button', { name: 'Join this mint' }));
    const form = await screen.findByRole('dialog', { name: 'Join London' });
    await within(form).findByText(/JU available$/);
    await user.type(within(form).getByRole('textbox'), '100.1');
    expect(await within(form).findByText(/Entered quantity exceeds available balance \(≈ 100 JU\)/)).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await wallet.show([BOB]);
    expect(
      await screen.findByText('Connected wallet has been switched, please re-authorize login before operating'),
    ).toBeVisible();
    await wallet.show([]);
    expect(await screen.findByRole('dialog', { name: 'Connect wallet' })).toBeVisible();
  });
});
