import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { exactAmounts, region } from '#testing/figures.ts';
import { boardOf } from '#testing/replies/network.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { teamKeys } from './team-queries.ts';

type Board = ReplyOf<'GET /api/app/leaderboard'>;

const BOARD = 'GET /api/app/leaderboard';
const { boards: texts } = zh;
const MINE: NonNullable<Board['mine']> = {
  name: null,
  removedName: null,
  amount: '1240',
  rank: 23,
  next: { rank: 22, missing: '310.5' },
};

async function openBoard(
  board: () => Board,
  { session, path = '/leaderboards' }: { session?: null; path?: string } = {},
) {
  const visitor = await prepareVisitor(session === null ? { session } : {});
  visitor.network.answer(BOARD, board);
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('a leaderboard', () => {
  test('shows the first three on the podium and the others below, to the unit', async () => {
    const { screen } = await openBoard(() => boardOf(12, MINE));
    const podium = await screen.findByRole('region', { name: `${texts.boards.mint} · ${texts.podium}` });
    const { items } = boardOf(12);
    expect(exactAmounts(podium)).toEqual(items.slice(0, 3).map(({ amount }) => amount));
    const rest = screen.getByRole('list', { name: texts.list });
    expect(exactAmounts(rest)).toEqual(items.slice(3).map(({ amount }) => amount));
    expect(within(rest).getAllByRole('listitem')[0]).toHaveTextContent('第 4 位');
  });

  test('names no hidden user, and shows neither their amount nor their place below the podium', async () => {
    const hidden = { name: null, amount: null };
    const items = boardOf(5).items.map((item, index) => (index === 1 ? { ...item, ...hidden } : item));
    const { screen } = await openBoard(() => ({ ...boardOf(5), items: items.toSpliced(3, 1) }), { session: null });
    const podium = await screen.findByRole('region', { name: /前三名$/ });
    const [first, second, third] = within(podium).getAllByRole('listitem');
    expect(first).toHaveTextContent('Minter 1');
    expect(second).toHaveTextContent(texts.hidden);
    expect(third).toHaveTextContent('Minter 3');
    expect(exactAmounts(podium)).toEqual([items[0]?.amount, items[2]?.amount]);
    const rest = within(screen.getByRole('list', { name: texts.list })).getAllByRole('listitem');
    expect(rest.map((row) => row.textContent)).toEqual([expect.stringContaining('第 5 位5Minter 5')]);
    expect(screen.getByText(new RegExp(texts.everyoneCounts))).toBeVisible();
  });

  test('of the document is shown to a signed-in reader until their own answer is here', async () => {
    const { network, open } = await prepareVisitor({});
    network.handle(BOARD, () => new Promise(() => undefined));
    queryClient.setQueryData(teamKeys.board('mint', 'week', null), boardOf(5), { updatedAt: 1 });
    const { screen } = await open('/leaderboards');
    expect(await screen.findByRole('region', { name: /前三名$/ })).toBeInTheDocument();
    expect(network.calls(BOARD)).toHaveLength(1);
  });

  test('has no list below the podium where there are only three', async () => {
    const { screen } = await openBoard(() => boardOf(3, MINE));
    await screen.findByRole('region', { name: /前三名$/ });
    expect(screen.queryByRole('list', { name: texts.list })).toBeNull();
  });

  test('names the reader as such', async () => {
    const items = boardOf(5).items.map((item, index) => ({ ...item, isMe: index === 3 }));
    const { screen } = await openBoard(() => ({ ...boardOf(5, { ...MINE, rank: 4 }), items }));
    const rest = await screen.findByRole('list', { name: texts.list });
    const [first, second] = within(rest).getAllByRole('listitem');
    expect(first).toHaveTextContent(`第 4 位4${texts.me}`);
    expect(second).not.toHaveTextContent(texts.me);
  });

  test('says that it is empty, and leads to the cities', async () => {
    const { screen } = await openBoard(() => boardOf(0, null), { session: null });
    expect(await screen.findByText(texts.empty)).toBeVisible();
    expect(screen.getByRole('link', { name: texts.toCities })).toHaveAttribute('href', '/city');
  });

  test('says what counts, since when, and when it was computed', async () => {
    startClock(Date.UTC(2026, 10, 20, 4));
    const { screen } = await openBoard(() => boardOf(12, MINE));
    const source = await screen.findByText(/UTC 更新$/);
    expect(source).toHaveTextContent(`${texts.counts.mint} · ${texts.since.week}`);
    expect(source).toHaveTextContent('03:59 UTC 更新');
  });

  test('says that it has not been computed yet', async () => {
    const { screen } = await openBoard(() => ({ ...boardOf(0), computedAt: null }));
    expect(await screen.findByText(new RegExp(texts.notComputed))).toBeVisible();
  });

  test('is asked for by board and period, which are in the address', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, MINE));
    await screen.findByRole('list', { name: texts.list });
    await user.click(screen.getByRole('radio', { name: texts.boards.liquidation }));
    await user.click(screen.getByRole('radio', { name: texts.periods.today }));
    await waitFor(() => expect(network.calls(BOARD).at(-1)).toEqual({ board: 'liquidation', period: 'today' }));
    expect(location.search).toBe('?board=liquidation&period=today');
  });

  test('shows the board and period of the address', async () => {
    const { network, screen } = await openBoard(() => boardOf(3), {
      path: '/leaderboards?board=recommendation&period=all',
    });
    await screen.findByRole('region', { name: /前三名$/ });
    expect(network.calls(BOARD)).toEqual([{ board: 'recommendation', period: 'all' }]);
    expect(screen.getByRole('radio', { name: texts.boards.recommendation })).toBeChecked();
    expect(screen.getByRole('radio', { name: texts.periods.all })).toBeChecked();
  });

  test('keeps the last one until the next has come', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, MINE));
    await screen.findByRole('list', { name: texts.list });
    network.handle(BOARD, () => new Promise(() => undefined));
    await user.click(screen.getByRole('radio', { name: texts.periods.all }));
    expect(screen.getByRole('list', { name: texts.list })).toBeVisible();
  });

  test('shows a refusal in the words of the server', async () => {
    const visitor = await prepareVisitor({ session: null });
    visitor.network.handle(BOARD, () =>
      Response.json({ code: 422, msg: '请先升级页面', data: null, error: 'of-a-later-version', details: {} }),
    );
    const { screen } = await visitor.open('/leaderboards');
    expect(await screen.findByRole('alert')).toHaveTextContent('请先升级页面');
  });

  test('says that it could not be read, counts down, and tries again by itself', async () => {
    const clock = startClock();
    const visitor = await prepareVisitor({ session: null });
    visitor.network.disconnect(BOARD);
    const { screen } = await visitor.open('/leaderboards');
    await clock.advance(5_000);
    expect(screen.getByRole('alert')).toHaveTextContent(zh.ui.networkError);
    expect(screen.getByText(/^您的资产不受影响。 \d+ 秒后自动重试$/)).toBeVisible();
    visitor.network.answer(BOARD, () => boardOf(0));
    await clock.advance(10_500);
    expect(screen.getByText(texts.empty)).toBeVisible();
  });
});

