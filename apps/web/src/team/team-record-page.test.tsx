import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installFakeViewport } from '#testing/fake-intersection.ts';
import { exactAmounts } from '#testing/figures.ts';
import { daysOf, directsOf } from '#testing/replies/network.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const DIRECTS = 'POST /api/biz/directs';
const RECORD = 'POST /api/biz/team/record';
const { record: texts } = zh.team;

async function openRecord(count: number, path = '/team-record') {
  installFakeViewport();
  const visitor = await prepareVisitor();
  visitor.network.answer(DIRECTS, () => ({ items: directsOf(count), nextCursor: null }));
  visitor.network.answer(RECORD, () => ({ items: daysOf(count), nextCursor: null }));
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('the direct referrals', () => {
  test('are listed with node type, level, leg and reward', async () => {
    startClock(NOON);
    const { screen } = await openRecord(3);
    const list = await screen.findByRole('list', { name: texts.newest });
    const [first, second] = within(list).getAllByRole('button');
    expect(first).toHaveTextContent('0x9965…80a4社区节点2 级业绩 31,200.25 JU奖励 12.5 JU2026/11/20 12:00:00 绑定');
    expect(second).not.toHaveTextContent('2 级');
  });

  test('open in full by a tap', async () => {
    const { screen, user } = await openRecord(3);
    const list = await screen.findByRole('list', { name: texts.newest });
    await user.click(within(list).getAllByRole('button')[1] ?? list);
    const person = await screen.findByRole('dialog', { name: zh.team.person.title });
    expect(person).toHaveTextContent(directsOf(2)[1]?.address ?? 'none');
    expect(exactAmounts(person)).toHaveLength(4);
  });

  test('are asked for by performance as the address says', async () => {
    const { network, screen, user } = await openRecord(3);
    await screen.findByRole('list', { name: texts.newest });
    await user.click(screen.getByRole('radio', { name: texts.performance }));
    expect(await screen.findByRole('list', { name: texts.performance })).toBeVisible();
    expect(network.calls(DIRECTS).at(-1)).toEqual({ order: 'performance', cursor: null });
    expect(location.search).toBe('?view=performance');
    await user.click(screen.getByRole('radio', { name: texts.newest }));
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('say that there are none', async () => {
    const { screen } = await openRecord(0);
    expect(await screen.findByText(texts.empty)).toBeVisible();
    expect(screen.getByText(texts.emptyText)).toBeVisible();
  });

  test('say that none has a performance yet', async () => {
    const { screen } = await openRecord(0, '/team-record?view=performance');
    expect(await screen.findByText(texts.emptyPerformance)).toBeVisible();
  });
});

describe('the days', () => {
  test('show bindings, minted amounts and rewards, by the days of UTC', async () => {
    // Past midnight in Singapore, not yet in UTC.
    startClock(Date.UTC(2026, 10, 20, 18));
    const { screen } = await openRecord(3, '/team-record?view=days');
    const list = await screen.findByRole('list', { name: texts.days });
    const [today, yesterday] = within(list).getAllByRole('listitem');
    expect(today).toHaveTextContent(`2026/11/20${texts.today}`);
    expect(today).toHaveTextContent(`${texts.dayBound}0 人`);
    expect(yesterday).toHaveTextContent('2026/11/19');
    expect(yesterday).not.toHaveTextContent(texts.today);
    expect(yesterday).toHaveTextContent(`${texts.dayBound}1 人`);
    expect(exactAmounts(list).slice(0, 4)).toEqual(['1250.5', '1.25', '2501', '2.5']);
    expect(screen.getByText(texts.dayNote)).toBeVisible();
  });

  test('say that nothing happened yet', async () => {
    const { screen } = await openRecord(0, '/team-record?view=days');
    expect(await screen.findByText(texts.empty)).toBeVisible();
  });
});

test('is behind the gate for a visitor', async () => {
  const { open } = await prepareVisitor({ session: null });
  const { screen } = await open('/team-record');
  expect(screen.getByText(texts.gate)).toBeVisible();
  expect(screen.getByRole('button', { name: zh.session.connectWallet })).toBeVisible();
});
