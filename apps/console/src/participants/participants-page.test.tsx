import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, headingsOf, rowsOf } from '#testing/read-table.ts';
import { INVITER, PARTICIPANT, sampleParticipant } from '#testing/replies/participants.ts';
import { sampleWithdrawal } from '#testing/replies/withdrawals.ts';
import { expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const LIST = 'POST /api/ops/participants';
const FIND = 'POST /api/ops/participants/find';
const HASH = `0x${'9e'.repeat(32)}`;

function prepareParticipants(options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  const figures = { registeredAt: NOW, consentAt: null, availableJu: '1234.000000000000000001', availableFmc: '5' };
  desk.network.reply(LIST, { items: [{ address: PARTICIPANT, ...figures }], nextCursor: null });
  desk.network.reply('POST /api/ops/participants/detail', sampleParticipant(NOW));
  return desk;
}

test('participants are listed with their available balance to the unit, and open by a click', async () => {
  const { screen, user, address } = await prepareParticipants().open('/participants');
  const table = await screen.findByRole('table', { name: 'All participants' });
  const cell = await within(table).findByText('Never');
  expect(headingsOf(table)).toEqual(['Address', 'Registered', 'Available JU', 'Available FMC', 'Last consent']);
  expect(rowsOf(table)).toEqual([['0x7099…79C8', '2026-11-20 12:00:00 +08', '1,234.0000…', '5', 'Never']]);
  expect(exactAmounts(table)).toEqual(['1234.000000000000000001', '5']);
  await user.click(cell);
  await expect.poll(address).toBe(`/participants/${PARTICIPANT}`);
});

test('the beginning of an address filters the list', async () => {
  const { network, open } = prepareParticipants();
  const { screen, user, address } = await open('/participants');
  await user.type(await screen.findByLabelText('Find'), '0x70{Enter}');
  await expect.poll(() => network.calls(LIST).at(-1)).toEqual({ prefix: '0x70', cursor: null, limit: 50 });
  expect(address()).toBe('/participants?find=0x70');
});

test('a hash or number finds its rows and their owners; the list stays', async () => {
  const { network, open } = prepareParticipants();
  const found = [
    { kind: 'withdrawal', id: '7', address: PARTICIPANT },
    { kind: 'order', id: '7', address: INVITER },
  ] as const;
  network.reply(FIND, { found: [...found] });
  const { screen, user } = await open('/participants');
  await user.type(await screen.findByLabelText('Find'), '7{Enter}');
  const panel = within(await screen.findByRole('region', { name: 'What was found' }));
  const [withdrawal, order] = await panel.findAllByRole('listitem');
  expect(withdrawal).toHaveTextContent('Withdrawal #70x7099…79C8');
  expect(within(withdrawal ?? document.body).getByRole('link', { name: '#7' })).toHaveAttribute(
    'href',
    '/withdrawals?open=%227%22',
  );
  expect(order).toHaveTextContent('Order #70x3C44…93BC');
  expect(network.calls(FIND)).toEqual([{ text: '7' }]);
  expect(network.calls(LIST).at(-1)).toEqual({ cursor: null, limit: 50 });
  network.reply(FIND, { found: [] });
  await user.clear(screen.getByLabelText('Find'));
  await user.type(screen.getByLabelText('Find'), `${HASH}{Enter}`);
  expect(await screen.findByText(`Nothing is named “${HASH}”.`)).toBeVisible();
});

test('a text that names nothing is not sent', async () => {
  const { network, open } = prepareParticipants();
  const { screen, user } = await open('/participants');
  await user.type(await screen.findByLabelText('Find'), 'Alice{Enter}');
  expect(await screen.findByText('Enter an address or hash beginning with 0x, or a number')).toBeVisible();
  expect(network.calls(FIND)).toEqual([]);
});

test('a participant’s page shows balances, team, exchange, limits and consents as the API has them', async () => {
  const { screen } = await prepareParticipants().open(`/participants/${PARTICIPANT}`);
  const balances = await screen.findByRole('region', { name: 'Balances' });
  expect(exactAmounts(balances)).toEqual([
    ...['1234.000000000000000001', '77.7', '3500', '0', '4811.700000000000000001'],
  ]);
  expect(factsOf(screen.getByRole('region', { name: 'Team' }))).toMatchObject({
    ...{
      Inviter: '0x3C44…93BC2026-11-20 12:00:00 +08',
      Node: 'Personal node',
      Level: '2 (1 by performance, 2 granted)',
    },
    ...{ 'Direct referrals': '18', 'Small-area performance': '18,420.125JU', 'Referral rewards': '120.5JU' },
  });
  expect(factsOf(screen.getByRole('region', { name: 'Account at the exchange' }))).toEqual({
    UID: 'Not bound',
    'Account being confirmed': '123456 · Not confirmed by the exchange · tried 3 times · no such account',
    ...{ 'Hash power to claim': '12.5', 'Hash power claimed': '100', 'Acknowledged by the exchange': '80' },
  });
  const limits = screen.getByRole('region', { name: 'Withdrawal limits and what is left' });
  expect(rowsOf(within(limits).getByRole('table'))).toEqual([['Per user and day', '10,000JU', '6,500.5JU']]);
  expect(limits).toHaveTextContent('Waits until 2026-11-20 12:00:00 +08, because vouchers expired');
  expect(screen.getByRole('region', { name: 'Accepted disclosures' })).toHaveTextContent('4 · current');
});

test('an address that is no participant’s is refused in the server’s words', async () => {
  const { network, open } = prepareParticipants();
  network.refuse('POST /api/ops/participants/detail', { error: 'unknown-address', msg: 'No one has this address' });
  const { screen } = await open(`/participants/${INVITER}`);
  expect(await screen.findByRole('alert')).toHaveTextContent('No one has this address');
});

test('a balance leads to its transfers, filtered by currency, each exact with its sign', async () => {
  const { network, open } = prepareParticipants();
  const TRANSFERS = 'POST /api/ops/participants/transfers';
  const owner = { kind: 'participant', address: PARTICIPANT } as const;
  network.reply(TRANSFERS, {
    items: [
      {
        ...{
          transferId: '501',
          at: NOW,
          kind: 'withdrawal-request',
          currency: 'JU',
          amount: '3500.000000000000000001',
        },
        debit: { account: 'available', owner, after: '12.5' },
        credit: { account: 'withdrawing', owner, after: '3500.000000000000000001' },
        source: { kind: 'withdrawal', sourceId: '7', step: 1 },
      },
    ],
    nextCursor: null,
  });
  const { screen, user, address } = await open(`/participants/${PARTICIPANT}`);
  await user.click(await screen.findByRole('link', { name: 'JU' }));
  await expect.poll(address).toBe(`/participants/${PARTICIPANT}?tab=transfers&currency=JU`);
  await expect
    .poll(() => network.calls(TRANSFERS).at(-1))
    .toEqual({
      ...{ address: PARTICIPANT, currency: 'JU', cursor: null, limit: 50 },
    });
  expect(screen.getByRole('tab', { name: 'Transfers' })).toHaveAttribute('aria-selected', 'true');
  const row = (await screen.findByText('Frozen for a withdrawal', { selector: 'td' })).closest('tr');
  expect(exactAmounts(row ?? document.body)).toContain('-3500.000000000000000001');
});

test('orders are filtered by state, and say what came of each', async () => {
  const { network, open } = prepareParticipants();
  const ORDERS = 'POST /api/ops/participants/orders';
  network.reply('POST /api/ops/cities', { items: [], nextCursor: null });
  network.reply(ORDERS, {
    items: [
      {
        ...{ orderId: '90', roundId: '12', cityId: '3', city: 'Nairobi', phase: 2, number: 4, roundState: 'ended' },
        ...{ state: 'ended', outcome: 'failed', accepted: '77.7', rank: 3, joinedAt: NOW, late: true },
        ...{ automatic: true, fmcPaid: '0', fmcDue: '0', netJu: '-2.25' },
      },
    ],
    nextCursor: null,
  });
  const { screen, user, address } = await open(`/participants/${PARTICIPANT}?tab=orders`);
  const table = await screen.findByRole('table', { name: 'Orders' });
  await within(table).findByText(/Nairobi/);
  expect(exactAmounts(table)).toEqual(expect.arrayContaining(['77.7', '-2.25']));
  await user.selectOptions(screen.getByLabelText('State'), 'Failed');
  await expect
    .poll(() => network.calls(ORDERS).at(-1))
    .toEqual({
      ...{ address: PARTICIPANT, state: 'failed', cursor: null, limit: 50 },
    });
  expect(address()).toContain('orderState=failed');
});

test('a tab that is left takes its filters with it, and withdrawals have those of their room', async () => {
  const { network, open } = prepareParticipants();
  const WITHDRAWALS = 'POST /api/ops/withdrawals/list';
  network.reply(WITHDRAWALS, { items: [sampleWithdrawal(NOW)], nextCursor: null });
  network.reply('POST /api/ops/participants/recharges', { items: [], nextCursor: null });
  const { screen, user, address } = await open(`/participants/${PARTICIPANT}?tab=recharges&currency=JU`);
  expect(await screen.findByText('No deposits')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Withdrawals' }));
  await expect.poll(address).toBe(`/participants/${PARTICIPANT}?tab=withdrawals`);
  expect(await screen.findByText('#7')).toBeVisible();
  expect(screen.queryByLabelText('Participant')).toBeNull();
  await user.selectOptions(screen.getByLabelText('State'), 'Paid');
  await expect
    .poll(() => network.calls(WITHDRAWALS).at(-1))
    .toEqual({
      ...{ account: PARTICIPANT, state: 'completed', cursor: null, limit: 50 },
    });
});

test('sessions and machines are listed, and an empty list says why', async () => {
  const { network, open } = prepareParticipants();
  const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW };
  network.reply('POST /api/ops/participants/sessions', {
    items: [{ sessionId: '4', ...times, endedAt: NOW, endReason: 'logout', isOpen: false }],
    nextCursor: null,
  });
  network.reply('POST /api/ops/participants/machines', { items: [], nextCursor: null });
  const { screen, user } = await open(`/participants/${PARTICIPANT}?tab=sessions`);
  expect(await screen.findByText('Ended', { selector: 'td *, td' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Machines' }));
  expect(await screen.findByText('No machines')).toBeVisible();
});

test('the exchange account of the participant of the page is freed by a signed proposal', async () => {
  const { network, open } = prepareParticipants();
  network.reply('POST /api/ops/preview', samplePreview({ subject: `member ${PARTICIPANT}`, operators: 2 }));
  network.reply('POST /api/ops/exchangeAccounts/free', proposedOutcome(NOW));
  const desk = await open(`/participants/${PARTICIPANT}`);
  await desk.press('Free an exchange account');
  await signIn(desk, { sheet: 'Free an exchange account', reason: 'its owner asked for it' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const sent = { fields: { address: PARTICIPANT }, reason: 'its owner asked for it' };
  await expectSigned(network, 'POST /api/ops/exchangeAccounts/free', sent);
});
