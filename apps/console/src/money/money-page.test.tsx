import { DAY_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, rowsOf } from '#testing/read-table.ts';
import { sampleControls } from '#testing/replies/controls.ts';
import { fundTransfer, sampleFlows, sampleFunds } from '#testing/replies/money.ts';
import { DONE, expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const FROM = Date.UTC(2026, 10, 18);
const TRANSFERS = 'POST /api/ops/funds/transfers';
const RECIPIENT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const DOCUMENT = `0x${'5a'.repeat(32)}`;

function prepareMoney(options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  const { network } = desk;
  const empty = { items: [], nextCursor: null };
  network.reply('POST /api/ops/funds', sampleFunds(NOW));
  network.reply('POST /api/ops/funds/flows', sampleFlows(FROM));
  network.reply(TRANSFERS, { items: [fundTransfer(NOW)], nextCursor: null });
  network.reply('POST /api/ops/reserve', { balance: '500', maximumLoss: '0', rounds: [] });
  network.reply('POST /api/ops/reserve/changes', empty);
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  network.reply('POST /api/ops/cities', empty);
  network.reply('POST /api/ops/payouts', {
    accounts: [{ source: 'launch-costs', balance: '40', left: '10.000000000000000001' }],
    recipients: [{ address: RECIPIENT, freeAt: NOW }],
  });
  network.reply('POST /api/ops/payouts/made', empty);
  return desk;
}

test('each fund shows its balance to the unit, and its inflow and outflow today', async () => {
  const { screen } = await prepareMoney().open('/money');
  const treasury = await screen.findByRole('button', { name: /^Treasury/ });
  expect(treasury).toHaveAttribute('aria-pressed', 'true');
  expect(treasury).toHaveTextContent('1,200.0000…JUToday +12.34… −0Reserved 5.5');
  expect(exactAmounts(treasury)).toEqual(['1200.000000000000000001', '12.345', '0', '5.5']);
  const vault = screen.getByRole('button', { name: /^JU in the vault/ });
  expect(vault).toHaveTextContent('−50,000JU');
  expect(vault).not.toHaveTextContent('Reserved');
});

test('another fund is chosen in the address, and its flows and transfers are read', async () => {
  const { network, open } = prepareMoney();
  const { screen, user, address } = await open('/money?kind=fee-share&direction=in');
  await user.click(await screen.findByRole('button', { name: /^JU in the vault/ }));
  await expect.poll(address).toBe('/money?fund=vault-JU');
  await expect.poll(() => network.calls('POST /api/ops/funds/flows').at(-1)).toEqual({ fund: 'vault-JU', days: 30 });
  expect(network.calls(TRANSFERS).at(-1)).toEqual({ fund: 'vault-JU', cursor: null, limit: 50 });
  expect(screen.getByRole('region', { name: 'JU in the vault: transfers' })).toBeVisible();
});

test('the balance at the end of each day follows from the flows, exactly', async () => {
  const { screen } = await prepareMoney().open('/money');
  const figures = await screen.findByRole('table', { name: 'Figures of Balance' });
  expect(rowsOf(figures).map(([, balance]) => balance)).toEqual(['120.25', '130.5', '130.5']);
  expect(rowsOf(screen.getByRole('table', { name: 'Figures of Out' })).map(([, out]) => out)).toEqual(['0', '10', '0']);
});

test('each sum by source leads to the transfers that it is the sum of', async () => {
  const { network, open } = prepareMoney();
  const { screen, user } = await open('/money');
  const sums = await screen.findByRole('table', { name: 'Sums by source' });
  expect(rowsOf(sums)).toEqual([
    ['Share of fees', 'In', '40.5JU', '3 transfers'],
    ['Payouts to the operator', 'Out', '10JU', '1 transfer'],
  ]);
  await user.click(within(sums).getByRole('button', { name: '3 transfers' }));
  await expect
    .poll(() => network.calls(TRANSFERS).at(-1))
    .toEqual({
      ...{ fund: 'treasury', kind: 'fee-share', direction: 'in', from: FROM, to: FROM + 3 * DAY_MS },
      ...{ cursor: null, limit: 50 },
    });
});

test('flows of another span are read, and the span is in the address', async () => {
  const { network, open } = prepareMoney();
  const { screen, user, address } = await open('/money');
  await user.click(await screen.findByRole('button', { name: 'Last 365 days' }));
  await expect.poll(() => network.calls('POST /api/ops/funds/flows').at(-1)).toEqual({ fund: 'treasury', days: 365 });
  expect(address()).toBe('/money?days=365');
  expect(screen.getByRole('button', { name: 'Last 365 days' })).toHaveAttribute('aria-pressed', 'true');
});

test('a transfer shows its other account, the balance after it and its source', async () => {
  const { network, open } = prepareMoney();
  const paid = fundTransfer(NOW, {
    ...{ transferId: '98001', kind: 'operator-payout', direction: 'out', amount: '10', balanceAfter: '110.25' },
    other: { account: 'custody', address: null, roundId: null },
    source: { kind: 'withdrawal', id: '9' },
  });
  const own = { account: 'available', address: RECIPIENT, roundId: null };
  const lost = fundTransfer(NOW, { transferId: '98002', other: own });
  network.reply(TRANSFERS, { items: [fundTransfer(NOW), paid, lost], nextCursor: null });
  const { screen } = await open('/money');
  const table = await screen.findByRole('table', { name: 'Transfers' });
  await within(table).findByText('98001');
  expect(rowsOf(table).map((cells) => cells.slice(2))).toEqual([
    ['Share of fees', '+20.25', '120.25', 'Round 12', 'round 12'],
    ['Payouts to the operator', '−10', '110.25', 'Vault', 'withdrawal 9'],
    ['Share of fees', '+20.25', '120.25', '0x3C44…93BC', 'round 12'],
  ]);
  expect(within(table).getByRole('link', { name: 'Round 12' })).toHaveAttribute('href', '/rounds/12');
});

test('a period with one end filters transfers', async () => {
  const { network, open } = prepareMoney();
  const { screen } = await open(`/money?from=${FROM}`);
  await expect
    .poll(() => network.calls(TRANSFERS).at(-1))
    .toEqual({
      ...{ fund: 'treasury', from: FROM, to: 253_402_300_799_999, cursor: null, limit: 50 },
    });
  expect(await screen.findByText('98000')).toBeVisible();
});

test('the reserve’s coverage of each round that may fail is shown to the unit', async () => {
  const { network, open } = prepareMoney();
  network.reply('POST /api/ops/reserve', {
    ...{ balance: '500', maximumLoss: '30.5' },
    rounds: [
      {
        ...{ roundId: '12', city: 'Nairobi', phase: 2, number: 4, state: 'open', quota: '1000', filled: '250.5' },
        ...{ maximumLoss: '30.5', budget: '12.25', coverageBps: 4016 },
      },
    ],
  });
  const { screen } = await open('/money');
  const panel = await screen.findByRole('region', { name: 'Coverage by the reserve' });
  const table = await within(panel).findByRole('table', { name: 'Coverage by the reserve' });
  expect(rowsOf(table)).toEqual([['Nairobi, phase 2, round 4', '250.5 / 1,000', '30.5', '12.25', '40.16 %']]);
  expect(factsOf(panel)).toEqual({ Reserve: '500JU', 'Largest loss': '30.5JU' });
  expect(panel).toHaveTextContent('Cap 10,000JU');
});

test('changes of the reserve are filtered by their source', async () => {
  const { network, open } = prepareMoney();
  const CHANGES = 'POST /api/ops/reserve/changes';
  const round = { roundId: '12', city: 'Nairobi', phase: 2, number: 4 };
  const change = { at: NOW, kind: 'failed', added: '0', taken: '12.25', net: '-12.25', round, reason: null } as const;
  network.reply(CHANGES, { items: [change], nextCursor: null });
  const { screen, user, address } = await open('/money');
  const table = await screen.findByRole('table', { name: 'Changes of the reserve' });
  await within(table).findByText('Failed');
  expect(rowsOf(table)).toEqual([
    ['2026-11-20 12:00:00 +08', 'Failed', 'Nairobi, phase 2, round 4', '0', '12.25', '−12.25JU'],
  ]);
  const [, changes] = screen.getAllByLabelText('Source');
  await user.selectOptions(changes ?? document.body, 'Funding');
  await expect.poll(() => network.calls(CHANGES).at(-1)).toEqual({ kind: 'funding', cursor: null, limit: 50 });
  expect(address()).toBe('/money?change=funding');
});

test('the cap of the reserve begins with that of now, and a change of it is a proposal', async () => {
  const { network, open } = prepareMoney();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'reserve-cap', operators: 2 }));
  network.reply('POST /api/ops/reserve/cap', proposedOutcome(NOW));
  const desk = await open('/money');
  await desk.screen.findByText('10,000');
  await desk.press('Set the cap of the reserve');
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Set the cap of the reserve' }));
  const cap = sheet.getByLabelText('Cap');
  expect(cap).toHaveValue('10000');
  await desk.user.clear(cap);
  await desk.user.type(cap, '12000.5');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(desk, { sheet: 'Set the cap of the reserve', reason: 'more rounds at a time' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const sent = { fields: { cap: '12000.5' }, reason: 'more rounds at a time' };
  await expectSigned(network, 'POST /api/ops/reserve/cap', sent);
});

