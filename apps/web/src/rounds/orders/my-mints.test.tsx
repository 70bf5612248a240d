import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { figure } from '#testing/figures.ts';
import { NO_ORDERS, ORDER_TOTALS, orderDetail, ordersOfEachKind, sampleOrder } from '#testing/replies/orders.ts';
import type { VisitorOptions } from '#testing/visit.tsx';
import { prepareCity } from '#testing/visit-city.tsx';
import { zh } from '#testing/zh-texts.ts';

const ORDERS = 'POST /api/biz/mine/mint';
const DETAIL = 'POST /api/biz/mint/detail';
const TOTALS = 'POST /api/biz/mint/totals';
const { mine: texts, order: orderTexts } = zh.rounds;

async function openOrders(options: VisitorOptions = {}, path = '/city?tab=mine', totals = ORDER_TOTALS) {
  const visitor = await prepareCity(options);
  const { network } = visitor;
  const orders = ordersOfEachKind(Date.now());
  network.answer(ORDERS, ({ status }) => ({
    items: orders.filter(({ state }) => status === undefined || state === status),
    nextCursor: null,
  }));
  network.answer(DETAIL, ({ orderId }) => {
    const order = orders.find((one) => one.orderId === orderId);
    if (order === undefined) throw new Error(`no order ${orderId}`);
    return orderDetail(Date.now(), order);
  });
  network.reply(TOTALS, totals);
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('an order in the list', () => {
  test.each([
    ['Nairobi', /进行中.*预计 454\.5454 FMC.*最多损失 3 JU/],
    ['Oran', /进行中.*暂停处理：暂时无法读取本轮条款/],
    ['Lima', /成功.*\+200 FMC.*待发放 300 FMC.*JU 盈亏 −1 JU/],
    ['Oslo', /成功 · 已结束.*\+500 FMC.*JU 盈亏 −1 JU/],
    ['Rome', /失败 · 待领取.*JU 盈亏 −2\.25 JU/],
    ['Cairo', /失败 · 已结束.*JU 盈亏 0 JU/],
    ['Quito', /已取消(?! ·).*JU 盈亏 0 JU/],
  ])('says its outcome first, then the FMC before the fee in JU: %s', async (city, text) => {
    const { screen } = await openOrders();
    expect(await screen.findByRole('button', { name: new RegExp(city) })).toHaveTextContent(text);
  });

  test('opens its sheet, which is in the address, and closes by Escape to where it was', async () => {
    const { screen, user } = await openOrders();
    const card = await screen.findByRole('button', { name: /Lima/ });
    card.focus();
    await user.keyboard('{Enter}');
    const sheet = await screen.findByRole('dialog', { name: orderTexts.title });
    expect(location.search).toBe('?tab=mine&order=3');
    await waitFor(() => expect(figure('实际参与数量', sheet)).toHaveAttribute('value', '100'));
    expect(sheet.querySelector('.animate-shimmer, [aria-busy="true"]')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(card).toHaveFocus();
    expect(location.search).toBe('?tab=mine');
  });

  test('is read with a wallet on another chain', async () => {
    const { screen, user } = await openOrders({ chainId: 1 });
    expect(await screen.findByText('钱包不在 testJuChain 上，现在只能查看。')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /Lima/ }));
    const sheet = await screen.findByRole('dialog', { name: orderTexts.title });
    await waitFor(() => expect(figure('实际参与数量', sheet)).toHaveAttribute('value', '100'));
  });
});

