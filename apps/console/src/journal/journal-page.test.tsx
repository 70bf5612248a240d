import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, rowsOf } from '#testing/read-table.ts';
import { expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const ANCHORS = 'POST /api/ops/anchors';
const TREES = 'POST /api/ops/liabilities';
const HASH = `0x${'ab'.repeat(32)}`;
const SHORT = '0xababab…abababab';

const JOURNAL: ReplyOf<'POST /api/ops/journal'> = {
  ...{ at: NOW, entries: '1204', lastTransferId: '98000', lastHash: HASH, lastSealedAt: NOW },
  ...{ unsealedSeconds: 90, auditedAt: null, integrityError: null },
};
const ANCHOR: ReplyOf<typeof ANCHORS>['items'][number] = {
  ...{ anchorId: '3', kind: 'settlement', subject: '12', root: HASH, state: 'waiting', txHash: null },
  ...{ blockNumber: null, lastError: null, madeAt: NOW, finalAt: null },
};
const TREE: ReplyOf<typeof TREES>['items'][number] = {
  ...{ treeId: '5', currency: 'JU', root: HASH, total: '1200.000000000000000001', leaves: 33 },
  ...{ blockNumber: '12005', vaultBalance: '1200.5', madeAt: NOW },
  anchoring: { state: 'final', txHash: HASH, blockNumber: '12006' },
};

function prepareJournal(journal = JOURNAL, options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  const entry = {
    ...{ number: '1204', firstTransferId: '97001', lastTransferId: '98000', transfers: 1_000, hash: HASH },
    sealedAt: NOW,
  };
  desk.network.reply('POST /api/ops/journal', journal);
  desk.network.reply('POST /api/ops/journal/entries', { items: [entry], nextCursor: null });
  desk.network.reply(ANCHORS, { items: [ANCHOR], nextCursor: null });
  desk.network.reply(TREES, { items: [TREE], nextCursor: null });
  return desk;
}

test('the journal says how far it is sealed, and that no audit found a change', async () => {
  const { screen } = await prepareJournal().open('/journal');
  const seals = await screen.findByRole('region', { name: 'Seals and audits' });
  await within(seals).findByText('The audit found no change of history.');
  expect(factsOf(seals)).toEqual({
    ...{ Entries: '1204', 'Last transfer sealed': '98000', Hash: SHORT, 'Sealed at': '2026-11-20 12:00:00 +08' },
    ...{ 'Oldest unsealed transfer waits for': '1 minute 30 seconds', 'Last audit': '—' },
    'Read at': '2026-11-20 12:00:00 +08',
  });
  expect(screen.queryByRole('button', { name: 'Acknowledge a journal error' })).toBeNull();
});

test('an integrity error is acknowledged exactly as it was read, and only by two operators', async () => {
  const integrityError = 'entry 7: the hash differs';
  const { network, open } = prepareJournal({ ...JOURNAL, integrityError });
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'journal', operators: 2 }));
  network.reply('POST /api/ops/journal/acknowledge', proposedOutcome(NOW));
  const desk = await open('/journal');
  expect(await desk.screen.findByText(integrityError)).toBeVisible();
  expect(desk.screen.queryByText('The audit found no change of history.')).toBeNull();
  await desk.press('Acknowledge a journal error');
  await signIn(desk, { sheet: 'Acknowledge a journal error', reason: 'a disk was restored' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const sent = { fields: { integrityError }, reason: 'a disk was restored' };
  await expectSigned(network, 'POST /api/ops/journal/acknowledge', sent);
});

test('entries name the transfers that they seal', async () => {
  const { screen } = await prepareJournal().open('/journal');
  const table = await screen.findByRole('table', { name: 'Entries' });
  await within(table).findByText('1204');
  expect(rowsOf(table)).toEqual([['1204', '97001–98000', '1000', SHORT, '2026-11-20 12:00:00 +08']]);
});

test('roots are filtered by kind and state, trees by currency, each in the address and in its call', async () => {
  const { network, open } = prepareJournal();
  const { screen, user, address } = await open('/journal');
  await user.selectOptions(await screen.findByLabelText('Kind'), 'Liabilities');
  await user.selectOptions(screen.getByLabelText('State'), 'Differs from the contract');
  await user.selectOptions(screen.getByLabelText('Currency'), 'FMC');
  await expect.poll(() => network.calls(TREES).at(-1)).toEqual({ currency: 'FMC', cursor: null, limit: 50 });
  expect(network.calls(ANCHORS).at(-1)).toEqual({ kind: 'liabilities', state: 'conflicting', cursor: null, limit: 50 });
  expect(address()).toBe('/journal?kind=liabilities&state=conflicting&currency=FMC');
});

test('a root says where it is on its way into the contract', async () => {
  const { network, open } = prepareJournal();
  const final = { ...ANCHOR, anchorId: '4', state: 'final', txHash: HASH, blockNumber: '12006', finalAt: NOW } as const;
  network.reply(ANCHORS, { items: [ANCHOR, final], nextCursor: null });
  const { screen } = await open('/journal');
  const table = await screen.findByRole('table', { name: 'Roots in the contract' });
  await within(table).findByText('Final');
  expect(rowsOf(table)).toEqual([
    ['Settlement', '12', SHORT, 'Waiting', '', '', '2026-11-20 12:00:00 +08', ''],
    ['Settlement', '12', SHORT, 'Final', SHORT, '12006', '2026-11-20 12:00:00 +08', '2026-11-20 12:00:00 +08'],
  ]);
});

test('liabilities and vault balance are exact on the screen and in the file', async () => {
  const downloads = captureDownloads();
  const { screen, user } = await prepareJournal().open('/journal');
  const trees = await screen.findByRole('region', { name: 'Trees of liabilities' });
  await within(trees).findByText('33');
  expect(exactAmounts(within(trees).getByRole('table'))).toEqual(['1200.000000000000000001', '1200.5']);
  await user.click(within(trees).getByRole('button', { name: 'Export CSV' }));
  await within(trees).findByText('1 entry exported');
  expect((await downloads.lines())[1]).toBe(
    `5,1200.000000000000000001 JU,1200.5 JU,33,12005,${HASH},final,2026-11-20T04:00:00.000Z`,
  );
});

test('each proof names the command that verifies it, to copy', async () => {
  const { screen, user } = await prepareJournal().open('/journal');
  await user.click(await screen.findByRole('button', { name: 'Copy npm run -s verify:anchors' }));
  expect(await navigator.clipboard.readText()).toBe('npm run -s verify:anchors');
  expect(await screen.findByRole('button', { name: 'Copied npm run -s verify:anchors' })).toBeVisible();
});
