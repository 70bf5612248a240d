import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installFakeViewport } from '#testing/fake-intersection.ts';
import { exactAmounts } from '#testing/figures.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

type Event = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number];
type Span = ReplyOf<'POST /api/app/user/assetEventSums'>['spans'][number];

const LOG = 'POST /api/app/user/assetEventLog';
const SUMS = 'POST /api/app/user/assetEventSums';
const { record: texts } = zh.assets;
const NOTHING = { JU: '0', FMC: '0' } as const;

function sampleEvent(eventId: string, change: Partial<Event> = {}): Event {
  return {
    ...{ eventId, kind: 'recharge', currency: 'JU', quantity: '500', from: '0x1', to: '0x2', blockHeight: '9' },
    ...{ at: NOON - 60_000, gasFee: null, confirmations: 8, confirmationsNeeded: 8, status: 'completed' },
    ...{ txHash: null, withdrawalId: null, ...change },
  } as Event;
}

const EVENTS: readonly Event[] = [
  sampleEvent('d-3', { status: 'in-progress', confirmations: 2 }),
  sampleEvent('w-2', { kind: 'withdrawal', quantity: '99.000000000000000001', at: NOON - DAY_MS }),
  sampleEvent('d-1', { currency: 'FMC', quantity: '40', at: NOON - 2 * DAY_MS, status: 'failed' }),
];

/** Sums of the events between bounds; a recharge in each span, a withdrawal in the second to last. */
function sumsOf(bounds: readonly number[]): ReplyOf<typeof SUMS> {
  const spans = bounds.slice(0, -1).map((from, index): Span => {
    const isYesterday = index === bounds.length - 3;
    const to = bounds[index + 1] ?? from;
    return { from, to, recharged: { JU: '500', FMC: '0' }, withdrawn: isYesterday ? { JU: '99', FMC: '0' } : NOTHING };
  });
  return { recharged: { JU: '1500', FMC: '40' }, withdrawn: { JU: '99', FMC: '0' }, spans };
}

async function openRecords(path = '/record', events: readonly Event[] = EVENTS) {
  installFakeViewport();
  startClock(NOON);
  const visitor = await prepareVisitor();
  const { network } = visitor;
  network.answer(LOG, ({ kind }) => ({
    items: events.filter((event) => kind === undefined || event.kind === kind),
    nextCursor: null,
  }));
  network.answer(SUMS, ({ bounds }) => sumsOf(bounds));
  const page = await visitor.open(path);
  const list = () => page.screen.findByRole('region', { name: texts.title });
  return { ...visitor, ...page, list };
}

const lastOf = (calls: readonly unknown[]) => Object(calls.at(-1));

describe('the records', () => {
  test('are listed by day with sign, amount, time and status, linked to their details', async () => {
    const { list } = await openRecords();
    const links = within(await list()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['d-3', 'w-2', 'd-1'].map((id) => `/record-detail?id=${id}`),
    );
    const [recharge, withdrawal, failed] = links;
    expect(recharge).toHaveTextContent(/充值11:59:00\+500 JU进行中\s*2\/8/);
    expect(withdrawal).toHaveTextContent(/提现.*−99.* JU已完成$/);
    expect(exactAmounts(withdrawal)).toEqual(['99.000000000000000001']);
    expect(failed).toHaveTextContent(/\+40 FMC失败$/);
  });

  test('have a heading for each day, with the sums of that day', async () => {
    const { list } = await openRecords();
    const headings = within(await list()).getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      zh.time.range.today,
      zh.time.yesterday,
      '2026/11/18',
    ]);
    const yesterday = headings[1]?.parentElement ?? document.body;
    await waitFor(() => expect(exactAmounts(yesterday)).toEqual(['500', '-99']));
    expect(exactAmounts(headings[0]?.parentElement ?? document.body)).toEqual(['500']);
  });

  test('are summed from the oldest that is listed until tomorrow', async () => {
    const { network, list } = await openRecords();
    await list();
    await waitFor(() => expect(network.calls(SUMS)).toHaveLength(1));
    const { bounds } = lastOf(network.calls(SUMS));
    const midnight = Date.UTC(2026, 10, 17, 16);
    expect(bounds).toEqual([0, 1, 2, 3].map((day) => midnight + day * DAY_MS));
  });
});