describe('the sheet of an order', () => {
  test('opens from its address', async () => {
    const { screen } = await openOrders({ chainId: 1 }, '/city?tab=mine&order=3');
    const sheet = await screen.findByRole('dialog', { name: orderTexts.title });
    await waitFor(() => expect(figure('实际参与数量', sheet)).toHaveAttribute('value', '100'));
    expect(sheet).toHaveTextContent('+500');
  });

  test.each([
    ['1', '454.5454'],
    ['3', '99'],
    ['5', '97'],
    ['7', '100'],
  ])('has the paid amount of an order: %s', async (orderId, amount) => {
    const { screen } = await openOrders({}, `/city?tab=mine&order=${orderId}`);
    const sheet = await screen.findByRole('dialog', { name: orderTexts.title });
    await waitFor(() => expect(sheet.querySelector(`data[value="${amount}"]`)).toBeVisible());
  });

  test('has the compensation of a failure beside the loss', async () => {
    const { screen } = await openOrders({}, '/city?tab=mine&order=5');
    const sheet = await screen.findByRole('dialog', { name: orderTexts.title });
    await waitFor(() => expect(sheet.querySelector('data[value="0.75"]')).toBeVisible());
    expect(sheet.querySelector('data[value="4.5"]')).toBeVisible();
  });

  test.each([
    { late: true, state: 'claimable', texts: [orderTexts.compensationLate, '绑定交易所 UID 后可领取'] },
    { late: false, state: 'ended', texts: ['补偿从最后参与者开始；您排在倒数第 9 位。', '倍，已领取'] },
  ] as const)('says who was compensated first, and how much can be claimed: $state, late $late', async (each) => {
    const { late, state } = each;
    const { network, open } = await prepareCity();
    const order = sampleOrder(Date.now(), { city: 'Rome', outcome: 'failed', netJu: '-2.25', late, state });
    network.reply(ORDERS, { items: [order], nextCursor: null });
    network.reply(DETAIL, orderDetail(Date.now(), order));
    network.reply(TOTALS, ORDER_TOTALS);
    const { screen, user } = await open('/city?tab=mine');
    const card = await screen.findByRole('button', { name: /Rome/ });
    expect(card.textContent?.includes('第 3 位 · 最后时段')).toBe(late);
    await user.click(card);
    const [compensation, hash] = each.texts;
    const note = await within(await screen.findByRole('dialog')).findByText(compensation, { exact: false });
    expect(note).toHaveTextContent(hash);
    expect(note.textContent?.includes('从最后参与者开始')).toBe(!late);
    expect(note.textContent?.includes('后可领取')).toBe(state === 'claimable');
  });

  test('offers the stages to come for the calendar, in UTC and without amounts', async () => {
    const downloads = captureDownloads();
    const { network, open } = await prepareCity();
    const dueAt = Date.UTC(2040, 0, 2, 3, 4, 5);
    const order = sampleOrder(Date.now(), { orderId: '3', city: 'Lima', outcome: 'minted', state: 'minted' });
    const detail = orderDetail(dueAt - 3_600_000, order);
    network.reply(ORDERS, { items: [order], nextCursor: null });
    network.reply(DETAIL, detail);
    network.reply(TOTALS, ORDER_TOTALS);
    const { screen, user } = await open('/city?tab=mine&order=3');
    await user.click(await screen.findByRole('button', { name: zh.live.remind }));
    expect(downloads.names).toEqual(['city-mint-order-3.ics']);
    const lines = await downloads.lines();
    const valuesOf = (name: string) => lines.filter((line) => line.startsWith(name)).map((line) => line.split(':')[1]);
    expect(valuesOf('DTSTART')).toEqual(['20400102T030405Z', '20400102T040405Z']);
    expect(valuesOf('SUMMARY')).toEqual(['Lima 2-4：发放第 2 阶段 FMC', 'Lima 2-4：发放第 3 阶段 FMC']);
    expect(lines.join('\n')).not.toMatch(/150|200/);
  });

  test('offers no calendar once every stage is paid', async () => {
    const { network, open } = await prepareCity();
    const order = sampleOrder(Date.now(), { orderId: '4', city: 'Oslo', outcome: 'minted', state: 'ended' });
    const detail = orderDetail(Date.now(), order);
    for (const stage of detail.settlement?.minted?.stages ?? []) stage.paidAt = stage.dueAt;
    network.reply(ORDERS, { items: [order], nextCursor: null });
    network.reply(DETAIL, detail);
    network.reply(TOTALS, ORDER_TOTALS);
    const { screen } = await open('/city?tab=mine&order=4');
    expect(await screen.findByText(orderTexts.stages)).toBeVisible();
    expect(screen.queryByRole('button', { name: zh.live.remind })).toBeNull();
  });

  test('says that it could not be read, and reads it by a tap', async () => {
    const clock = startClock();
    const visitor = await openOrders();
    const { network, screen, user } = visitor;
    network.disconnect(DETAIL);
    await user.click(await screen.findByRole('button', { name: /Lima/ }));
    const sheet = await screen.findByRole('dialog', { name: orderTexts.title });
    await clock.advance(8_000);
    expect(await within(sheet).findByRole('alert')).toHaveTextContent(zh.ui.networkError);
    const [, , lima] = ordersOfEachKind(Date.now());
    if (lima === undefined) throw new Error('the third order');
    network.reply(DETAIL, orderDetail(Date.now(), lima));
    await user.click(within(sheet).getByRole('button', { name: zh.ui.retry }));
    await waitFor(() => expect(figure('实际参与数量', sheet)).toHaveAttribute('value', '100'));
  });
});

