import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, OPERATOR, type OpenDesk, prepareDesk } from '#testing/desk.tsx';
import { DONE, expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const TITLE = 'Add an operator';
const ADD = 'POST /api/ops/operators/add';
const FIELDS = { address: COLLEAGUE.address, role: 'viewer' };

function prepareOperators(options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply('POST /api/ops/operators', { operators: [] });
  desk.network.reply('POST /api/ops/preview', samplePreview({ after: { role: 'viewer' }, operators: 2 }));
  return desk;
}

/** Fills in the sheet that adds an operator, up to its preview. Returns the sheet. */
async function fillIn(desk: OpenDesk) {
  await desk.press(TITLE);
  const sheet = within(await desk.screen.findByRole('dialog', { name: TITLE }));
  await desk.user.type(sheet.getByLabelText('Address'), COLLEAGUE.address);
  await desk.user.selectOptions(sheet.getByLabelText('Role'), 'viewer');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await sheet.findByRole('region', { name: 'Preview' });
  return sheet;
}

test('a form shows the problem of each field, goes to the first, and previews nothing', async () => {
  const { network, open } = prepareOperators();
  const desk = await open('/operators');
  await desk.press(TITLE);
  const sheet = within(await desk.screen.findByRole('dialog', { name: TITLE }));
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  expect(sheet.getByText('Missing field: Address')).toBeVisible();
  expect(sheet.getByText('Missing field: Role')).toBeVisible();
  expect(sheet.getByText('2 fields need a correction')).toBeVisible();
  const address = sheet.getByLabelText('Address');
  expect(address).toHaveFocus();
  await desk.user.type(address, '0x1234');
  expect(
    sheet.getByText('The address is not valid. It must be 0x followed by 40 hexadecimal characters'),
  ).toBeVisible();
  expect(address).toHaveAccessibleDescription(
    'The address is not valid. It must be 0x followed by 40 hexadecimal characters',
  );
  expect(network.calls('POST /api/ops/preview')).toEqual([]);
});

test('closing a sheet returns the focus to its button and keeps the typed text', async () => {
  const { open } = prepareOperators();
  const desk = await open('/operators');
  await desk.press(TITLE);
  await desk.user.type(await desk.screen.findByLabelText('Address'), '0x12');
  await desk.user.keyboard('{Escape}');
  await expect.poll(() => desk.screen.queryByRole('dialog')).toBeNull();
  const button = desk.screen.getByRole('button', { name: TITLE });
  await expect.poll(() => document.activeElement).toBe(button);
  await desk.user.keyboard('{Enter}');
  expect(await desk.screen.findByLabelText('Address')).toHaveValue('0x12');
});

test('the preview shows the words of the wallet, without the fields that are set at signing', async () => {
  const { network, open } = prepareOperators();
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  expect(network.calls('POST /api/ops/preview')).toEqual([{ action: 'operators/add', fields: FIELDS }]);
  const words = sheet.getByRole('region', { name: 'What your wallet will show' });
  expect(words).toHaveTextContent(`address${COLLEAGUE.address}roleviewer`);
  expect(words).toHaveTextContent(`operator${OPERATOR.address}`);
  expect(words).not.toHaveTextContent('requestId');
  await desk.user.type(sheet.getByLabelText('Reason'), 'new at the desk');
  expect(words).toHaveTextContent('reasonnew at the desk');
});

test('without a reason the wallet is not asked', async () => {
  const { wallet, open } = prepareOperators();
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  await desk.user.click(sheet.getByRole('button', { name: 'Sign with the wallet' }));
  expect(sheet.getByText('Say why, in at least 3 characters.')).toBeVisible();
  expect(sheet.getByLabelText('Reason')).toBeInvalid();
  expect(wallet.calls('eth_signTypedData_v4')).toEqual([]);
});

test('a signed proposal says until when it can be confirmed, and has the link for the second person', async () => {
  const { network, open } = prepareOperators();
  network.reply(ADD, proposedOutcome(NOW));
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  await signIn(desk, { sheet: TITLE, reason: 'new at the desk' });
  expect(await sheet.findByText('Proposed: it waits for a second person')).toBeVisible();
  expect(sheet.getByText('Can be confirmed until 2026-11-20 12:00:00 +08')).toBeVisible();
  expect(sheet.getByRole('link', { name: `${location.origin}/proposals/31` })).toHaveAttribute('href', '/proposals/31');
  expect(sheet.getByRole('link', { name: 'See log entry #72' })).toHaveAttribute('href', '/log?entry=%2272%22');
  await desk.user.click(sheet.getByRole('button', { name: 'Copy the link' }));
  expect(await sheet.findByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/proposals/31`);
  await expectSigned(network, ADD, { fields: FIELDS, reason: 'new at the desk' });
});

test('after a completed action the sheet opens empty', async () => {
  const { network, open } = prepareOperators();
  network.reply(ADD, DONE);
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  await signIn(desk, { sheet: TITLE, reason: 'new at the desk' });
  await sheet.findByText('It has taken effect');
  await desk.user.keyboard('{Escape}');
  await expect.poll(() => desk.screen.queryByRole('dialog')).toBeNull();
  await desk.press(TITLE);
  expect(await desk.screen.findByLabelText('Address')).toHaveValue('');
});

test('a wallet that refuses changes nothing, and the sheet that opens again has all that was entered', async () => {
  const { network, wallet, open } = prepareOperators();
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  wallet.failNext('eth_signTypedData_v4', 4001);
  await signIn(desk, { sheet: TITLE, reason: 'new at the desk' });
  expect(await sheet.findByText(/^The wallet refused to sign/)).toBeVisible();
  expect(network.calls(ADD)).toEqual([]);
  const again = await desk.reload();
  const reopened = within(await again.screen.findByRole('dialog', { name: TITLE }));
  expect(await reopened.findByLabelText('Reason')).toHaveValue('new at the desk');
  expect(reopened.getByRole('region', { name: 'What your wallet will show' })).toHaveTextContent(COLLEAGUE.address);
});

test('a wallet that shows another account is not asked for a signature', async () => {
  const { wallet, open } = prepareOperators();
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  wallet.showAccount(COLLEAGUE.address);
  await signIn(desk, { sheet: TITLE, reason: 'new at the desk' });
  expect(await sheet.findByText(/^The wallet shows another account/)).toBeVisible();
  expect(wallet.calls('eth_signTypedData_v4')).toEqual([]);
});

test('a wallet on another chain is asked to switch before it signs', async () => {
  const { network, wallet, open } = prepareOperators();
  network.reply(ADD, DONE);
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  wallet.moveTo(1);
  await signIn(desk, { sheet: TITLE, reason: 'new at the desk' });
  await sheet.findByText('It has taken effect');
  expect(wallet.calls('wallet_switchEthereumChain')).toEqual([[{ chainId: '0x31767' }]]);
});

test('a session that ends while the sheet is open loses nothing: after the sign-in all is still there', async () => {
  const { network, open } = prepareOperators();
  network.refuse(ADD, { error: 'session-ended', code: 501 });
  const desk = await open('/operators');
  await fillIn(desk);
  await signIn(desk, { sheet: TITLE, reason: 'new at the desk' });
  expect(await desk.screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
  network.reply('POST /api/ops/signMessage', { message: 'sign in', nonce: 'a'.repeat(100) });
  network.reply('POST /api/ops/login', {
    token: 'b'.repeat(64),
    expiresAt: Date.now() + 60_000,
    address: OPERATOR.address,
  });
  await desk.user.click(desk.screen.getByRole('button', { name: 'Sign in with Test Wallet' }));
  const sheet = within(await desk.screen.findByRole('dialog', { name: TITLE }));
  expect(await sheet.findByLabelText('Reason')).toHaveValue('new at the desk');
});

test('a refusal is said in the operator’s language with its limit, and the sheet can be sent again', async () => {
  const { network, open } = prepareOperators();
  network.refuse(ADD, { error: 'operator-exists' });
  const desk = await open('/operators');
  const sheet = await fillIn(desk);
  await signIn(desk, { sheet: TITLE, reason: 'new at the desk' });
  expect(
    await sheet.findByText('This address is an operator already. Change its role instead', { exact: false }),
  ).toBeVisible();
  expect(sheet.getByLabelText('Reason')).toHaveValue('new at the desk');
  expect(sheet.getByRole('button', { name: 'Sign with the wallet' })).not.toHaveAttribute('aria-disabled');
});

test('a refused preview returns to the form with the typed values', async () => {
  const { network, open } = prepareOperators();
  network.refuse('POST /api/ops/preview', { error: 'operator-exists' });
  const desk = await open('/operators');
  await desk.press(TITLE);
  const sheet = within(await desk.screen.findByRole('dialog', { name: TITLE }));
  await desk.user.type(sheet.getByLabelText('Address'), COLLEAGUE.address);
  await desk.user.selectOptions(sheet.getByLabelText('Role'), 'viewer');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  expect(await sheet.findByText(/is an operator already/)).toBeVisible();
  expect(sheet.queryByLabelText('Reason')).toBeNull();
  await desk.user.click(sheet.getByRole('button', { name: 'Back to the form' }));
  expect(sheet.getByLabelText('Address')).toHaveValue(COLLEAGUE.address);
});

test('a preview without an answer says so and is asked for again', async () => {
  const { network, open } = prepareOperators();
  network.disconnect('POST /api/ops/preview');
  const desk = await open('/operators');
  await desk.press(TITLE);
  const sheet = within(await desk.screen.findByRole('dialog', { name: TITLE }));
  await desk.user.type(sheet.getByLabelText('Address'), COLLEAGUE.address);
  await desk.user.selectOptions(sheet.getByLabelText('Role'), 'viewer');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  expect(await sheet.findByText(/^The server did not answer, so there is no preview/)).toBeVisible();
  network.reply('POST /api/ops/preview', samplePreview());
  await desk.user.click(sheet.getByRole('button', { name: 'Try again' }));
  expect(await sheet.findByRole('region', { name: 'Preview' })).toBeVisible();
});
