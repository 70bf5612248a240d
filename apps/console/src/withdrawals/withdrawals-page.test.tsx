import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, headingsOf, rowsOf } from '#testing/read-table.ts';
import { sampleChain, sampleVault } from '#testing/replies/chain.ts';
import { PARTICIPANT, sampleWithdrawal, withdrawalLimits } from '#testing/replies/withdrawals.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const LIST = 'POST /api/ops/withdrawals/list';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

function prepareWithdrawals(items = [sampleWithdrawal(NOW)], options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply('POST /api/ops/withdrawals/limits', withdrawalLimits(NOW));
  desk.network.reply('POST /api/ops/chain', sampleChain(NOW, { vault: sampleVault(NOW) }));
  desk.network.reply(LIST, { items, nextCursor: null });
  return desk;
}

test('the list shows each withdrawal exactly, whose it is, and why it waits', async () => {
  const hold = sampleWithdrawal(NOW, {
    ...{ withdrawalId: '8', to: OTHER, currency: 'FMC', amount: '0.5', state: 'approved' },
    waits: [
      { reason: 'address-on-hold', until: NOW + 3_600_000 },
      { reason: 'paused', until: null },
    ],
  });
  const { open } = prepareWithdrawals([sampleWithdrawal(NOW), hold]);
  const { screen } = await open('/withdrawals');
  const table = await screen.findByRole('table', { name: 'List of withdrawals' });
  await within(table).findByText('#8');
  expect(headingsOf(table)).toEqual([
    ...['Number', 'Requested', 'Participant', 'Recipient', 'Amount', 'State', 'Waits because'],
  ]);
  expect(rowsOf(table)).toEqual([
    [
      ...['#7', '2026-11-20 12:00:00 +08', '0x7099…79C8', 'own wallet', '3,500.0000…JU', 'Waits for approval'],
      'Above the threshold: two operators must approve it',
    ],
    [
      ...['#8', '2026-11-20 12:00:00 +08', '0x7099…79C8', '0x3C44…93BC', '0.5FMC', 'Approved'],
      'The recipient is new to this user until 2026-11-20 13:00:00 +08Withdrawals are paused: no voucher is signed',
    ],
  ]);
  expect(exactAmounts(table)).toEqual(['3500.000000000000000001', '0.5']);
});

test('a filter goes to the address and to the call, and is still set after a reload', async () => {
  const { network, open } = prepareWithdrawals();
  const desk = await open('/withdrawals');
  await desk.user.selectOptions(await desk.screen.findByLabelText('State'), 'Paid');
  await expect.poll(desk.address).toBe('/withdrawals?state=completed');
  await desk.user.selectOptions(desk.screen.getByLabelText('Currency'), 'FMC');
  await expect
    .poll(() => network.calls(LIST).at(-1))
    .toEqual({
      ...{ state: 'completed', currency: 'FMC', cursor: null, limit: 50 },
    });
  const again = await desk.reload();
  expect(await again.screen.findByLabelText('State')).toHaveValue('completed');
  expect(again.screen.getByLabelText('Currency')).toHaveValue('FMC');
  await again.user.selectOptions(again.screen.getByLabelText('State'), 'All');
  await expect.poll(again.address).toBe('/withdrawals?currency=FMC');
});

test('a participant is filtered by a whole address only, and the filter says so', async () => {
  const { network, open } = prepareWithdrawals();
  const { screen, user, address } = await open('/withdrawals');
  const field = await screen.findByLabelText('Participant');
  await user.type(field, '0x12{Enter}');
  expect(await screen.findByText('Enter a whole 0x address')).toBeVisible();
  expect(field).toBeInvalid();
  expect(address()).toBe('/withdrawals');
  await user.clear(field);
  await user.type(field, `${PARTICIPANT}{Enter}`);
  await expect.poll(() => network.calls(LIST).at(-1)).toMatchObject({ account: PARTICIPANT });
});

