import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, prepareDesk } from '#testing/desk.tsx';
import { expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);

function answerRegions({ network }: Desk): void {
  network.reply('POST /api/ops/regions', {
    regions: [
      { region: 'default', joiningAllowed: true, referralAllowed: true, changedAt: NOW },
      { region: 'SG', joiningAllowed: false, referralAllowed: true, changedAt: NOW - 60_000 },
    ],
  });
}

test('each rule shows the country’s name and its permissions in the operator’s language', async () => {
  const desk = prepareDesk();
  answerRegions(desk);
  const { screen } = await desk.open('/regions');
  const rules = within(await screen.findByRole('region', { name: 'Rules' }));
  const [first, second] = await rules.findAllByRole('listitem');
  expect(first).toHaveTextContent('Default (all other regions)Joining allowedInviting allowed');
  expect(second).toHaveTextContent('Singapore (SG)No joiningInviting allowedchanged 2026-11-20 11:59:00 +08');
});

test('in Chinese the same rules are in Chinese', async () => {
  const desk = prepareDesk({ language: 'zh' });
  answerRegions(desk);
  const { screen } = await desk.open('/regions');
  expect(await screen.findByText('新加坡 (SG)')).toBeVisible();
  expect(screen.queryByText('No joining')).toBeNull();
});

test('a changed rule is sent with the region of its row and both permissions as booleans', async () => {
  const desk = prepareDesk();
  const { network } = desk;
  answerRegions(desk);
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'region SG', operators: 2 }));
  network.reply('POST /api/ops/regions/set', proposedOutcome(NOW));
  const open = await desk.open('/regions');
  const row = within((await open.screen.findByText('Singapore (SG)')).closest('li') ?? document.body);
  await open.press('Set the rules of a region', row);
  const sheet = within(await open.screen.findByRole('dialog'));
  expect(sheet.getByLabelText('Joining allowed')).toHaveValue('false');
  await open.user.selectOptions(sheet.getByLabelText('Joining allowed'), 'Yes');
  await open.user.selectOptions(sheet.getByLabelText('Referral allowed'), 'No');
  await open.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(open, { sheet: 'Set the rules of a region', reason: 'the law has changed' });
  await open.screen.findByText('Proposed: it waits for a second person');
  const fields = { region: 'SG', joiningAllowed: true, referralAllowed: false };
  await expectSigned(network, 'POST /api/ops/regions/set', { fields, reason: 'the law has changed' });
});
