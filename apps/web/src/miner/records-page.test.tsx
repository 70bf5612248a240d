import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installFakeViewport } from '#testing/fake-intersection.ts';
import { exactAmounts } from '#testing/figures.ts';
import { machinesOf, miningOf } from '#testing/replies/miner.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const MINING = 'POST /api/biz/fmc/mining';
const { list: texts, machines: machineTexts } = zh.miner;

async function openRecords(path = '/earnings_fmc', machines = 4) {
  installFakeViewport();
  const visitor = await prepareVisitor();
  visitor.network.answer(MINING, () => miningOf(Date.now(), machines));
  visitor.network.answer('POST /api/biz/fmc/machines', () => machinesOf(Date.now(), { machines }));
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('the mined FMC', () => {
  test('is listed by the days of UTC, each machine with its share', async () => {
    startClock(NOON);
    const { screen } = await openRecords();
    const list = await screen.findByRole('region', { name: texts.label });
    const days = within(list)
      .getAllByRole('heading', { level: 2 })
      .map((day) => day.textContent);
    expect(days).toEqual(['2026/11/19 UTC', '2026/11/18 UTC', '2026/11/17 UTC']);
    const [first] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent('矿机 #40030.125 H · 占比 2.46%+10.3086 FMC');
    expect(exactAmounts(first)).toEqual(['30.125', '10.308641975308641975']);
  });

  test('is asked for by time, which is in the address', async () => {
    startClock(NOON);
    const { network, screen } = await openRecords('/earnings_fmc?days=7');
    expect(await screen.findByRole('button', { name: '近 7 天 · 11/14 – 11/20' })).toBeVisible();
    expect(network.calls(MINING)[0]).toMatchObject({
      from: Date.UTC(2026, 10, 13, 16),
      to: Date.UTC(2026, 10, 20, 16),
      limit: 20,
    });
  });

  test('says that there is nothing yet', async () => {
    const { screen } = await openRecords('/earnings_fmc', 0);
    expect(await screen.findByText(texts.empty)).toBeVisible();
    expect(screen.getByText(texts.emptyText)).toBeVisible();
  });

  test('says that there was nothing in that time', async () => {
    const { screen } = await openRecords('/earnings_fmc?days=1', 0);
    expect(await screen.findByText(texts.emptyFiltered)).toBeVisible();
  });
});

describe('the machines', () => {
  test('are the other tab, which is in the address', async () => {
    const { screen, user } = await openRecords();
    expect(screen.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: texts.machines }));
    expect(await screen.findByRole('list', { name: machineTexts.label })).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(4);
    expect(location.search).toBe('?tab=machines');
    expect(screen.getByRole('heading', { level: 1, name: texts.machines })).toBeVisible();
  });

  test('are reached by the arrow keys', async () => {
    const { screen, user } = await openRecords();
    screen.getByRole('tab', { name: texts.mining }).focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: texts.machines })).toHaveFocus();
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: texts.machines })).toHaveAttribute('aria-selected', 'true'),
    );
    await user.keyboard('{Home}');
    expect(screen.getByRole('tab', { name: texts.mining })).toHaveAttribute('aria-selected', 'true');
  });

  test('say that one is over', async () => {
    const { screen } = await openRecords('/earnings_fmc?tab=machines');
    expect(await screen.findByText(machineTexts.over)).toBeVisible();
  });

  test('say that there are none', async () => {
    const { screen } = await openRecords('/earnings_fmc?tab=machines', 0);
    expect(await screen.findByText(machineTexts.empty)).toBeVisible();
  });
});

test('is behind the gate for a visitor', async () => {
  const { open } = await prepareVisitor({ session: null });
  const { screen } = await open('/earnings_fmc');
  expect(screen.getByText(texts.gate)).toBeVisible();
});
