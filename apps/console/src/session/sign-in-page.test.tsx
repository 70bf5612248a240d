import { within } from '@testing-library/react';
import { getAddress, recoverMessageAddress } from 'viem';
import { expect, test } from 'vitest';
import { currentSession } from '#platform/session-store.ts';
import { type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';

const MESSAGE = 'localhost wants you to sign in';
const NONCE = 'a'.repeat(100);
const TOKEN = 'b'.repeat(64);

function prepareSignIn(options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk({ role: null, ...options });
  desk.network.reply('POST /api/ops/signMessage', { message: MESSAGE, nonce: NONCE });
  const session = { token: TOKEN, expiresAt: Date.now() + 3_600_000, address: OPERATOR.address };
  desk.network.reply('POST /api/ops/login', session);
  desk.network.reply('POST /api/ops/operators', { operators: [] });
  desk.network.reply('POST /api/ops/me', { address: OPERATOR.address, role: 'viewer', actions: [], confirm: false });
  return desk;
}

test('an operator signs the server’s text with a wallet, and is at the address that they opened', async () => {
  const { network, open } = prepareSignIn();
  const { screen, user, address } = await open('/operators');
  expect(screen.queryByRole('navigation')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Sign in with Test Wallet' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Operators' })).toBeVisible();
  expect(address()).toBe('/operators');
  expect(network.calls('POST /api/ops/signMessage')).toEqual([
    { eth_address: OPERATOR.address, domain: location.host, uri: location.origin },
  ]);
  const [{ sign_hex: signature, nonce }] = network.calls('POST /api/ops/login').map(Object);
  expect(nonce).toBe(NONCE);
  expect(getAddress(await recoverMessageAddress({ message: MESSAGE, signature }))).toBe(OPERATOR.address);
  expect(currentSession()).toMatchObject({ token: TOKEN, address: OPERATOR.address });
});

test('an address that is no operator is refused in the server’s words', async () => {
  const { network, open } = prepareSignIn();
  network.refuse('POST /api/ops/signMessage', { error: 'not-an-operator', msg: 'This address is not an operator' });
  const { screen, user } = await open('/operators');
  await user.click(await screen.findByRole('button', { name: 'Sign in with Test Wallet' }));
  expect(await screen.findByText('This address is not an operator')).toBeVisible();
  expect(currentSession()).toBeNull();
});

test.each(['eth_requestAccounts', 'personal_sign'])('a wallet that refuses %s signs no one in', async (method) => {
  const { network, wallet, open } = prepareSignIn();
  wallet.failNext(method, 4001);
  const { screen, user } = await open('/operators');
  const button = await screen.findByRole('button', { name: 'Sign in with Test Wallet' });
  await user.click(button);
  expect(await screen.findByText('The wallet did not sign. Please confirm in the wallet and try again.')).toBeVisible();
  expect(network.calls('POST /api/ops/login')).toEqual([]);
  expect(button).not.toHaveAttribute('aria-disabled');
});

test('without an answer of the server the page says so', async () => {
  const { network, open } = prepareSignIn();
  network.disconnect('POST /api/ops/login');
  const { screen, user } = await open('/operators');
  await user.click(await screen.findByRole('button', { name: 'Sign in with Test Wallet' }));
  expect(await screen.findByText('The server did not answer. Please check the network and try again.')).toBeVisible();
});

test('signing out ends the session here and at the server, even where the server does not answer', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/operators', { operators: [] });
  network.disconnect('POST /api/ops/logout');
  const { screen, user } = await open('/operators');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Operator sign-in' })).toBeVisible();
  expect(network.calls('POST /api/ops/logout')).toEqual([{}]);
  expect(currentSession()).toBeNull();
  // The operator knows why.
  expect(screen.queryByText('Your session has ended. Please sign in again.')).toBeNull();
});

test('a session that the server has ended leads to the sign-in, which says so', async () => {
  const { network, open } = prepareDesk();
  network.refuse('POST /api/ops/operators', { error: 'session-ended', code: 501 });
  const { screen } = await open('/operators');
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test('the language and the appearance can be chosen before the sign-in', async () => {
  const { screen, user } = await prepareSignIn({ language: 'zh' }).open('/operators');
  const main = within(await screen.findByRole('main'));
  const [language, theme] = main.getAllByRole('combobox');
  await user.selectOptions(language ?? document.body, 'English');
  expect(await screen.findByRole('heading', { name: 'Operator sign-in' })).toBeVisible();
  await user.selectOptions(theme ?? document.body, 'Dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
});
