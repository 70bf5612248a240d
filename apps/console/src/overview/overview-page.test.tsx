import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prepareDesk } from '#testing/desk.tsx';
import { quietOverview } from '#testing/replies/overview.ts';

const NOW = Date.UTC(2026, 10, 20, 4);

test('a quiet system says that nothing waits, nothing moved and no round is open', async () => {
  const desk = prepareDesk();
  desk.network.reply('POST /api/ops/overview', quietOverview(NOW));
  const { screen } = await desk.open('/');
  const waiting = await screen.findByRole('region', { name: 'Waiting' });
  expect(waiting).toHaveTextContent('Nothing is waiting.');
  expect(screen.getByRole('region', { name: 'Money today (UTC)' })).toHaveTextContent('No transfers yet today.');
  expect(screen.getByRole('region', { name: 'Live rounds' })).toHaveTextContent('No round is open now.');
  const alarms = within(screen.getByRole('region', { name: 'Alarms' }));
  expect(alarms.getAllByText('OK')).toHaveLength(3);
  expect(alarms.getByText('No alarms.')).toBeVisible();
});
