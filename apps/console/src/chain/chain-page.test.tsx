import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf } from '#testing/read-table.ts';
import { sampleChain, sampleVault, unknownPayment } from '#testing/replies/chain.ts';
import { expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const REASON = 'unknown payment 89';

test('a source says how far it is read, and how far behind that is in blocks and in time', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/chain', sampleChain(NOW));
  const { screen } = await open('/chain');
  const source = await screen.findByRole('region', { name: 'Source: vault' });
  expect(factsOf(source)).toEqual({
    ...{ 'Block applied': '11990', 'Time of the block': '2026-11-20 11:58:30 +08', 'Newest block': '12005' },
    ...{ 'Final block': '11993', 'Blocks behind': '3', 'Behind by': '1 minute 30 seconds' },
    ...{ 'Last poll': '2026-11-20 12:00:00 +08', 'Event number': '88' },
  });
  expect(source).toHaveTextContent('Reading');
  expect(screen.getByText('The indexer has not reported any node yet.')).toBeVisible();
  expect(screen.getByText('There are no unknown payments.')).toBeVisible();
  expect(screen.getByText('No worker has read the vault yet.')).toBeVisible();
});

test('a source ahead of the final block is not behind', async () => {
  const { network, open } = prepareDesk();
  const [source] = sampleChain(NOW).sources;
  if (source === undefined) throw new Error('a source');
  network.reply('POST /api/ops/chain', sampleChain(NOW, { sources: [{ ...source, blockNumber: '11995' }] }));
  const { screen } = await open('/chain');
  expect(factsOf(await screen.findByRole('region', { name: 'Source: vault' }))['Blocks behind']).toBe('0');
});

test('a chain that was never read says what to check', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/chain', sampleChain(NOW, { sources: [] }));
  const { screen } = await open('/chain');
  expect(await screen.findByText(/^The chain was never read/)).toBeVisible();
});

test('a halted source says why and how to go on, and is resumed with exactly the reason that was read', async () => {
  const { network, open } = prepareDesk();
  const [source] = sampleChain(NOW).sources;
  if (source === undefined) throw new Error('a source');
  network.reply('POST /api/ops/chain', sampleChain(NOW, { sources: [{ ...source, haltReason: REASON }] }));
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'indexing vault', operators: 2 }));
  network.reply('POST /api/ops/chain/resume', proposedOutcome(NOW));
  const desk = await open('/chain');
  const halted = await desk.screen.findByRole('region', { name: 'Source: vault' });
  expect(halted).toHaveTextContent('Halted');
  expect(within(halted).getByText(REASON)).toBeVisible();
  expect(within(halted).getAllByRole('listitem')).toHaveLength(3);
  await desk.press('Resume indexing');
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Resume indexing' }));
  // Without a new hash: no block was replaced.
  await desk.user.click(sheet.getByRole('checkbox', { name: 'None' }));
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(desk, { sheet: 'Resume indexing', reason: 'all payments are booked' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const fields = { source: 'vault', haltReason: REASON, blockHash: null };
  await expectSigned(network, 'POST /api/ops/chain/resume', { fields, reason: 'all payments are booked' });
});

test('each node says whether it agrees, since when, and what differs', async () => {
  const { network, open } = prepareDesk();
  const times = { since: NOW - 60_000, reportedAt: NOW };
  network.reply(
    'POST /api/ops/chain',
    sampleChain(NOW, {
      nodes: [
        { name: 'node-a', state: 'agrees', what: null, ...times },
        { name: 'node-b', state: 'disagrees', what: 'block 11990', ...times },
      ],
    }),
  );
  const { screen } = await open('/chain');
  const nodes = within(await screen.findByRole('region', { name: 'Nodes' })).getAllByRole('listitem');
  expect(nodes.map(({ textContent }) => textContent)).toEqual([
    'node-aAgreessince 2026-11-20 11:59:00 +08 · reported 2026-11-20 12:00:00 +08',
    'node-bDisagreesblock 11990since 2026-11-20 11:59:00 +08 · reported 2026-11-20 12:00:00 +08',
  ]);
});

test('an unknown payment is shown to the unit, and booked as a batch of one', async () => {
  const { network, open } = prepareDesk();
  const payment = unknownPayment(NOW);
  network.reply('POST /api/ops/chain', sampleChain(NOW, { unknownPayments: [payment] }));
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'payments', operators: 2 }));
  network.reply('POST /api/ops/chain/book', proposedOutcome(NOW));
  const desk = await open('/chain');
  const list = await desk.screen.findByRole('region', { name: 'Unknown payments' });
  expect(exactAmounts(list)).toEqual([payment.amount, '0']);
  expect(list).toHaveTextContent(payment.txHash);
  expect(list).toHaveTextContent('Signer of the voucher—');
  expect(list).toHaveTextContent('Voucher not proven');
  await desk.press('Book this payment');
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Book unknown payments' }));
  // Where no account is proven, the treasury bears it.
  expect(sheet.getByRole('combobox')).toHaveValue('treasury');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(desk, { sheet: 'Book unknown payments', reason: 'no account is proven' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const fields = { payments: [`89: ${payment.amount} JU of ${payment.account}`], against: 'treasury' };
  await expectSigned(network, 'POST /api/ops/chain/book', { fields, reason: 'no account is proven' });
});