test('an amount that can be read in two ways is asked about, and read back in words before it is sent', async () => {
  const { network, open } = prepareMoney();
  network.reply('POST /api/ops/preview', samplePreview({ after: { cap: '12000' } }));
  const desk = await open('/money');
  await desk.press('Set the cap of the reserve');
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Set the cap of the reserve' }));
  const cap = sheet.getByLabelText('Cap');
  await desk.user.clear(cap);
  await desk.user.type(cap, '12,000');
  expect(cap).toHaveValue('12,000');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  expect(sheet.getByText('1 field needs a correction')).toBeVisible();
  expect(network.calls('POST /api/ops/preview')).toEqual([]);
  const readings = within(sheet.getByRole('group', { name: 'Choose the amount you mean' })).getAllByRole('button');
  expect(readings.map(({ textContent }) => textContent)).toEqual(['12,000 = 12 thousand JU', '12 JU']);
  await desk.user.click(sheet.getByRole('button', { name: /^12,000/ }));
  expect(sheet.getByText('12,000 = 12 thousand JU')).toBeVisible();
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await expect.poll(() => network.calls('POST /api/ops/preview')).toMatchObject([{ fields: { cap: '12000' } }]);
});

test('a payout is sent with its purpose and document from the account of its row', async () => {
  const { network, open } = prepareMoney();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'payouts launch-costs', operators: 2 }));
  network.reply('POST /api/ops/payouts/pay', proposedOutcome(NOW));
  const desk = await open('/money');
  expect(await desk.screen.findByTitle('10.000000000000000001 JU')).toBeVisible();
  await desk.press('Pay the operator');
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Pay the operator' }));
  const fields = {
    ...{ source: 'launch-costs', amount: '0.123456789012345678', recipient: RECIPIENT },
    ...{ purpose: 'posters in three cities', documentHash: DOCUMENT },
  };
  await desk.user.type(sheet.getByLabelText('Amount'), fields.amount);
  await desk.user.type(sheet.getByLabelText('Recipient'), RECIPIENT);
  await desk.user.type(sheet.getByLabelText('Purpose'), fields.purpose);
  await desk.user.type(sheet.getByLabelText('Hash of the document'), 'none');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  expect(sheet.getByText('1 field needs a correction')).toBeVisible();
  expect(sheet.getByLabelText('Hash of the document')).toHaveFocus();
  await desk.user.clear(sheet.getByLabelText('Hash of the document'));
  await desk.user.type(sheet.getByLabelText('Hash of the document'), DOCUMENT);
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(desk, { sheet: 'Pay the operator', reason: 'as agreed' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  await expectSigned(network, 'POST /api/ops/payouts/pay', { fields, reason: 'as agreed' });
});