test('amounts are filtered and sorted within one currency only', async () => {
  const { network, open } = prepareWithdrawals();
  const { screen, user } = await open('/withdrawals');
  const smallest = await screen.findByLabelText('Smallest amount');
  await user.type(smallest, '100{Enter}');
  expect(await screen.findByText('Choose a currency before filtering by amount.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Amount' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Currency'), 'JU');
  await user.clear(smallest);
  await user.type(smallest, '100.5{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Amount' }));
  await expect
    .poll(() => network.calls(LIST).at(-1))
    .toEqual({
      ...{ currency: 'JU', minimum: '100.5', sort: 'largest', cursor: null, limit: 50 },
    });
  expect(screen.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await user.click(screen.getByRole('button', { name: 'Amount' }));
  await expect.poll(() => network.calls(LIST).at(-1)).toMatchObject({ sort: 'smallest' });
});

test('an amount that is no number is not sent', async () => {
  const { network, open } = prepareWithdrawals();
  const { screen, user } = await open('/withdrawals?currency=JU');
  await user.type(await screen.findByLabelText('Largest amount'), 'much{Enter}');
  expect(await screen.findByText('Enter a number with at most 18 decimals')).toBeVisible();
  expect(network.calls(LIST).every((body) => !Object.hasOwn(Object(body), 'maximum'))).toBe(true);
});

test('a period with one end reaches to the other end of all time', async () => {
  const { network, open } = prepareWithdrawals();
  await open(`/withdrawals?from=${NOW}`);
  await expect.poll(() => network.calls(LIST).at(-1)).toMatchObject({ from: NOW, to: 253_402_300_799_999 });
});

test('an address whose filters name nothing that exists lists all withdrawals', async () => {
  const { network, open } = prepareWithdrawals();
  await open('/withdrawals?state=lost&currency=EUR&sort=largest&minimum=5');
  await expect.poll(() => network.calls(LIST).at(-1)).toEqual({ cursor: null, limit: 50 });
});

test('an empty list says why, by its filters', async () => {
  const { open } = prepareWithdrawals([]);
  const { screen, user } = await open('/withdrawals');
  expect(await screen.findByText('No withdrawal fits these filters')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('State'), 'Waits for approval');
  expect(await screen.findByText('No withdrawal waits for approval')).toBeVisible();
});

test('the limits, their use and the rest of the vault’s cap are shown to the unit', async () => {
  const { open } = prepareWithdrawals();
  const { screen } = await open('/withdrawals');
  const table = await screen.findByRole('table', { name: 'Limits and their use in 24 hours' });
  expect(rowsOf(table)).toEqual([
    ['JU', '5,000', '10,000', '100,000', '1,234.5', '98,765.5', '24,691.375', 'Above 3,000'],
  ]);
  const panel = screen.getByRole('region', { name: 'Limits and their use in 24 hours' });
  expect(factsOf(panel)).toMatchObject({
    'Waits for approval': '2 · oldest 2026-11-20 12:00:00 +08',
    Approved: '0',
    'A new address waits': '1 hour',
  });
  const vault = await screen.findByRole('region', { name: 'What the vault still pays' });
  expect(exactAmounts(vault)).toEqual(['49999.999999999999999999', '50000']);
  expect(vault).toHaveTextContent('JU, per 1 day');
});

test('what holds back all withdrawals is said above the limits', async () => {
  const { network, open } = prepareWithdrawals();
  const paused = { since: NOW, reason: 'the keys are changed' };
  const chain = { headNumber: '12', headAt: NOW, readNumber: '10', haltReason: 'block 9 was replaced' };
  network.reply('POST /api/ops/withdrawals/limits', withdrawalLimits(NOW, { paused, chain }));
  const { screen } = await open('/withdrawals');
  expect(
    await screen.findByText('Withdrawals have been paused since 2026-11-20 12:00:00 +08: the keys are changed'),
  ).toBeVisible();
  expect(screen.getByText('Reading the chain is halted: block 9 was replaced')).toBeVisible();
});

test('a list that cannot be read says so, and another try shows it', async () => {
  const { network, open } = prepareWithdrawals();
  network.disconnect(LIST);
  const { screen, user } = await open('/withdrawals');
  const table = await screen.findByRole('table', { name: 'List of withdrawals' });
  expect(await within(table).findByRole('alert')).toHaveTextContent('The server did not answer.');
  network.reply(LIST, { items: [sampleWithdrawal(NOW)], nextCursor: null });
  await user.click(within(table).getByRole('button', { name: 'Try again' }));
  expect(await within(table).findByText('#7')).toBeVisible();
});
