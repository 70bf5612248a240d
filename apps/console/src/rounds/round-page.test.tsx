import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, rowsOf } from '#testing/read-table.ts';
import { roundDetail, roundOrder, sampleRound } from '#testing/replies/rounds.ts';
import { expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const ORDERS = 'POST /api/ops/rounds/orders';

function prepareRound(detail = roundDetail(NOW), options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply('POST /api/ops/rounds/detail', detail);
  desk.network.reply('POST /api/ops/rounds/fill', { points: [] });
  desk.network.reply(ORDERS, { items: [], nextCursor: null });
  return desk;
}

test('a round shows its progress, its plan, and who cancelled it why', async () => {
  const cancellation = { by: 'operators', reason: 'the city is not ready' } as const;
  const round = sampleRound(NOW, { state: 'cancelled' });
  const { screen } = await prepareRound(roundDetail(NOW, { round, cancellation, dueAt: NOW })).open('/rounds/12');
  expect(await screen.findByRole('heading', { level: 1, name: 'Nairobi, phase 2, round 4' })).toBeVisible();
  expect(factsOf(screen.getByRole('region', { name: 'At a glance' }))).toEqual({
    ...{ State: 'Cancelled', Progress: '99.9 %', Filled: '999.9999…JU', Quota: '1,000JU', Orders: '1,204' },
    ...{
      Opens: '2026-11-20 11:00:00 +08',
      Closes: '2026-11-20 13:30:00 +08',
      'Next step due': '2026-11-20 12:00:00 +08',
    },
    ...{ Plan: 'Plan #5', 'Hash of the terms': '0xababab…abababab' },
    'Cancelled by operators': 'the city is not ready',
  });
  expect(await screen.findByText('It has no orders yet.')).toBeVisible();
  expect(screen.getByText('It begins once the window has ended.')).toBeVisible();
});

test('the time that is left runs by the clock, and stops while joins are paused', async () => {
  startClock(NOW);
  const paused = sampleRound(NOW, { pausedSince: NOW - 1_800_000 });
  const { network, open } = prepareRound();
  const desk = await open('/rounds/12');
  const facts = await desk.screen.findByRole('region', { name: 'At a glance' });
  expect(factsOf(facts)['Time left']).toBe('1 hour 30 minutes');
  network.reply('POST /api/ops/rounds/detail', roundDetail(NOW, { round: paused }));
  const again = await desk.reload();
  const then = await again.screen.findByRole('region', { name: 'At a glance' });
  expect(factsOf(then)['Time left']).toBe('2 hours');
});

test('the settlement is shown step by step, with the step that failed and why', async () => {
  const settlement = [
    { step: 'compute', parts: 1, done: 1, lastAt: NOW },
    { step: 'refund', parts: 12, done: 7, lastAt: null },
    { step: 'close', parts: 0, done: 0, lastAt: null },
  ] as const;
  const failure = { at: NOW, tries: 3, error: 'deadlock detected' };
  const { screen } = await prepareRound(roundDetail(NOW, { settlement: [...settlement], failure })).open('/rounds/12');
  const steps = await screen.findByRole('region', { name: 'Settlement step by step' });
  expect(rowsOf(within(steps).getByRole('table'))).toEqual([
    ['Compute', '1 of 1', '2026-11-20 12:00:00 +08'],
    ['Return principal', '7 of 12', ''],
    ['Close', 'known once computed', ''],
  ]);
  expect(steps).toHaveTextContent('The last step failed at 2026-11-20 12:00:00 +08, 3 times in a row.');
  expect(within(steps).getByText('deadlock detected')).toBeVisible();
  expect(within(steps).getByRole('list', { name: 'States' })).toHaveTextContent(
    'Scheduled 2026-11-20 10:00:00 +08Open 2026-11-20 11:00:00 +08',
  );
});

test('a settled round shows its totals to the unit, its stages and its published files', async () => {
  const sha256 = 'c'.repeat(64);
  const result = {
    outcome: 'minted' as const,
    ...{ settledAt: NOW, orders: 2, amount: '110.7' },
    totals: { principal: '99.000000000000000001', fee: '1', minted: '454.5454' },
    stages: [
      { stage: 1, amount: '200.1', dueAt: NOW, paidAt: NOW },
      { stage: 2, amount: '254.4454', dueAt: NOW + 3_600_000, paidAt: null },
    ],
  } as const;
  const file = { format: 'csv', path: 'rounds/12.csv', bytes: 12_345, sha256 } as const;
  const files = [
    { ...file, url: 'https://example.org/12.csv' },
    { ...file, format: 'jsonl' as const, url: null },
  ];
  const detail = roundDetail(NOW, { result: { ...result, stages: [...result.stages] }, files });
  const { screen } = await prepareRound(detail).open('/rounds/12');
  const came = await screen.findByRole('region', { name: 'What it came to' });
  expect(exactAmounts(came)).toEqual(['99.000000000000000001', '1', '454.5454', '200.1', '254.4454']);
  expect(factsOf(came)).toMatchObject({
    ...{ Outcome: 'Minted', 'FMC released': '454.5454FMC' },
    ...{ 'Stage 1': '200.1FMCPaid 2026-11-20 12:00:00 +08', 'Stage 2': '254.4454FMCDue 2026-11-20 13:00:00 +08' },
  });
  expect(within(came).getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    'https://example.org/12.csv',
  );
  expect(within(came).getByText('rounds/12.csv')).toBeVisible();
  expect(within(came).getAllByText(sha256)).toHaveLength(2);
});

test('the reserve’s coverage of a round that may still fail is shown to the unit', async () => {
  const coverage = { reserve: '500', drawnFirst: '20', maximumLoss: '30.5', budget: '12.25', coverageBps: 4016 };
  const { screen } = await prepareRound(roundDetail(NOW, { coverage })).open('/rounds/12');
  expect(factsOf(await screen.findByRole('region', { name: 'Coverage by the reserve' }))).toEqual({
    ...{ Covered: '40.16 %', 'Largest possible loss': '30.5JU', 'Most that it can be compensated with': '12.25JU' },
    ...{ Reserve: '500JU', 'Rounds that end before may draw': '20JU' },
  });
});

test('how it fills is a chart, whose figures are there as a table too', async () => {
  const { network, open } = prepareRound();
  const points = [
    { at: NOW - 60_000, filled: '40', orders: 1 },
    { at: NOW, filled: '999.5', orders: 2 },
  ];
  network.reply('POST /api/ops/rounds/fill', { points });
  const { screen } = await open('/rounds/12');
  const figures = await screen.findByRole('table', { name: 'Figures of Filled' });
  expect(rowsOf(figures).map(([, ...values]) => values)).toEqual([
    ['40', '1,000'],
    ['999.5', '1,000'],
  ]);
});

test('orders are listed by rank with exact amounts, and filtered by state and way, also after a reload', async () => {
  const { network, open } = prepareRound();
  const late = { orderId: '91', rank: 2, late: true, automatic: true, state: 'claimable', netJu: '-2.25' } as const;
  const orders = [roundOrder(NOW), roundOrder(NOW, late)];
  network.answer(ORDERS, ({ state }) => ({
    items: orders.filter((order) => state === undefined || order.state === state),
    nextCursor: null,
  }));
  const desk = await open('/rounds/12');
  const table = await desk.screen.findByRole('table', { name: 'Orders' });
  await within(table).findByText('Claimable');
  expect(rowsOf(table)).toEqual([
    ['1', '0x7099…79C8', '77.7000…JU', 'By hand', 'Active', '', '2026-11-20 12:00:00 +08'],
    ['2', '0x7099…79C8', '77.7000…JU', 'Auto-mintLate', 'Claimable', '−2.25JU', '2026-11-20 12:00:00 +08'],
  ]);
  await desk.user.selectOptions(desk.screen.getByLabelText('State'), 'Claimable');
  await desk.user.selectOptions(desk.screen.getByLabelText('Way'), 'Auto-mint');
  await expect
    .poll(() => network.calls(ORDERS).at(-1))
    .toEqual({
      ...{ roundId: '12', state: 'claimable', way: 'auto-mint', cursor: null, limit: 50 },
    });
  await expect
    .poll(() => rowsOf(desk.screen.getByRole('table', { name: 'Orders' })).map(([rank]) => rank))
    .toEqual(['2']);
  const again = await desk.reload();
  expect(await again.screen.findByLabelText('State')).toHaveValue('claimable');
  expect(await again.screen.findByText('Claimable', { selector: 'td' })).toBeVisible();
  await again.user.selectOptions(again.screen.getByLabelText('State'), 'Minted');
  expect(await again.screen.findByText('No orders')).toBeVisible();
});

test('an open round can be suspended and cancelled; cancelling it makes a proposal over its id', async () => {
  const { network, open } = prepareRound();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'round 12', operators: 2 }));
  network.reply('POST /api/ops/rounds/cancel', proposedOutcome(NOW));
  const desk = await open('/rounds/12');
  expect(await desk.screen.findByRole('button', { name: 'Suspend a round' })).toBeVisible();
  await desk.press('Cancel a round');
  await signIn(desk, { sheet: 'Cancel a round', reason: 'the city is not ready' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const sent = { fields: { roundId: '12' }, reason: 'the city is not ready' };
  await expectSigned(network, 'POST /api/ops/rounds/cancel', sent);
});

test.each([
  ['a suspended one can be resumed', { state: 'settling', suspendedSince: NOW }, ['Resume a round']],
  ['one that is being settled cannot be cancelled', { state: 'settling' }, ['Suspend a round']],
  ['an ended one leaves nothing to do', { state: 'ended', outcome: 'minted' }, []],
] as const)('the possible actions on a round depend on its state: %s', async (_title, change, actions) => {
  const { suspendedSince = null, ...state } = { suspendedSince: null, ...change };
  const round = sampleRound(NOW, { ...state, suspendedSince });
  const { screen } = await prepareRound(roundDetail(NOW, { round, suspendedSince })).open('/rounds/12');
  await screen.findByRole('region', { name: 'At a glance' });
  const buttons = screen.queryAllByRole('button', { name: /a round$/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(actions);
});

test('a round that does not exist is refused in the server’s words', async () => {
  const { network, open } = prepareRound();
  network.refuse('POST /api/ops/rounds/detail', { error: 'not-found', code: 404, msg: 'There is no such round' });
  const { screen } = await open('/rounds/999');
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such round');
  expect(network.calls('POST /api/ops/rounds/detail')).toHaveLength(1);
});
