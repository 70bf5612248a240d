import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';
import { headingsOf } from '#testing/read-table.ts';
import { type LogEntry, signedEntry } from '#testing/replies/log.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const LOG = 'POST /api/ops/log';
/** A spreadsheet would run it if the cell were not text. */
const FORMULA = '=HYPERLINK("http://example.org","a colleague, who reads")';

const pause = { at: NOW, account: OPERATOR, key: 'POST /api/ops/pause', fields: { part: 'joins' } } as const;

function prepareLog(items: LogEntry[], options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply(LOG, { items, nextCursor: null });
  return desk;
}

test('each entry says who signed what, and whether the signature is over exactly that', async () => {
  const good = await signedEntry({ ...pause, logId: '71', reason: 'nothing works' });
  const forged = await signedEntry({ ...pause, logId: '70', reason: 'as agreed', change: { reason: 'not agreed' } });
  const stolen = await signedEntry({
    ...pause,
    logId: '69',
    reason: 'as ever',
    change: { operator: COLLEAGUE.address },
  });
  const { screen } = await prepareLog([good, forged, stolen]).open('/log');
  const rows = () => screen.getAllByRole('row').slice(1, 4);
  await expect.poll(() => rows()[0]?.textContent).toMatch(/Pause a part of the system.*nothing works.*Verified$/);
  await expect.poll(() => rows()[1]?.textContent).toMatch(/not agreed.*Does not match$/);
  await expect.poll(() => rows()[2]?.textContent).toMatch(/Does not match$/);
  expect(within(rows()[1] ?? document.body).getByTitle('another reason was signed')).toBeVisible();
});

test('a proposal and its rejection differ from the action itself', async () => {
  const entry = await signedEntry({ ...pause, logId: '71', reason: 'nothing works' });
  const { screen } = await prepareLog([
    { ...entry, action: 'propose unpause' },
    { ...entry, logId: '70', action: 'reject unpause' },
    { ...entry, logId: '69', action: 'unpause' },
  ]).open('/log');
  const actions = await screen.findAllByText(/Resume a part of the system$/, { selector: 'td' });
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    ...['Proposed: Resume a part of the system', 'Rejected: Resume a part of the system'],
    'Resume a part of the system',
  ]);
});

test('the filters of the address are those of the call', async () => {
  const { network, open } = prepareLog([]);
  const { screen, user, address } = await open(`/log?subject=round%2012&from=${NOW}`);
  expect(await screen.findByText('No entry fits')).toBeVisible();
  expect(screen.getByLabelText('Subject')).toHaveValue('round 12');
  expect(screen.getByLabelText('From')).toHaveValue('2026-11-20 12:00');
  expect(network.calls(LOG).at(-1)).toEqual({
    ...{ subject: 'round 12', from: NOW, to: 253_402_300_799_999, cursor: null, limit: 50 },
  });
  await user.selectOptions(screen.getByLabelText('Action'), 'Proposed: Resume a part of the system');
  await expect.poll(() => network.calls(LOG).at(-1)).toMatchObject({ action: 'propose unpause', subject: 'round 12' });
  await user.clear(screen.getByLabelText('Subject'));
  await user.keyboard('{Enter}');
  await expect.poll(() => Object.hasOwn(Object(network.calls(LOG).at(-1)), 'subject')).toBe(false);
  expect(address()).toContain('action=propose');
});

