import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { exactAmounts, figure, region } from '#testing/figures.ts';
import { spansOf, stagesOf } from '#testing/replies/earnings.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const VIEW = 'GET /api/biz/profit/view';
const SPANS = 'POST /api/biz/profit/spans';
const { earnings: texts } = zh;

async function openEarnings(isEmpty = false) {
  const visitor = await prepareVisitor();
  visitor.network.answer(VIEW, () => stagesOf(Date.now(), isEmpty));
  visitor.network.answer(SPANS, (request) => spansOf(request, isEmpty));
  return { ...visitor, ...(await visitor.open('/earnings_aic')) };
}

describe('the earnings of thirty days', () => {
  test('show FMC first, and the result in JU apart from it, after fees and losses', async () => {
    const { screen } = await openEarnings();
    await screen.findByRole('heading', { name: texts.sources.title });
    const hero = region(texts.hero.month);
    expect(exactAmounts(hero).slice(0, 2)).toEqual(['1284.500000000000000001', '-12.4']);
    expect(hero).toHaveTextContent('−12.4');
    expect(hero).toHaveTextContent(texts.hero.resultText);
  });

  test('show each stage as a coin, with its paid and its due part', async () => {
    const { screen } = await openEarnings();
    const [first, second] = await screen.findAllByRole('meter');
    expect(first).toHaveAttribute('aria-label', '第一阶段已发放');
    expect(first).toHaveAttribute('value', '1');
    expect(second).toHaveAttribute('value', '0.7197');
    const coin = second?.closest('li') ?? document.body;
    expect(figure(texts.hero.paid, coin)).toHaveAttribute('value', '385.25');
    expect(figure(texts.hero.pending, coin)).toHaveAttribute('value', '150');
  });

  test('count down to the next payout, and are read again when it is due', async () => {
    const clock = startClock(NOON);
    const visitor = await prepareVisitor();
    const { network } = visitor;
    network.reply(VIEW, stagesOf(NOON));
    network.answer(SPANS, (request) => spansOf(request));
    const { screen } = await visitor.open('/earnings_aic');
    const timer = await screen.findByRole('timer', { name: texts.hero.next });
    expect(timer).toHaveTextContent('00:01:42');
    expect(timer.closest('p')).toHaveTextContent('第二阶段');
    await clock.advance(101_000);
    const asked = network.calls(VIEW).length;
    await clock.advance(1_100);
    expect(network.calls(VIEW).length).toBeGreaterThan(asked);
  });

  test('say that nothing is due', async () => {
    const { screen } = await openEarnings(true);
    expect(await screen.findByText(texts.hero.nothingDue)).toBeVisible();
  });

  test('show a bar for each day in the currency that is chosen', async () => {
    startClock(NOON);
    const { screen, user } = await openEarnings();
    const table = await screen.findByRole('table', { name: '近 30 天每天的 FMC 收益' });
    const rows = within(table).getAllByRole('row');
    expect(rows).toHaveLength(31);
    expect(rows.at(-1)).toHaveTextContent(/^11\/20/);
    await user.click(screen.getByRole('radio', { name: 'JU' }));
    expect(screen.getByRole('table', { name: '近 30 天每天的 JU 收益' })).toBeInTheDocument();
  });

  test('are asked for from midnight to midnight by the clock of the device', async () => {
    startClock(NOON);
    const { network } = await openEarnings();
    await waitFor(() => expect(network.calls(SPANS)).toHaveLength(1));
    const { bounds } = Object(network.calls(SPANS)[0]);
    expect(bounds).toHaveLength(31);
    expect([bounds[0], bounds[30]]).toEqual([Date.UTC(2026, 9, 21, 16), Date.UTC(2026, 10, 20, 16)]);
  });

  test('say that there are none, and lead to the cities', async () => {
    const { screen } = await openEarnings(true);
    expect(await screen.findByText(texts.empty)).toBeVisible();
    expect(screen.getByRole('link', { name: texts.toCities })).toHaveAttribute('href', '/city');
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('where the earnings come from', () => {
  test('names the account that paid and the rule, and leads to the records of the type', async () => {
    const { screen } = await openEarnings();
    const settled = await screen.findByRole('link', { name: /^结算/ });
    expect(settled).toHaveTextContent('来自：FMC 发行量 · 规则 §5');
    expect(settled).toHaveAttribute('href', '/earningsLogs?type=settle&days=30');
    expect(exactAmounts(settled)).toEqual(['514.5']);
  });

  test('leaves out types that brought nothing, and leads to all records and the machines', async () => {
    const { screen } = await openEarnings(true);
    expect(await screen.findByRole('link', { name: texts.sources.all })).toHaveAttribute('href', '/earningsLogs');
    expect(screen.getByRole('link', { name: texts.sources.machine })).toHaveAttribute('href', '/machine');
    expect(screen.queryByRole('link', { name: /^结算/ })).toBeNull();
  });

  test('leads to the statement', async () => {
    const { screen } = await openEarnings();
    expect(screen.getByRole('link', { name: texts.toStatement })).toHaveAttribute('href', '/statement');
  });
});

test('shows placeholders until both answers have come', async () => {
  const visitor = await prepareVisitor();
  visitor.network.answer(VIEW, () => stagesOf(Date.now()));
  visitor.network.handle(SPANS, () => new Promise(() => undefined));
  const { screen } = await visitor.open('/earnings_aic');
  expect(screen.queryByRole('region', { name: texts.hero.month })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says that there is no network, and reads both again by a tap', async () => {
  const clock = startClock();
  const visitor = await prepareVisitor();
  visitor.network.disconnect(VIEW);
  visitor.network.disconnect(SPANS);
  const { screen, user } = await visitor.open('/earnings_aic');
  await clock.advance(5_000);
  expect(screen.getByRole('alert')).toHaveTextContent(zh.ui.networkError);
  visitor.network.answer(VIEW, () => stagesOf(Date.now()));
  visitor.network.answer(SPANS, (request) => spansOf(request));
  await user.click(screen.getByRole('button', { name: zh.ui.retry }));
  expect(await screen.findByRole('region', { name: texts.hero.month })).toBeVisible();
});

test('is behind the gate for a visitor', async () => {
  const { open } = await prepareVisitor({ session: null });
  const { screen } = await open('/earnings_aic');
  expect(screen.getByText(texts.gate)).toBeVisible();
});
