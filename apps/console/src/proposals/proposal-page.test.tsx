import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, OPERATOR, type OpenDesk, prepareDesk } from '#testing/desk.tsx';
import { headingsOf, rowsOf } from '#testing/read-table.ts';
import { signedEntry } from '#testing/replies/log.ts';
import { sampleProposal } from '#testing/replies/proposals.ts';
import { DONE, expectConfirmed, expectSigned, LATER_VERSION, samplePreview } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const CONFIRM = 'POST /api/ops/proposals/confirm';
const REJECT = 'POST /api/ops/proposals/reject';
const PROPOSAL = sampleProposal(NOW);

function prepareProposal(options: Parameters<typeof prepareDesk>[0] = {}, proposal = PROPOSAL): Desk {
  const desk = prepareDesk(options);
  desk.network.reply('POST /api/ops/proposals', { items: [proposal], nextCursor: null });
  desk.network.reply('POST /api/ops/preview', samplePreview({ operators: 2 }));
  desk.network.reply('POST /api/ops/log', { items: [], nextCursor: null });
  return desk;
}

/** Says why and signs, in the panel that is open on the page. */
async function sign({ user, screen }: OpenDesk, { reason, submit }: { reason: string; submit: string }) {
  await user.type(await screen.findByLabelText('Reason'), reason);
  await user.click(screen.getByRole('button', { name: submit }));
}

test('a second operator sees the change, its proposer and reason, and that its subject has not changed', async () => {
  const { network, open } = prepareProposal();
  const consequence = { withdrawn: '1200.5 JU', withdrawals: '1' };
  network.reply('POST /api/ops/preview', samplePreview({ operators: 2, consequence }));
  const { screen } = await open('/proposals/31');
  const panel = await screen.findByRole('region', { name: 'Set withdrawal limits' });
  expect(panel).toHaveTextContent('SubjectWithdrawal limits of JU');
  expect(panel).toHaveTextContent(`Proposed by${COLLEAGUE.address}`);
  expect(panel).toHaveTextContent('Reasonthe vault holds more');
  expect(rowsOf(within(panel).getByRole('table'))).toEqual([
    ['Per withdrawal (changes)', '1,000.5JU', '2,000JU'],
    ['Approval above (changes)', '500JU', 'None'],
  ]);
  expect(screen.getByText('What it changes is as it was when it was proposed.')).toBeVisible();
  expect(panel).toHaveTextContent('all users withdrew 1,200.5 JU; 1 withdrawal waits for an approval.');
  expect(network.calls('POST /api/ops/preview')).toEqual([{ action: 'limits/set', fields: PROPOSAL.params }]);
});

test('a confirmation is signed over the action and the proposal, and has taken effect', async () => {
  const { network, open } = prepareProposal();
  network.reply(CONFIRM, { ...DONE, proposalId: '31' });
  const desk = await open('/proposals/31');
  await desk.press('Confirm…');
  const words = await desk.screen.findByRole('region', { name: 'What your wallet will show' });
  expect(words).toHaveTextContent(`proposedBy${COLLEAGUE.address}`);
  await sign(desk, { reason: 'checked with the vault', submit: 'Sign and confirm' });
  expect(await desk.screen.findByText('It has taken effect')).toBeVisible();
  expect(desk.screen.queryByRole('button', { name: 'Confirm…' })).toBeNull();
  await expectConfirmed(network, {
    key: 'POST /api/ops/limits/set',
    fields: PROPOSAL.params,
    proposal: { id: '31', by: COLLEAGUE.address, reason: PROPOSAL.reason },
    reason: 'checked with the vault',
  });
});

test('a rejection is signed over the proposal', async () => {
  const { network, open } = prepareProposal();
  network.reply(REJECT, DONE);
  const desk = await open('/proposals/31');
  await desk.press('Reject…');
  await sign(desk, { reason: 'too much at a time', submit: 'Sign and reject' });
  await desk.screen.findByText('It has taken effect');
  await expectSigned(network, REJECT, { fields: { proposalId: '31' }, reason: 'too much at a time' });
});

test('the proposer cannot confirm their own proposal, and can reject it', async () => {
  const { open } = prepareProposal({}, sampleProposal(NOW, { proposedBy: OPERATOR.address }));
  const { screen } = await open('/proposals/31');
  expect(await screen.findByText(/^You proposed it, so another approver has to confirm it/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm…' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Reject…' })).not.toHaveAttribute('aria-disabled');
});

test.each(['viewer', 'operator'] as const)(
  'the role %s neither confirms nor rejects what others proposed',
  async (role) => {
    const { open } = prepareProposal({ role });
    const { screen, user } = await open('/proposals/31');
    expect(await screen.findByText('Your role does not confirm proposals.')).toBeVisible();
    for (const name of ['Confirm…', 'Reject…']) {
      const button = screen.getByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      await user.click(button);
    }
    expect(screen.queryByLabelText('Reason')).toBeNull();
  },
);

