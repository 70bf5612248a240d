import { DAY_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, rowsOf } from '#testing/read-table.ts';
import { sampleChain } from '#testing/replies/chain.ts';
import { sampleWithdrawal, withdrawalDetail, withdrawalLimits } from '#testing/replies/withdrawals.ts';
import { DONE, expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

function prepareWithdrawal(detail = withdrawalDetail(NOW), options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply('POST /api/ops/withdrawals/limits', withdrawalLimits(NOW));
  desk.network.reply('POST /api/ops/chain', sampleChain(NOW));
  desk.network.reply('POST /api/ops/withdrawals/list', { items: [detail.withdrawal], nextCursor: null });
  desk.network.reply('POST /api/ops/withdrawals/detail', detail);
  return desk;
}

test('a row opens its withdrawal in the address, and closing it returns the focus to the row', async () => {
  const { network, open } = prepareWithdrawal();
  const { screen, user, address } = await open('/withdrawals');
  const row = (await screen.findByText('#7')).closest('tr');
  row?.focus();
  await user.keyboard('{Enter}');
  const sheet = await screen.findByRole('dialog', { name: 'Withdrawal #7' });
  expect(address()).toBe('/withdrawals?open="7"');
  expect(network.calls('POST /api/ops/withdrawals/detail')).toEqual([{ withdrawalId: '7' }]);
  expect(await within(sheet).findByText('3,500.000000000000000001')).toBeVisible();
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/withdrawals');
  await expect.poll(() => document.activeElement).toBe(row);
});

test('the sheet shows the amount to the last unit, the whole recipient, and what holds it', async () => {
  const detail = withdrawalDetail(NOW, {
    withdrawal: sampleWithdrawal(NOW, { to: OTHER }),
    ...{ obstacle: 'recipient-on-hold', rejectedBefore: 2 },
    limits: [{ rule: 'per-user-day', limit: '10000', left: '2500.5' }],
  });
  const { screen } = await prepareWithdrawal(detail).open('/withdrawals?open=7');
  const sheet = await screen.findByRole('dialog', { name: 'Withdrawal #7' });
  await within(sheet).findByText('History');
  expect(factsOf(sheet)).toMatchObject({ State: 'Waits for approval', Recipient: OTHER });
  expect(sheet).toHaveTextContent('Why no voucher would be signed now: The recipient still waits as a new address');
  expect(sheet).toHaveTextContent('2 others of this user were rejected or cancelled in 30 days');
  const limits = within(sheet).getByRole('table', { name: 'This user’s limits before the request' });
  expect(rowsOf(limits)).toEqual([['Per user and day', '10,000', '2,500.5']]);
});

test('the sheet says that the account demands it on the chain', async () => {
  const detail = withdrawalDetail(NOW, { withdrawal: sampleWithdrawal(NOW, { isDemanded: true, waits: [] }) });
  const { screen } = await prepareWithdrawal(detail).open('/withdrawals?open=7');
  const sheet = await screen.findByRole('dialog', { name: 'Withdrawal #7' });
  await within(sheet).findByText(/^The account demands it on the chain/);
  expect(sheet).not.toHaveTextContent('Operator payout');
});

test('the history tells all that happened in its order, with the entry of the log of each decision', async () => {
  const txHash = `0x${'9e'.repeat(32)}`;
  const detail = withdrawalDetail(NOW, {
    withdrawal: sampleWithdrawal(NOW, { state: 'completed', endedAt: NOW, txHash, waits: [] }),
    history: [
      { event: 'requested', at: NOW, callId: 'c-12' },
      {
        ...{ event: 'operator', at: NOW + 1, logId: '72', action: 'withdrawals/approve', operator: OPERATOR.address },
        ...{ proposedBy: COLLEAGUE.address, reason: 'the user was called', proposalId: '31' },
      },
      { event: 'signed', at: NOW + 2, number: 1, validAfter: NOW, deadline: NOW + 3_600_000 },
      { event: 'cancel-asked', at: NOW + 3 },
      { event: 'paid', at: NOW + 4, txHash, blockNumber: '120', gasFee: null },
      { event: 'returned', at: NOW + 5, reason: 'expired' },
    ],
  });
  const { screen } = await prepareWithdrawal(detail).open('/withdrawals?open=7');
  const sheet = within(await screen.findByRole('dialog', { name: 'Withdrawal #7' }));
  await sheet.findByText('History');
  const [asked, approved, signed, cancelled, paid, returned] = sheet.getAllByRole('listitem');
  expect(asked).toHaveTextContent('Requested by the user · call c-12');
  expect(approved).toHaveTextContent(/Operators: Approve a withdrawal log #72.*Proposed by.*the user was called/);
  expect(sheet.getByRole('link', { name: 'log #72' })).toHaveAttribute('href', '/log?entry=%2272%22');
  expect(signed).toHaveTextContent('Voucher 1 signed, valid until 2026-11-20 13:00:00 +08');
  expect(cancelled).toHaveTextContent('Operators asked to cancel it');
  expect(paid).toHaveTextContent('Paid by the vault in block 120');
  expect(returned).toHaveTextContent('Returned to the balance: its voucher expired');
  // Paid is final.
  expect(sheet.queryByRole('button', { name: /withdrawal$/ })).toBeNull();
});

test('an approval makes a proposal, signed over this withdrawal', async () => {
  const { network, open } = prepareWithdrawal();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'withdrawal 7', operators: 2 }));
  network.reply('POST /api/ops/withdrawals/approve', proposedOutcome(NOW));
  const desk = await open('/withdrawals?open=7');
  await desk.press('Approve a withdrawal');
  expect(await desk.screen.findByText('Withdrawal #7', { selector: 'strong' })).toBeVisible();
  await signIn(desk, { sheet: 'Approve a withdrawal', reason: 'the user was called' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const fields = { withdrawalId: '7' };
  await expectSigned(network, 'POST /api/ops/withdrawals/approve', { fields, reason: 'the user was called' });
});

test('an operator cannot approve their own withdrawal, and the sheet says so', async () => {
  const { network, open } = prepareWithdrawal();
  network.refuse('POST /api/ops/preview', { error: 'own-withdrawal' });
  const desk = await open('/withdrawals?open=7');
  await desk.press('Approve a withdrawal');
  expect(await desk.screen.findByText(/You cannot approve your own withdrawal/)).toBeVisible();
});

test('an approved withdrawal can be cancelled, once', async () => {
  const approved = sampleWithdrawal(NOW, { state: 'approved', waits: [] });
  const { network, open } = prepareWithdrawal(withdrawalDetail(NOW, { withdrawal: approved }));
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'withdrawal 7' }));
  network.reply('POST /api/ops/withdrawals/cancel', DONE);
  const desk = await open('/withdrawals?open=7');
  await desk.press('Cancel a withdrawal');
  const asked = { ...approved, cancelAskedAt: NOW };
  network.reply('POST /api/ops/withdrawals/detail', withdrawalDetail(NOW, { withdrawal: asked }));
  await signIn(desk, { sheet: 'Cancel a withdrawal', reason: 'the user asked for it' });
  await desk.screen.findByText('It has taken effect');
  await expectSigned(network, 'POST /api/ops/withdrawals/cancel', {
    fields: { withdrawalId: '7' },
    reason: 'the user asked for it',
  });
  expect(desk.screen.queryByRole('button', { name: 'Cancel a withdrawal' })).toBeNull();
});