test('an entry opens with its reason, its changes and the signed message', async () => {
  const figures = { before: { perDay: '100000' }, after: { perDay: '90000.5' } };
  const fields = { currency: 'JU', perWithdrawal: 1n, perUserDay: 1n, perDay: 1n, approvalAbove: null };
  const entry = await signedEntry({
    ...{ logId: '71', at: NOW, account: OPERATOR, key: 'POST /api/ops/limits/set', fields, reason: 'fewer a day' },
    confirms: { id: '31', by: COLLEAGUE.address, reason: 'too many' },
    change: { ...figures, subject: 'withdrawal-limits JU' },
  });
  const { network, open } = prepareLog([entry]);
  const { screen, user, address } = await open('/log');
  const row = (await screen.findByText('Set withdrawal limits', { selector: 'td' })).closest('tr');
  row?.focus();
  await user.keyboard('{Enter}');
  const sheet = within(await screen.findByRole('dialog', { name: 'Set withdrawal limits' }));
  expect(address()).toBe('/log?entry="71"');
  expect(await sheet.findByText('fewer a day', { selector: 'p' })).toBeVisible();
  expect(sheet.getByRole('row', { name: /^All users, per day/ })).toHaveTextContent('100,000JU90,000.5JU');
  expect(sheet.getByRole('link', { name: '#31' })).toHaveAttribute('href', '/proposals/31');
  const words = sheet.getByRole('region', { name: 'What your wallet will show' });
  expect(words).toHaveTextContent(`proposalReasontoo many`);
  expect(words).toHaveTextContent('requestId00000000-0000-4000-8000-000000000071');
  expect(sheet.getByText(entry.signature)).toBeVisible();
  expect(network.calls(LOG).at(-1)).toEqual({ logId: '71', limit: 1 });
  await user.keyboard('{Escape}');
  await expect.poll(address).toBe('/log');
});

test('the address of an entry that does not exist says so', async () => {
  const { screen } = await prepareLog([]).open('/log?entry=999');
  expect(await screen.findByText('There is no such entry')).toBeVisible();
});

test('the file of the log has the columns that are shown and every page; nothing in it is a formula', async () => {
  const downloads = captureDownloads();
  const first = await signedEntry({ ...pause, logId: '71', reason: FORMULA });
  const second = await signedEntry({
    ...pause,
    logId: '70',
    reason: 'a, b',
    change: { proposedBy: COLLEAGUE.address },
  });
  const desk = prepareLog([]);
  desk.network.answer(LOG, ({ cursor }) => (cursor === 'next' ? page(second, null) : page(first, 'next')));
  const { screen, user } = await desk.open('/log?subject=part%20joins');
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Proposed by' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Signature' }));
  await user.keyboard('{Escape}');
  const shown = ['Time', 'Signed by', 'Action', 'Subject', 'Reason', 'Proposed by'];
  await expect.poll(() => headingsOf(screen.getByRole('table', { name: 'Log', hidden: true }))).toEqual(shown);
  await user.click(screen.getByRole('button', { name: 'Export CSV', hidden: true }));
  expect(await screen.findByText('2 entries exported')).toBeVisible();
  expect(downloads.names).toEqual([expect.stringMatching(/^log-\d{4}-\d\d-\d\d\.csv$/)]);
  const by = OPERATOR.address;
  expect(await downloads.lines()).toEqual([
    `\uFEFF${shown.join(',')}`,
    `2026-11-20T04:00:00.000Z,${by},pause,part joins,"'${FORMULA.replaceAll('"', '""')}",`,
    `2026-11-20T04:00:00.000Z,${by},pause,part joins,"a, b",${COLLEAGUE.address}`,
  ]);
  expect(desk.network.calls(LOG).slice(-2)).toEqual([
    { subject: 'part joins', cursor: null, limit: 100 },
    { subject: 'part joins', cursor: 'next', limit: 100 },
  ]);
});

const page = (entry: LogEntry, nextCursor: string | null) => ({ items: [entry], nextCursor });

test('the columns that were chosen are remembered after a reload', async () => {
  const desk = await prepareLog([]).open('/log');
  await desk.user.click(await desk.screen.findByRole('button', { name: 'Columns' }));
  await desk.user.click(await desk.screen.findByRole('menuitemcheckbox', { name: 'Proposal' }));
  await desk.user.click(desk.screen.getByRole('menuitemcheckbox', { name: 'Reason' }));
  const again = await desk.reload();
  const table = await again.screen.findByRole('table', { name: 'Log' });
  expect(headingsOf(table)).toEqual(['Time', 'Signed by', 'Action', 'Subject', 'Proposal', 'Signature']);
});
