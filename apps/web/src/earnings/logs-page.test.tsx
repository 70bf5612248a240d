import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installFakeViewport } from '#testing/fake-intersection.ts';
import { exactAmounts } from '#testing/figures.ts';
import { miningDayOf, sampleEarnings, spansOf } from '#testing/replies/earnings.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

type Earning = ReplyOf<'POST /api/biz/aic/profits'>['items'][number];

const PROFITS = 'POST /api/biz/aic/profits';
const SPANS = 'POST /api/biz/profit/spans';
const { earnings: texts } = zh;

/** Opens the records of earnings at noon; without earnings where `isEmpty`. */
async function openLogs(path = '/earningsLogs', isEmpty = false) {
  installFakeViewport();
  startClock(NOON);
  const visitor = await prepareVisitor();
  const of = (type?: string) => sampleEarnings(Date.now()).filter((earning) => (type ?? earning.type) === earning.type);
  visitor.network.answer(PROFITS, ({ type }) => ({ items: isEmpty ? [] : of(type), nextCursor: null }));
  visitor.network.answer(SPANS, (request) => spansOf(request, isEmpty));
  // The bill of a day asks once its part is loaded.
  visitor.network.reply('POST /api/biz/fmc/day', miningDayOf('0.6'));
  const page = await visitor.open(path);
  const list = () => page.screen.findByRole('region', { name: texts.list.label });
  return { ...visitor, ...page, list };
}

describe('the records of earnings', () => {
  test('are listed day by day, the newest first, each with its sums', async () => {
    const { screen, list } = await openLogs();
    const days = within(await list()).getAllByRole('heading', { level: 2 });
    expect(days.map((day) => day.textContent).slice(0, 3)).toEqual([
      zh.time.range.today,
      zh.time.yesterday,
      '2026/11/18',
    ]);
    await waitFor(() => expect(exactAmounts(days[0]?.parentElement ?? document.body)).not.toEqual([]));
    expect(screen.getByText(zh.ui.noMoreData)).toBeVisible();
  });

  test('show type, time and source of each', async () => {
    const { list } = await openLogs();
    const [settled] = within(await list()).getAllByRole('button', { name: /第一阶段 · 结算/ });
    expect(settled).toHaveTextContent('11:59:59 · Kuala Lumpur Sentral · 第 2 期第 1 轮');
    expect(exactAmounts(settled)).toEqual(['181.818181818181818181']);
    const [mined] = within(await list()).getAllByRole('button', { name: /算力产出/ });
    expect(mined).toHaveTextContent(/2026\/11\/\d\d（UTC） · 3 台矿机/);
  });

  test('are summed by currency over the whole time', async () => {
    const { screen } = await openLogs();
    const sum = await screen.findByRole('heading', { name: texts.list.sum });
    const card = sum.parentElement ?? document.body;
    await waitFor(() => expect(card.querySelector('p data')).toHaveAttribute('value', '1284.500000000000000001'));
    expect(screen.getByRole('table', { name: '所选时间内每天的 FMC 收益' })).toBeInTheDocument();
  });

  test('are filtered by type, which is in the address', async () => {
    const { network, screen, user, list } = await openLogs();
    await list();
    await user.click(screen.getByRole('radio', { name: texts.types.reward }));
    await waitFor(() => expect(network.calls(PROFITS).at(-1)).toMatchObject({ type: 'reward' }));
    expect(location.search).toBe('?type=reward');
    const rows = within(await list()).getAllByRole('button');
    await waitFor(() => expect(rows[0]).toHaveTextContent(texts.types.reward));
    await user.click(screen.getByRole('radio', { name: texts.types.all }));
    expect(location.search).toBe('');
  });

  test('are filtered by time, which is in the address and stays with the type', async () => {
    const { network, screen } = await openLogs('/earningsLogs?type=settle&days=7');
    expect(await screen.findByRole('button', { name: '近 7 天 · 11/14 – 11/20' })).toBeVisible();
    expect(screen.getByRole('radio', { name: texts.types.settle })).toBeChecked();
    const [asked] = network.calls(PROFITS);
    expect(asked).toMatchObject({ type: 'settle', from: Date.UTC(2026, 10, 13, 16), to: Date.UTC(2026, 10, 20, 16) });
  });

  test('keep the type when the range is taken away', async () => {
    const { screen, user } = await openLogs('/earningsLogs?type=settle&days=7');
    await user.click(await screen.findByRole('button', { name: zh.time.range.clear }));
    await waitFor(() => expect(location.search).toBe('?type=settle'));
  });

  test('say that there are none yet', async () => {
    const { screen } = await openLogs('/earningsLogs', true);
    expect(await screen.findByText(texts.list.empty)).toBeVisible();
    expect(screen.getByText(texts.list.emptyText)).toBeVisible();
  });

  test('say that none match the filter, and lead back to all', async () => {
    const { screen, user } = await openLogs('/earningsLogs?days=7', true);
    expect(await screen.findByText(texts.list.emptyFiltered)).toBeVisible();
    await user.click(screen.getByRole('button', { name: texts.list.showAll }));
    await waitFor(() => expect(location.search).toBe(''));
    expect(await screen.findByText(texts.list.empty)).toBeVisible();
  });
});