describe('the own place', () => {
  const own = () => region(texts.mine);

  test('shows the rank, and what leads to the next place that is shown', async () => {
    const { screen } = await openBoard(() => boardOf(12, MINE));
    expect(await screen.findByText(/第 23 位/)).toBeVisible();
    expect(exactAmounts(own())).toEqual(['1240', '310.5']);
    expect(own()).toHaveTextContent('再 310.5 JU 升至第 22 位');
    expect(own()).toHaveTextContent(texts.mineOnly);
  });

  test('of the first is ahead of all', async () => {
    const { screen } = await openBoard(() => boardOf(12, { ...MINE, rank: 1, next: null }));
    expect(await screen.findByText(texts.first)).toBeVisible();
  });

  test('on the board of losses has no way up', async () => {
    const { screen } = await openBoard(() => ({ ...boardOf(12, MINE), board: 'liquidation' }));
    expect(await screen.findByText(/第 23 位/)).toBeVisible();
    expect(exactAmounts(own())).toEqual(['1240']);
  });

  test('of one without an order is not ranked', async () => {
    const { screen } = await openBoard(() => boardOf(12, { ...MINE, amount: '0', rank: null, next: null }));
    expect(await screen.findByText(new RegExp(texts.notRanked))).toBeVisible();
  });

  test('is offered to a visitor after signing in', async () => {
    const { screen, user } = await openBoard(() => boardOf(12), { session: null });
    await user.click(await screen.findByRole('button', { name: texts.signIn }));
    expect(await screen.findByRole('dialog', { name: zh.wallet.connectPrompt.title })).toBeVisible();
  });
});