test('all proven payments are one batch: its consequence, then the list, then the folded signed text', async () => {
  const { network, open } = prepareDesk();
  const numbers = ['89', '91', '92'];
  const proven = numbers.map((sequence) => unknownPayment(NOW, { sequence, amount: '1.5', proven: true }));
  const others = [unknownPayment(NOW, { sequence: '90' }), unknownPayment(NOW, { sequence: '93', examinedAt: null })];
  const decided = unknownPayment(NOW, { sequence: '88', proven: true, bookedAgainst: 'account' });
  network.reply('POST /api/ops/chain', sampleChain(NOW, { unknownPayments: [decided, ...proven, ...others] }));
  const consequence = {
    ...{ against: 'account', amount: '4.5 JU', fmc: '0 FMC', payments: '3', wallets: '1', short: '1', others: '2' },
  };
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'payments', operators: 2, consequence }));
  network.reply('POST /api/ops/chain/book', proposedOutcome(NOW));
  const desk = await open('/chain');
  expect(await desk.screen.findByText('Book all 4 against the treasury, if the signer’s key was stolen')).toBeVisible();
  await desk.press('Book the 3 proven payments against their accounts');
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Book unknown payments' }));
  expect(sheet.getByRole('combobox')).toHaveValue('account');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  const words = await sheet.findByText(
    /^Books 3 payments, 4\.5 JU and 0 FMC in all, of 1 wallet, each against its own/,
  );
  expect(words).toHaveTextContent('The balance of 1 payment’s account is too small now');
  expect(words).toHaveTextContent('2 other payments are undecided');
  const lines = proven.map(({ sequence, account }) => `${sequence}: 1.5 JU of ${account}`);
  const list = sheet.getByText('Payments: 3').closest('details');
  expect(list).toHaveAttribute('open');
  const items = within(list ?? document.body).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(lines);
  const signed = sheet.getByRole('region', { name: 'What your wallet will show' }).querySelector('details');
  expect(signed).not.toHaveAttribute('open');
  expect(words.compareDocumentPosition(list ?? words) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect((list ?? words).compareDocumentPosition(signed ?? words) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await signIn(desk, { sheet: 'Book unknown payments', reason: 'after the restore' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const fields = { payments: lines, against: 'account' };
  await expectSigned(network, 'POST /api/ops/chain/book', { fields, reason: 'after the restore' });
});

test('a payment whose voucher is not examined yet says so, and is not booked', async () => {
  const { network, open } = prepareDesk();
  const payment = unknownPayment(NOW, { examinedAt: null });
  network.reply('POST /api/ops/chain', sampleChain(NOW, { unknownPayments: [payment] }));
  const { screen } = await open('/chain');
  const list = await screen.findByRole('region', { name: 'Unknown payments' });
  expect(list).toHaveTextContent('Voucher not examined yet');
  expect(list).not.toHaveTextContent('Voucher not proven');
  expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull();
});

test('a booked payment is not booked again, and says against whom it was', async () => {
  const { network, open } = prepareDesk();
  const booked = unknownPayment(NOW, { proven: true, bookedAgainst: 'account', covered: '5' });
  network.reply('POST /api/ops/chain', sampleChain(NOW, { unknownPayments: [booked] }));
  const { screen } = await open('/chain');
  expect(await screen.findByText('Booked against the user')).toBeVisible();
  expect(screen.getByText('Voucher proven')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull();
});

test('the vault is shown as a worker read it: pauses, windows and balances to the unit', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/chain', sampleChain(NOW, { vault: sampleVault(NOW) }));
  const { screen } = await open('/chain');
  const vault = await screen.findByRole('region', { name: 'Vault contract' });
  expect(factsOf(vault)).toMatchObject({
    ...{ Deposits: 'Running', Withdrawals: 'Paused', 'Event number': '88', 'Block applied': '12001' },
    ...{ 'Accounted for': '1,200.5JU', Window: '1 day', 'Accepts deposits': 'Yes' },
  });
  expect(exactAmounts(vault)).toEqual(['1200.5', '49999.999999999999999999', '50000', '90000', '1']);
});
