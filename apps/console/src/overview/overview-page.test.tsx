import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, rowsOf } from '#testing/read-table.ts';
import { quietOverview, replyOverview } from '#testing/replies/overview.ts';

const NOW = Date.UTC(2026, 10, 20, 4);

test('a quiet system says that nothing waits, nothing moved and no round is open', async () => {
  const desk = prepareDesk();
  replyOverview(desk.network, quietOverview(NOW));
  const { screen } = await desk.open('/');
  const waiting = await screen.findByRole('region', { name: 'Waiting' });
  expect(waiting).toHaveTextContent('Nothing is waiting.');
  expect(screen.getByRole('region', { name: 'Money today (UTC)' })).toHaveTextContent('No transfers yet today.');
  expect(screen.getByRole('region', { name: 'Live rounds' })).toHaveTextContent('No round is open now.');
  const alarms = within(screen.getByRole('region', { name: 'Alarms' }));
  expect(alarms.getAllByText('OK')).toHaveLength(3);
  expect(alarms.getByText('No alarms.')).toBeVisible();
});

test('each count of pending work links to its room, filtered to the counted rows', async () => {
  const desk = prepareDesk();
  const waiting = {
    ...{ proposals: 2, ownProposals: 1, withdrawals: 1000, grantsInAlarm: 3 },
    ...{ unknownPayments: 4, unreadable: 5, roundsSuspended: 0 },
  };
  replyOverview(desk.network, quietOverview(NOW, { waiting }));
  const { screen } = await desk.open('/');
  const links = within(await screen.findByRole('region', { name: 'Waiting' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Proposals you may confirm2→', '/proposals'],
    ['Yours, waiting for another1→', '/proposals'],
    ['Withdrawals to approve1,000 or more→', '/withdrawals?state=requested'],
    ['Exchange grants to review3→', '/rewards?state=alarm'],
    ['Payments the ledger doesn’t know4→', '/chain'],
    ['Unreadable plans or rounds5→', '/plans'],
  ]);
});

test('a paused part is said with its reason, and leads to the switches', async () => {
  const desk = prepareDesk();
  const pausedParts = [{ part: 'swap', reason: 'no price', since: NOW }] as const;
  replyOverview(desk.network, quietOverview(NOW, { pausedParts: [...pausedParts] }));
  const { screen } = await desk.open('/');
  const link = await screen.findByRole('link', { name: /^Swaps paused/ });
  expect(link).toHaveTextContent('Swaps paused since 2026-11-20 12:00:00 +08no price');
  expect(link).toHaveAttribute('href', '/limits');
});

test('the money of today is shown to the unit by currency, with how many transfers it is', async () => {
  const desk = prepareDesk();
  const flows = [
    { kind: 'deposit', currency: 'JU', amount: '1200.000000000000000001', transfers: 1_204 },
    { kind: 'deposit', currency: 'FMC', amount: '5', transfers: 1 },
    { kind: 'join', currency: 'JU', amount: '40.5', transfers: 2 },
  ] as const;
  replyOverview(desk.network, quietOverview(NOW, { money: { from: NOW, countedAt: NOW, flows: [...flows] } }));
  const { screen } = await desk.open('/');
  const panel = await screen.findByRole('region', { name: 'Money today (UTC)' });
  expect(rowsOf(within(panel).getByRole('table'))).toEqual([
    ['Deposits', '1,200.0000…', '5', '1,205'],
    ['Joins', '40.5', '0', '2'],
  ]);
  expect(exactAmounts(panel)).toEqual(['1200.000000000000000001', '5', '40.5', '0']);
});

test('before the first count the money says that it is being counted', async () => {
  const desk = prepareDesk();
  replyOverview(desk.network, quietOverview(NOW, { money: null }));
  const { screen } = await desk.open('/');
  expect(await screen.findByText('The transfers of today are being counted.')).toBeVisible();
});

test('live rounds say how far they are filled, and a paused one that its window is paused', async () => {
  const desk = prepareDesk();
  const round = { roundId: '12', city: 'Nairobi', phase: 2, number: 4, closesAt: NOW, pausedSince: null };
  const figures = { quota: '1000', filled: '250.5', orders: 1 };
  const rounds = [
    { ...round, ...figures },
    { ...round, ...figures, roundId: '13', city: 'Oslo', pausedSince: NOW, orders: 2 },
  ];
  replyOverview(desk.network, quietOverview(NOW, { rounds }));
  const { screen } = await desk.open('/');
  const panel = within(await screen.findByRole('region', { name: 'Live rounds' }));
  const [first, second] = panel.getAllByRole('listitem');
  expect(first).toHaveTextContent('250.5 of 1,000 JU · 1 orderCloses 2026-11-20 12:00:00 +08');
  expect(second).toHaveTextContent('2 orderswindow paused');
  expect(panel.getByRole('link', { name: /Nairobi, phase 2, round 4/ })).toHaveAttribute('href', '/rounds/12');
  expect(panel.getAllByRole('meter', { name: 'Filled' })[0]).toHaveAttribute('value', '250.5');
});

test.each([
  [
    'en',
    'Alarms',
    ['A transfer has waited 15 minutes for its seal', '2 roots differ from the contract’s', 'Reading was halted'],
  ],
  ['zh', '告警', ['有转账等待封存已达15分钟', '2 个根与合约中的不一致', '读取已停止']],
] as const)(
  'a finding of a health check is in the operator’s language, with its figures: %s',
  async (language, title, texts) => {
    const desk = prepareDesk({ language });
    replyOverview(
      desk.network,
      quietOverview(NOW, {
        checks: [
          { name: 'journal', problem: { code: 'unsealed', seconds: 900 } },
          { name: 'anchors', problem: { code: 'roots-differ', count: 2 } },
          { name: 'indexer', problem: { code: 'reading-halted', detail: 'block 7 was changed' } },
        ],
        alarms: [{ kind: 'chain', raisedAt: NOW }],
      }),
    );
    const { screen } = await desk.open('/');
    const panel = within(await screen.findByRole('region', { name: title }));
    for (const text of texts) expect(panel.getByText(text)).toBeVisible();
    expect(panel.getByText('block 7 was changed')).toHaveAttribute('lang', 'en');
  },
);

test('chain and journal say how far they are, and what halts or breaks them', async () => {
  const desk = prepareDesk();
  const source = {
    source: 'vault',
    blockNumber: '12005',
    behind: '3',
    haltReason: 'block 7 was changed',
    updatedAt: NOW,
  };
  replyOverview(
    desk.network,
    quietOverview(NOW, {
      chain: {
        sources: [source, { ...source, source: 'swap', behind: '0', haltReason: null }],
        nodes: 3,
        nodesLeftOut: 1,
      },
      journal: { entries: '1204', unsealedSeconds: 90, integrityError: 'entry 7 differs' },
    }),
  );
  const { screen } = await desk.open('/');
  const chain = await screen.findByRole('region', { name: 'Chain' });
  expect(factsOf(chain)).toMatchObject({
    ...{ '3 blocks behind': '2026-11-20 12:00:00 +08', 'Up to date': '2026-11-20 12:00:00 +08' },
    'Read up to block': '12,005',
  });
  expect(chain).toHaveTextContent('Halted: block 7 was changed');
  expect(chain).toHaveTextContent('1 of 3 nodes left out');
  expect(factsOf(screen.getByRole('region', { name: 'Journal' }))).toEqual({
    ...{ Entries: '1,204', 'Oldest unsealed': '1 minute 30 seconds' },
    State: 'A change was found: entry 7 differs',
  });
});

test('a part that cannot be read keeps its last figures with their time, and the others are read', async () => {
  const desk = prepareDesk();
  replyOverview(desk.network, quietOverview(NOW));
  desk.network.disconnect('POST /api/ops/overview/journal');
  const { screen } = await desk.open('/');
  const journal = within(await screen.findByRole('region', { name: 'Journal' }));
  expect(await journal.findByRole('alert')).toHaveTextContent('Could not be read');
  const money = await screen.findByRole('region', { name: 'Money today (UTC)' });
  expect(money).toHaveTextContent('No transfers yet today.');
  // Later another part fails, and this one is read.
  const waiting = { ...quietOverview(NOW).waiting, withdrawals: 7 };
  replyOverview(desk.network, quietOverview(NOW + 8_000, { waiting }));
  desk.network.disconnect('POST /api/ops/overview/money');
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByRole('link', { name: /^Withdrawals to approve/ })).toHaveTextContent('approve7');
  const stale = 'Couldn’t refresh; these are the figures of 2026-11-20 12:00:00 +08';
  expect(await screen.findByText(stale)).toBeVisible();
  expect(screen.getByText('Read at 2026-11-20 12:00:08 +08')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Money today (UTC)' })).toHaveTextContent('No transfers yet today.');
});