test('a proposal whose subject has changed shows both versions, and can only be rejected', async () => {
  const { network, open } = prepareProposal();
  const now = { before: { perWithdrawal: '1500' }, after: { perWithdrawal: '2000' }, version: LATER_VERSION };
  network.reply('POST /api/ops/preview', samplePreview(now));
  const { screen } = await open('/proposals/31');
  expect(await screen.findByText(/It cannot be confirmed; propose it again/)).toBeVisible();
  const [proposed, current] = screen.getAllByRole('table');
  expect(rowsOf(proposed ?? document.body)[0]).toEqual(['Per withdrawal (changes)', '1,000.5JU', '2,000JU']);
  expect(rowsOf(current ?? document.body)).toEqual([['Per withdrawal (changes)', '1,500JU', '2,000JU']]);
  expect(screen.getByRole('button', { name: 'Confirm…' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Reject…' })).not.toHaveAttribute('aria-disabled');
});

test('a proposal that the system would refuse now says why in the operator’s language', async () => {
  const { network, open } = prepareProposal();
  network.refuse('POST /api/ops/preview', { error: 'nothing-changes' });
  const { screen } = await open('/proposals/31');
  expect(await screen.findByText(/It cannot be done now: This is already the current setting/)).toBeVisible();
  expect(screen.getByText('It cannot be confirmed now. It can be rejected.')).toBeVisible();
});

test('a confirmation that comes too late does nothing, and the page says why', async () => {
  const { network, open } = prepareProposal();
  network.refuse(CONFIRM, { error: 'proposal-outdated', code: 409 });
  const desk = await open('/proposals/31');
  await desk.press('Confirm…');
  network.reply('POST /api/ops/proposals', { items: [], nextCursor: null });
  await sign(desk, { reason: 'checked with the vault', submit: 'Sign and confirm' });
  expect(await desk.screen.findByText(/has changed since, so it has ended/)).toBeVisible();
  expect(desk.screen.getByText('Your signature changed nothing. Below is what the log says of it.')).toBeVisible();
  await expect.poll(() => desk.screen.queryByRole('button', { name: 'Confirm…' })).toBeNull();
});

test('a decided proposal shows its entries of the log, each with its verified signature', async () => {
  const { network, open } = prepareProposal();
  network.reply('POST /api/ops/proposals', { items: [], nextCursor: null });
  const fields = PROPOSAL.params;
  const key = 'POST /api/ops/limits/set';
  const proposed = await signedEntry({
    ...{ logId: '71', at: NOW, account: COLLEAGUE, key, fields, reason: PROPOSAL.reason },
    change: { action: 'propose limits/set', proposalId: '31' },
  });
  const confirms = { id: '31', by: COLLEAGUE.address, reason: PROPOSAL.reason };
  const confirmed = await signedEntry({
    ...{ logId: '72', at: NOW, account: OPERATOR, key, fields, reason: 'checked' },
    confirms,
  });
  network.reply('POST /api/ops/log', { items: [confirmed, proposed], nextCursor: null });
  const { screen } = await open('/proposals/31');
  expect(await screen.findByText(/^This proposal was decided, has expired, or never was/)).toBeVisible();
  const history = within(screen.getByRole('region', { name: 'In the log' }));
  await expect.poll(() => history.queryAllByText('Verified').length).toBe(2);
  expect(history.getByRole('link', { name: 'Proposed: Set withdrawal limits' })).toHaveAttribute(
    'href',
    '/log?entry=%2271%22',
  );
  expect(network.calls('POST /api/ops/log')).toEqual([{ proposalId: '31', limit: 10 }]);
});

test('the list of proposals says what waits, and opens one by Enter', async () => {
  const { open } = prepareProposal();
  const { screen, user, address } = await open('/proposals');
  const table = await screen.findByRole('table', { name: 'Proposals' });
  await screen.findByRole('link', { name: 'Set withdrawal limits' });
  expect(headingsOf(table)).toEqual(['Action', 'Subject', 'Proposed by', 'Reason', 'Proposed', 'Valid until']);
  expect(rowsOf(table)).toEqual([
    [
      ...['Set withdrawal limits', 'Withdrawal limits of JU', '0x1563…E962'].slice(0, 2),
      expect.stringMatching(/^0x1563/),
      ...['the vault holds more', '2026-11-20 12:00:00 +08', '2026-11-21 12:00:00 +08'],
    ],
  ]);
  const [row] = table.querySelectorAll<HTMLElement>('tbody > tr');
  row?.focus();
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/proposals/31');
});

test('without any proposal the list says when one appears', async () => {
  const { network, open } = prepareProposal();
  network.reply('POST /api/ops/proposals', { items: [], nextCursor: null });
  const { screen } = await open('/proposals');
  expect(await screen.findByText('Nothing waits for a confirmation')).toBeVisible();
});
