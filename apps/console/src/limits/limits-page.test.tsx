import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, prepareDesk } from '#testing/desk.tsx';
import { factsOf } from '#testing/read-table.ts';
import { sampleControls } from '#testing/replies/controls.ts';
import { DONE, expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);

/** The controls with joins paused by a colleague. */
const PAUSED = sampleControls(NOW, {
  parts: [
    {
      ...{ part: 'joins', paused: true, reason: 'the plans are looked at', changedBy: COLLEAGUE.address },
      ...{ changedAt: NOW, pausedSince: NOW - 3_600_000 },
    },
    { part: 'swap', paused: true, reason: 'no price', changedBy: null, changedAt: NOW, pausedSince: null },
  ],
});

test('one operator pauses a part of the system: it takes effect with their signature', async () => {
  const { network, open } = prepareDesk({ role: 'operator' });
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  network.reply('POST /api/ops/preview', samplePreview({ before: { paused: 'false' }, after: { paused: 'true' } }));
  network.reply('POST /api/ops/pause', DONE);
  const desk = await open('/limits');
  await desk.press('Pause: Joining');
  const sheet = 'Pause a part of the system';
  const preview = within(await desk.screen.findByRole('region', { name: 'Preview' }));
  expect(preview.getByRole('row', { name: /^Paused/ })).toHaveTextContent('Paused (changes)NoYes');
  expect(preview.getByText(/takes effect as soon as you sign/)).toBeVisible();
  expect(network.calls('POST /api/ops/preview')).toEqual([{ action: 'pause', fields: { part: 'joins' } }]);
  network.reply('POST /api/ops/controls', PAUSED);
  await signIn(desk, { sheet, reason: 'the plans are looked at' });
  expect(await desk.screen.findByText('It has taken effect')).toBeVisible();
  await expectSigned(network, 'POST /api/ops/pause', { fields: { part: 'joins' }, reason: 'the plans are looked at' });
  // The room is read again.
  await desk.user.keyboard('{Escape}');
  const part = (await desk.screen.findByText('the plans are looked at', { exact: false })).closest('li');
  expect(part).toHaveTextContent(/JoiningPausedthe plans are looked at · 0x1563.*since 2026-11-20 11:00:00 \+08/);
});

test.each([
  {
    language: 'en',
    button: 'Pause: Joining',
    title: 'Preview',
    sentence:
      'Joining stops at once: 3 open rounds get longer by the pause, and 41 wallets in them see it. If the pause lasts ' +
      'too long, these rounds are cancelled and every principal is returned. To resume takes two signatures.',
  },
  {
    language: 'zh',
    button: '暂停参与',
    title: '变更预览',
    sentence: /^立即停止参与：3 个进行中的轮次按暂停时长顺延，其中 41 个钱包会看到暂停.*恢复需要两人签名。$/,
  },
] as const)('the sheet says first what will happen: $language', async ({ language, button, title, sentence }) => {
  const { network, open } = prepareDesk({ language });
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  const consequence = { part: 'joins', rounds: '3', wallets: '41', withdrawals: '0' };
  const figures = { before: { paused: 'false' }, after: { paused: 'true' }, consequence };
  network.reply('POST /api/ops/preview', samplePreview(figures));
  const desk = await open('/limits');
  await desk.press(button);
  const preview = within(await desk.screen.findByRole('region', { name: title }));
  const said = preview.getByText(sentence);
  expect(said).toBeVisible();
  // Then the changes, then the signed text, which is folded.
  const isAfter = (one: Node, other: Node) => one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
  const table = preview.getByRole('table');
  const signed = desk.screen.getByText('Pause', { selector: 'summary', exact: false }).closest('details');
  if (signed === null) throw new Error('the signed text is not folded');
  expect([isAfter(said, table), isAfter(table, signed), signed.open]).toEqual([true, true, false]);
});

test('a pause without an open round says so, and counts no wallets', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  const consequence = { part: 'joins', rounds: '0', wallets: '0', withdrawals: '0' };
  network.reply('POST /api/ops/preview', samplePreview({ consequence }));
  const desk = await open('/limits');
  await desk.press('Pause: Joining');
  const said =
    'Joining stops at once: no round is open now, and none opens until it is resumed. To resume takes two signatures.';
  expect(await desk.screen.findByText(said)).toBeVisible();
});