test('one operator removes a wallet for payouts; payouts made are listed to the unit', async () => {
  const { network, open } = prepareMoney();
  network.reply('POST /api/ops/payouts/made', {
    items: [
      {
        ...{ withdrawalId: '9', at: NOW, source: 'launch-costs', amount: '0.123456789012345678', recipient: RECIPIENT },
        ...{ purpose: 'posters', documentHash: DOCUMENT, proposedBy: OPERATOR.address, approvedBy: RECIPIENT },
        ...{ state: 'signed', voucherId: DOCUMENT, deadline: NOW + DAY_MS, txHash: null },
      },
    ],
    nextCursor: null,
  });
  network.reply('POST /api/ops/preview', samplePreview({ subject: `payout-recipient ${RECIPIENT}` }));
  network.reply('POST /api/ops/payouts/removeRecipient', DONE);
  const desk = await open('/money');
  const made = await desk.screen.findByRole('table', { name: 'Payouts made' });
  await within(made).findByText('posters');
  expect(exactAmounts(made)).toEqual(['0.123456789012345678']);
  expect(rowsOf(made)[0]?.slice(4)).toEqual(['posters', 'Voucher signed', '2026-11-21 12:00:00 +08']);
  await desk.press('Remove a payout wallet');
  await signIn(desk, { sheet: 'Remove a payout wallet', reason: 'its key is lost' });
  await desk.screen.findByText('It has taken effect');
  const sent = { fields: { address: RECIPIENT }, reason: 'its key is lost' };
  await expectSigned(network, 'POST /api/ops/payouts/removeRecipient', sent);
});

test('a viewer reads all of the money and moves none of it', async () => {
  const { screen } = await prepareMoney({ role: 'viewer' }).open('/money');
  const why = 'Your role (viewer) does not permit this action';
  await expect.poll(() => screen.queryAllByText(why).length).toBe(5);
  for (const name of [
    'Fund the reserve',
    'Set the cap of the reserve',
    'Pay the operator',
    'Register a payout wallet',
  ]) {
    expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(why);
  }
});