describe('the sums', () => {
  test('are shown by currency and kind, with their days as a table', async () => {
    const { screen } = await openRecords();
    const ju = await screen.findByRole('region', { name: '每天的充值与提现，JU' });
    expect(exactAmounts(ju)).toEqual(['1500', '-99']);
    expect(ju).toHaveTextContent(/充值\+1,500 JU提现−99 JU/);
    const rows = within(within(ju).getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '日期充值提现',
      ...['11/185000', '11/1950099', '11/205000'].map((row) => expect.stringMatching(new RegExp(`${row}$`))),
    ]);
    const fmc = screen.getByRole('region', { name: '每天的充值与提现，FMC' });
    expect(exactAmounts(fmc)).toEqual(['40', '0']);
  });

  test('of one kind leave out the other one, and a currency that did not move', async () => {
    const { screen, list } = await openRecords('/record?kind=withdrawal');
    await list();
    const ju = await screen.findByRole('region', { name: '每天的充值与提现，JU' });
    expect(exactAmounts(ju)).toEqual(['-99']);
    expect(screen.queryByRole('region', { name: '每天的充值与提现，FMC' })).toBeNull();
  });
});

describe('a filter', () => {
  test('by kind is in the address and in the call, and keeps the range', async () => {
    const { network, screen, user, list } = await openRecords('/record?days=7');
    await list();
    await user.click(screen.getByRole('radio', { name: texts.withdrawal }));
    await waitFor(() => expect(lastOf(network.calls(LOG)).kind).toBe('withdrawal'));
    expect(new URLSearchParams(location.search)).toEqual(new URLSearchParams('days=7&kind=withdrawal'));
    const { from, to } = lastOf(network.calls(LOG));
    expect(to - from).toBe(7 * DAY_MS);
    await user.click(screen.getByRole('radio', { name: texts.all }));
    await waitFor(() => expect(location.search).toBe('?days=7'));
  });

  test('that finds nothing offers all records', async () => {
    const recharges = EVENTS.filter(({ kind }) => kind === 'recharge');
    const { screen, user, list } = await openRecords('/record?kind=withdrawal', recharges);
    expect(await screen.findByText(texts.emptyFiltered)).toBeVisible();
    await user.click(screen.getByRole('button', { name: texts.all }));
    expect(within(await list()).getAllByRole('link')).toHaveLength(2);
    expect(location.search).toBe('');
  });

  test('that finds nothing asks for no sums', async () => {
    const { network, screen } = await openRecords('/record?days=1', []);
    await screen.findByText(texts.emptyFiltered);
    expect(network.calls(SUMS)).toEqual([]);
  });
});

test('an account without records is led to its first recharge', async () => {
  const { screen } = await openRecords('/record', []);
  expect(await screen.findByText(texts.emptyText)).toBeVisible();
  expect(screen.getByRole('link', { name: zh.assets.recharge })).toHaveAttribute('href', '/deposit');
});

test('the file has the records of the filter', async () => {
  const downloads = captureDownloads();
  const { network, screen, user, list } = await openRecords('/record?kind=withdrawal');
  await list();
  await user.click(screen.getByRole('button', { name: texts.export }));
  expect(await screen.findByText('已导出 1 条记录')).toBeVisible();
  expect(await downloads.lines()).toHaveLength(2);
  expect(lastOf(network.calls(LOG))).toMatchObject({ kind: 'withdrawal', limit: 100 });
});

test('a visitor has nothing to export', async () => {
  const visitor = await prepareVisitor({ session: null });
  const { screen } = await visitor.open('/record');
  expect(await screen.findByText(zh.assets.gate.record)).toBeVisible();
  expect(screen.queryByRole('button', { name: texts.export })).toBeNull();
});