test('a button that stops a part has a colour of its own, one that resumes it has not', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/controls', PAUSED);
  const { screen } = await open('/limits');
  expect(await screen.findByRole('button', { name: /^Resume: Joining/ })).not.toHaveClass('bg-danger');
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  const again = await open('/limits');
  const [stop] = await again.screen.findAllByRole('button', { name: 'Pause: Joining' });
  expect(stop).toHaveClass('bg-danger');
  expect(again.screen.getAllByRole('button', { name: 'Set withdrawal limits' })[0]).not.toHaveClass('bg-danger');
});

test('a part that the system itself paused says so, and resuming it makes a proposal', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/controls', PAUSED);
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'part swap', operators: 2 }));
  network.reply('POST /api/ops/unpause', proposedOutcome(NOW));
  const desk = await open('/limits');
  const part = (await desk.screen.findByText(/paused by the system itself/)).closest('li');
  expect(part).toHaveTextContent('no price · paused by the system itself · since 2026-11-20 12:00:00 +08');
  await desk.press(/^Resume: Swap/);
  expect(await desk.screen.findByText(/confirms it within 24 hours/)).toBeVisible();
  await signIn(desk, { sheet: 'Resume a part of the system', reason: 'the price is back' });
  expect(await desk.screen.findByText('Proposed: it waits for a second person')).toBeVisible();
  await expectSigned(network, 'POST /api/ops/unpause', { fields: { part: 'swap' }, reason: 'the price is back' });
});

test('the limits of each currency are shown to the unit, with their use in 24 hours', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  const { screen } = await open('/limits');
  const ju = await screen.findByRole('region', { name: 'Withdrawal limits of JU' });
  expect(factsOf(ju)).toEqual({
    'Per withdrawal': '1,000JU',
    'Per user and day': '2,500.5JU',
    'All users, per day': '100,000JU',
    'Approval above': '500.0000…JU',
    'Used in 24 hours': '1,234.5JU',
    'Left for all users': '98,765.5JU',
  });
  expect(within(ju).getByTitle('500.000000000000000001 JU')).toBeVisible();
  const fmc = screen.getByRole('region', { name: 'Withdrawal limits of FMC' });
  expect(factsOf(fmc)).toMatchObject({ 'Approval above': 'Never', 'Per withdrawal': '2,000FMC' });
  const hold = screen.getByRole('region', { name: 'Wait of new addresses' });
  expect(hold).toHaveTextContent('The first withdrawal to a new address waits 24 hours.');
});

test('new limits begin with those of now, and no approval is sent as null', async () => {
  const { network, open } = prepareDesk();
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'limits JU' }));
  network.reply('POST /api/ops/limits/set', DONE);
  const desk = await open('/limits');
  const ju = within(await desk.screen.findByRole('region', { name: 'Withdrawal limits of JU' }));
  await desk.press('Set withdrawal limits', ju);
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Set withdrawal limits' }));
  expect(sheet.getByLabelText('Approval above')).toHaveValue('500.000000000000000001');
  const perDay = sheet.getByLabelText('All users, per day');
  await desk.user.clear(perDay);
  await desk.user.type(perDay, '90000.5');
  await desk.user.click(sheet.getByRole('checkbox', { name: 'None' }));
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(desk, { sheet: 'Set withdrawal limits', reason: 'fewer a day' });
  await desk.screen.findByText('It has taken effect');
  const fields = {
    ...{ currency: 'JU', perWithdrawal: '1000', perUserDay: '2500.5', perDay: '90000.5' },
    approvalAbove: null,
  };
  await expectSigned(network, 'POST /api/ops/limits/set', { fields, reason: 'fewer a day' });
});

test('a viewer sees the switches, and each says why it is disabled', async () => {
  const { network, open } = prepareDesk({ role: 'viewer' });
  network.reply('POST /api/ops/controls', sampleControls(NOW));
  const { screen, user } = await open('/limits');
  const why = 'Your role (viewer) does not permit this action';
  await expect.poll(() => screen.queryAllByText(why).length).toBe(5);
  const button = screen.getByRole('button', { name: 'Pause: Joining' });
  expect(button).toHaveAccessibleDescription(why);
  expect(screen.getAllByText(why)[0]).toHaveClass('sr-only');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getAllByText(why)[0]).not.toHaveClass('sr-only');
});