test('a proposal on it that waits is shown with its link', async () => {
  const proposal = {
    ...{ proposalId: '31', action: 'withdrawals/approve', proposedBy: COLLEAGUE.address },
    ...{ proposedAt: NOW, expiresAt: NOW + DAY_MS },
  };
  const { screen } = await prepareWithdrawal(withdrawalDetail(NOW, { proposal })).open('/withdrawals?open=7');
  expect(await screen.findByRole('link', { name: 'Open the proposal #31' })).toHaveAttribute('href', '/proposals/31');
});

test('its transfers show both accounts and the balances after them, to the unit', async () => {
  const { network, open } = prepareWithdrawal();
  const { account: address } = sampleWithdrawal(NOW);
  const owner = { kind: 'participant', address } as const;
  network.reply('POST /api/ops/transfers/bySource', {
    transfers: [
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
  });
  const desk = await open('/withdrawals?open=7');
  await desk.user.click(await desk.screen.findByRole('button', { name: 'Transfers' }));
  const sheet = await desk.screen.findByRole('dialog', { name: 'Transfers of withdrawal 7' });
  const transfer = await within(sheet).findByRole('article', { name: 'Transfer #501' });
  expect(factsOf(transfer)).toMatchObject({
    Kind: 'Frozen for a withdrawal',
    Source: 'withdrawal 7 · Step 1',
    'Balance afterwards (Available)': '12.5',
  });
  expect(exactAmounts(transfer)).toEqual(['3500.000000000000000001', '12.5', '3500.000000000000000001']);
  expect(network.calls('POST /api/ops/transfers/bySource')).toEqual([{ source: 'withdrawal', sourceId: '7' }]);
  // Closing them leads back to the withdrawal.
  await desk.user.keyboard('{Escape}');
  expect(await desk.screen.findByRole('dialog', { name: 'Withdrawal #7' })).toBeVisible();
});