describe('the result of an order', () => {
  const brick = '.text-brick, .text-danger, .bg-danger-soft';

  async function openSheet(city: string) {
    const { screen, user } = await openOrders();
    const card = await screen.findByRole('button', { name: new RegExp(city) });
    await user.click(card);
    const sheet = await screen.findByRole('dialog', { name: orderTexts.title });
    await within(sheet).findByRole('list', { name: zh.orders.progress });
    return { card, sheet };
  }

  test.each([
    ['Rome', true],
    ['Cairo', false],
    ['Quito', false],
  ])('is in red only where JU were lost: %s', async (city, isLoss) => {
    const { card, sheet } = await openSheet(city);
    expect(card.querySelector(brick) !== null).toBe(isLoss);
    expect(sheet.querySelector(brick) !== null).toBe(isLoss);
  });

  test.each([
    ['Lima', 2, 0],
    ['Rome', 0, 1],
    ['Cairo', 0, 1],
    ['Quito', 2, 1],
  ])('ticks no coin of a window that did not fill, and says how far it came: %s', async (city, ticks, parts) => {
    const { sheet } = await openSheet(city);
    const [steps] = within(sheet).getAllByRole('list', { name: zh.orders.progress });
    expect(steps?.querySelectorAll('path[d^="m5 12.5"]')).toHaveLength(ticks);
    expect(within(steps ?? sheet).queryAllByText('63%')).toHaveLength(parts);
  });

  test('has no row of zeros where the reserve covered the whole loss', async () => {
    const { sheet } = await openSheet('Cairo');
    const settlement = within(sheet).getByRole('region', { name: orderTexts.liquidation });
    expect(figure(orderTexts.compensation, settlement)).toHaveAttribute('value', '3');
    expect(settlement.querySelector('data[value="0"]')).toBeNull();
    expect(settlement).not.toHaveTextContent(orderTexts.compensationTimes);
    expect(settlement.querySelector('dt')).toHaveTextContent(orderTexts.refund);
  });
});

describe('the orders of an account', () => {
  test.each([
    [2, []],
    [3, ['得到 FMC', 'JU 盈', 'JU 亏']],
  ] as const)('have a chart for each currency from the third day on: %i days', async (count, names) => {
    const days = [
      { at: DAY_MS, orders: 1, netJu: '-1', fmc: '454' },
      { at: 2 * DAY_MS, orders: 1, netJu: '2', fmc: '0' },
      { at: 3 * DAY_MS, orders: 1, netJu: '-0.5', fmc: '100' },
    ];
    const { screen } = await openOrders({}, undefined, { ...ORDER_TOTALS, days: days.slice(0, count) });
    expect(await screen.findByRole('region', { name: zh.orders.totals.title })).toBeVisible();
    expect(screen.queryAllByText(zh.orders.results.title, { selector: 'h2' })).toHaveLength(count === 3 ? 1 : 0);
    for (const name of Object.values(zh.orders.results)) {
      expect(screen.queryAllByText(name, { selector: 'span' })).toHaveLength(names.some((one) => one === name) ? 1 : 0);
    }
    if (count === 3) expect(document.querySelector('span[class*="2xs"] > data[value="454"]')).toHaveTextContent('+454');
  });

  test('have their totals and how many there are of each outcome', async () => {
    const { screen } = await openOrders();
    expect(await screen.findByRole('radio', { name: '进行中 2' })).toBeInTheDocument();
    expect(document.querySelector('data[value="700.000000000000000001"]')).toBeVisible();
    expect(document.querySelector('data[value="-4.25"]')).toBeVisible();
  });

  test('are filtered by their outcome, which is in the address', async () => {
    const { network, screen, user } = await openOrders();
    await user.click(await screen.findByRole('radio', { name: '成功 2' }));
    await waitFor(() => expect(location.search).toBe('?tab=mine&status=minted'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Nairobi/ })).toBeNull());
    expect(screen.getByRole('button', { name: /Lima/ })).toBeVisible();
    expect(network.calls(ORDERS).at(-1)).toMatchObject({ status: 'minted' });
  });

  test('of which a filter shows none lead back to all', async () => {
    const { screen, user } = await openOrders({}, '/city?tab=mine&status=failed');
    expect(await screen.findByText(texts.emptyFiltered)).toBeVisible();
    await user.click(screen.getByRole('button', { name: texts.all }));
    expect(await screen.findByRole('button', { name: /Nairobi/ })).toBeVisible();
  });

  test('of an account without one lead to the cities', async () => {
    const { network, open } = await prepareCity();
    network.reply(TOTALS, NO_ORDERS);
    const { screen, user } = await open('/city?tab=mine');
    expect(await screen.findByText(texts.empty)).toBeVisible();
    await user.click(screen.getByRole('button', { name: texts.toCities }));
    expect(await screen.findByRole('region', { name: /^London/ })).toBeVisible();
  });

  test('are behind the gate for a visitor', async () => {
    const { network, open } = await prepareCity({ session: null });
    const { screen } = await open('/city?tab=mine');
    expect(screen.getByText(zh.rounds.mineGate)).toBeVisible();
    expect(network.calls(ORDERS)).toEqual([]);
  });
});
