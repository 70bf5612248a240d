import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';
import { DONE, expectSigned, LATER_VERSION, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);

function answerOperators({ network }: Desk): void {
  network.reply('POST /api/ops/operators', {
    operators: [
      { address: OPERATOR.address, role: 'approver', configured: true, addedAt: null },
      { address: COLLEAGUE.address, role: 'viewer', configured: false, addedAt: NOW },
    ],
  });
}

test('the list says who may sign in, with which role and since when, and which of them is the reader', async () => {
  const desk = prepareDesk();
  answerOperators(desk);
  const { screen } = await desk.open('/operators');
  const own = await screen.findByRole('row', { name: new RegExp(OPERATOR.address) });
  expect(own).toHaveTextContent(`${OPERATOR.address}(you)ApproverConfiguration`);
  const other = screen.getByRole('row', { name: new RegExp(COLLEAGUE.address) });
  expect(other).toHaveTextContent(`${COLLEAGUE.address}Viewer2026-11-20 12:00:00 +08`);
  expect(other).not.toHaveTextContent('(you)');
});

test('an operator’s role is changed from the row: the sheet asks for the role only', async () => {
  const desk = prepareDesk();
  const { network } = desk;
  answerOperators(desk);
  const subject = `operator ${COLLEAGUE.address}`;
  const change = { subject, before: { role: 'viewer' }, after: { role: 'operator' }, operators: 2 } as const;
  network.reply('POST /api/ops/preview', samplePreview(change));
  network.reply('POST /api/ops/operators/role', proposedOutcome(NOW));
  const open = await desk.open('/operators');
  const row = within(await open.screen.findByRole('row', { name: new RegExp(COLLEAGUE.address) }));
  await open.press('Change role', row);
  const sheet = within(await open.screen.findByRole('dialog', { name: 'Change an operator’s role' }));
  expect(sheet.queryByLabelText('Address')).toBeNull();
  expect(sheet.getByLabelText('Role')).toHaveValue('viewer');
  await open.user.selectOptions(sheet.getByLabelText('Role'), 'operator');
  await open.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  expect(await sheet.findByRole('row', { name: /^Role/ })).toHaveTextContent(/Role \(changes\)viewer.*operator/i);
  await signIn(open, { sheet: 'Change an operator’s role', reason: 'reads enough' });
  await open.screen.findByText('Proposed: it waits for a second person');
  const fields = { address: COLLEAGUE.address, role: 'operator' };
  await expectSigned(network, 'POST /api/ops/operators/role', { fields, reason: 'reads enough' });
});

test('a signature over a changed subject does nothing: the sheet shows the new state to sign', async () => {
  const desk = prepareDesk();
  const { network } = desk;
  answerOperators(desk);
  network.reply('POST /api/ops/preview', samplePreview({ before: { role: 'viewer' }, after: { role: 'operator' } }));
  network.refuse('POST /api/ops/operators/role', { error: 'version-changed', code: 409 });
  const open = await desk.open('/operators');
  const row = within(await open.screen.findByRole('row', { name: new RegExp(COLLEAGUE.address) }));
  await open.press('Change role', row);
  const sheet = within(await open.screen.findByRole('dialog'));
  await open.user.selectOptions(sheet.getByLabelText('Role'), 'operator');
  await open.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await sheet.findByRole('row', { name: /^Role/ });
  const later = { before: { role: 'approver' }, after: { role: 'operator' }, version: LATER_VERSION };
  network.reply('POST /api/ops/preview', samplePreview(later));
  await signIn(open, { sheet: 'Change an operator’s role', reason: 'reads enough' });
  expect(await sheet.findByText(/was changed meanwhile, so your signature did nothing/)).toBeVisible();
  await expect.poll(() => sheet.getByRole('row', { name: /^Role/ }).textContent).toMatch(/approver.*operator/i);
  expect(sheet.getByLabelText('Reason')).toHaveValue('reads enough');
  network.reply('POST /api/ops/operators/role', DONE);
  await open.user.click(sheet.getByRole('button', { name: 'Sign with the wallet' }));
  await open.screen.findByText('It has taken effect');
  const fields = { address: COLLEAGUE.address, role: 'operator' };
  await expectSigned(network, 'POST /api/ops/operators/role', {
    fields,
    reason: 'reads enough',
    version: LATER_VERSION,
  });
});

test('an operator without the role of approver may not change the list, and every button says so', async () => {
  const desk = prepareDesk({ role: 'operator' });
  answerOperators(desk);
  const { screen } = await desk.open('/operators');
  const why = 'Your role (operator) does not permit this action';
  await expect.poll(() => screen.queryAllByText(why).length).toBe(5);
  for (const name of ['Add an operator', 'Change role', 'Remove']) {
    for (const button of screen.getAllByRole('button', { name })) expect(button).toHaveAccessibleDescription(why);
  }
});