describe('showing oneself on the boards', () => {
  const NAME = 'POST /api/app/user/leaderboardName';
  const shown = { ...MINE, name: '铸币师' };

  test('asks for a name, says what everyone sees, and is on from then on', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, MINE));
    network.reply(NAME, { name: '铸币师' });
    const toggle = await screen.findByRole('switch', { name: texts.showMe });
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    const sheet = await screen.findByRole('dialog', { name: texts.showMe });
    expect(sheet).toHaveTextContent(texts.showMeText);
    expect(network.calls(NAME)).toEqual([]);
    await user.type(within(sheet).getByRole('textbox', { name: texts.name }), ' 铸币师 ');
    network.answer(BOARD, () => boardOf(12, shown));
    await user.click(within(sheet).getByRole('button', { name: texts.showMeSubmit }));
    expect(await screen.findByText(texts.nowShown)).toBeVisible();
    expect(network.calls(NAME)).toEqual([{ name: '铸币师' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toggle).toBeChecked();
    expect(region(texts.mine)).toHaveTextContent('铸币师');
  });

  test('takes a name of two words, typed key by key', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, MINE));
    network.reply(NAME, { name: 'Li Ming' });
    await user.click(await screen.findByRole('switch', { name: texts.showMe }));
    const sheet = await screen.findByRole('dialog', { name: texts.showMe });
    const field = within(sheet).getByRole('textbox', { name: texts.name });
    await user.type(field, 'Li Ming ');
    expect(field).toHaveValue('Li Ming ');
    await user.click(within(sheet).getByRole('button', { name: texts.showMeSubmit }));
    expect(await screen.findByText(texts.nowShown)).toBeVisible();
    expect(network.calls(NAME)).toEqual([{ name: 'Li Ming' }]);
  });

  test('refuses an address and other texts that are no names, before it sends', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, MINE));
    await user.click(await screen.findByRole('switch', { name: texts.showMe }));
    const sheet = await screen.findByRole('dialog', { name: texts.showMe });
    await user.type(within(sheet).getByRole('textbox', { name: texts.name }), '0x41ea39c2');
    expect(sheet).toHaveTextContent(/不能像地址/);
    await user.click(within(sheet).getByRole('button', { name: texts.showMeSubmit }));
    expect(network.calls(NAME)).toEqual([]);
  });

  test('says that a name is taken, and keeps the input', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, MINE));
    network.refuse(NAME, { error: 'name-taken', code: 409, msg: '这个名字已被使用' });
    await user.click(await screen.findByRole('switch', { name: texts.showMe }));
    const sheet = await screen.findByRole('dialog', { name: texts.showMe });
    const field = within(sheet).getByRole('textbox', { name: texts.name });
    await user.type(field, 'Alice');
    await user.click(within(sheet).getByRole('button', { name: texts.showMeSubmit }));
    expect(await screen.findByText('这个名字已被使用')).toBeVisible();
    expect(field).toHaveValue('Alice');
  });

  test('ends without a question', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, shown));
    network.reply(NAME, { name: null });
    const toggle = await screen.findByRole('switch', { name: texts.showMe });
    expect(toggle).toBeChecked();
    await user.click(toggle);
    expect(await screen.findByText(texts.nowHidden)).toBeVisible();
    expect(network.calls(NAME)).toEqual([{ name: null }]);
  });

  test('says that operators removed the name, until another is chosen', async () => {
    const { network, screen, user } = await openBoard(() => boardOf(12, { ...MINE, removedName: 'Rude' }));
    const notice = texts.nameRemoved.replace('{name}', 'Rude');
    expect(await screen.findByText(notice)).toBeVisible();
    network.reply(NAME, { name: '铸币师' });
    await user.click(await screen.findByRole('switch', { name: texts.showMe }));
    const sheet = await screen.findByRole('dialog', { name: texts.showMe });
    await user.type(within(sheet).getByRole('textbox', { name: texts.name }), '铸币师');
    network.answer(BOARD, () => boardOf(12, shown));
    await user.click(within(sheet).getByRole('button', { name: texts.showMeSubmit }));
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  });

  test('is not offered to a visitor', async () => {
    const { screen } = await openBoard(() => boardOf(12), { session: null });
    await screen.findByRole('list', { name: texts.list });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