describe('a bill', () => {
  async function openBill(row: RegExp) {
    const opened = await openLogs();
    const [button] = within(await opened.list()).getAllByRole('button', { name: row });
    if (button === undefined) throw new Error('a row');
    await opened.user.click(button);
    return { ...opened, bill: await opened.screen.findByRole('dialog', { name: texts.bill.title }) };
  }

  test('says who paid, by which rule, for what, and the transfer', async () => {
    const { bill } = await openBill(/第一阶段 · 结算/);
    expect(exactAmounts(bill)).toEqual(['181.818181818181818181']);
    expect(bill).toHaveTextContent('+181.818181818181818181 FMC');
    expect(bill).toHaveTextContent(`${texts.bill.from}${texts.accounts.emission}`);
    expect(bill).toHaveTextContent(`${texts.bill.stage}第一阶段`);
    expect(bill).toHaveTextContent(`${texts.bill.transfer}9000`);
    expect(bill).toHaveTextContent(texts.rules.settle);
    expect(bill).toHaveTextContent('资金规则 §5');
  });

  test('names the account of vesting FMC for a later stage', async () => {
    const { bill } = await openBill(/阶段 · 阶段发放/);
    expect(bill).toHaveTextContent(`${texts.bill.from}${texts.accounts.vesting}`);
  });

  test('of a day of mining leads to the machines, each with a transfer of its own', async () => {
    const { bill } = await openBill(/算力产出/);
    expect(bill).toHaveTextContent(texts.bill.transferOfMachines);
    expect(bill).toHaveTextContent(texts.bill.day);
    expect(within(bill).getByRole('link', { name: texts.bill.toMining })).toHaveAttribute('href', '/earnings_fmc');
  });

  test('of anything else leads nowhere', async () => {
    const { bill } = await openBill(/邀请奖励/);
    expect(within(bill).queryByRole('link', { name: texts.bill.toMining })).toBeNull();
    expect(await within(bill).findByRole('button', { name: texts.origin.begin })).toBeVisible();
    expect(bill).not.toHaveTextContent(texts.bill.stage);
  });
});

describe('the file', () => {
  test('has every earning of the filter, to the unit', async () => {
    const downloads = captureDownloads();
    const { screen, user, list } = await openLogs('/earningsLogs?type=settle');
    await list();
    await user.click(screen.getByRole('button', { name: texts.csv.export }));
    expect(await screen.findByText(/^已导出 \d+ 笔收益$/)).toBeVisible();
    const [head, ...rows] = await downloads.lines();
    expect(head?.split(',')[3]).toBe(texts.csv.amount);
    const settled = sampleEarnings(NOON).filter(({ type }) => type === 'settle');
    expect(rows.map((row) => row.split(',')[3])).toEqual(settled.map(({ amount }) => amount));
  });

  test('is not offered while it is being made, and says how far it is', async () => {
    const { network, screen, user, list } = await openLogs();
    await list();
    const second = Promise.withResolvers<Response>();
    const page = (items: Earning[], nextCursor: string | null) =>
      Response.json({ code: 200, msg: '', data: { items, nextCursor } });
    network.handle(PROFITS, (request) =>
      Object(request).cursor == null ? page(sampleEarnings(NOON), 'next') : second.promise,
    );
    captureDownloads();
    const button = screen.getByRole('button', { name: texts.csv.export });
    await user.click(button);
    expect(await screen.findByText('正在导出，已读取 40 笔')).toBeInTheDocument();
    expect(button).toBeDisabled();
    second.resolve(page([], null));
    await waitFor(() => expect(button).toBeEnabled());
  });

  test('is not made where there is nothing', async () => {
    const downloads = captureDownloads();
    const { screen, user } = await openLogs('/earningsLogs', true);
    await screen.findByText(texts.list.empty);
    await user.click(screen.getByRole('button', { name: texts.csv.export }));
    expect(await screen.findByText(texts.csv.nothing)).toBeVisible();
    expect(downloads.names).toEqual([]);
  });

  test('is not offered to a visitor', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen } = await open('/earningsLogs');
    expect(screen.getByText(texts.list.gate)).toBeVisible();
    expect(screen.queryByRole('button', { name: texts.csv.export })).toBeNull();
  });
});
