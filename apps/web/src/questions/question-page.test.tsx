import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { figure } from '#testing/figures.ts';
import { fullHome } from '#testing/replies/home.ts';
import { teamOf } from '#testing/replies/network.ts';
import { type Order, orderDetail, sampleOrder } from '#testing/replies/orders.ts';
import { samplePreview } from '#testing/replies/rounds.ts';
import { ALICE } from '#testing/sample-session.ts';
import { prepareVisitor, type Visitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const QA = 'POST /api/app/qa';
const { questions: texts } = zh;

const question = (key: string, text: string, answer: string) => ({ key, lang: 'zh' as const, question: text, answer });
const REPLY: ReplyOf<typeof QA> = {
  questions: [
    question('failure', '一轮失败时我会损失多少？', '损失按该轮条款载明的比例计算。'),
    question('fmc', 'FMC 从哪里来？', '分三个阶段发放。'),
    question('withdrawal', '提现如何进行？', '由您自己的钱包提交凭证。失败时可以重试。'),
  ],
  contacts: [
    { kind: 'telegram', label: 'Telegram', url: 'https://t.me/city_mint/' },
    { kind: 'email', label: 'E-mail', url: 'mailto:help@city-mint.example' },
  ],
};

function answerQuestions({ network }: Visitor, orders: readonly Order[] = []): void {
  network.reply(QA, REPLY);
  network.answer('POST /api/biz/mine/mint', () => ({ items: [...orders], nextCursor: null }));
  network.answer('POST /api/biz/mint/detail', ({ orderId }) =>
    orderDetail(NOON, orders.find((order) => order.orderId === orderId) ?? sampleOrder(NOON)),
  );
  network.answer('GET /api/biz/team', () => teamOf({ address: ALICE, count: 18 }));
  network.reply('POST /api/app/preview', samplePreview({ accepted: '10' }));
}

async function openQuestions({ session, orders = [] }: { session?: null; orders?: readonly Order[] } = {}) {
  const visitor = await prepareVisitor(session === null ? { session } : {});
  answerQuestions(visitor, orders);
  const page = await visitor.open('/question');
  await page.screen.findByText('FMC 从哪里来？');
  return { ...visitor, ...page };
}

describe('the questions', () => {
  test('open one at a time', async () => {
    const { screen, user } = await openQuestions({ session: null });
    const list = screen.getAllByRole('group').filter((group) => group.getAttribute('name') === 'questions');
    expect(list).toHaveLength(3);
    await user.click(screen.getByText('FMC 从哪里来？'));
    expect(list[1]).toHaveAttribute('open');
    expect(screen.getByText('分三个阶段发放。')).toBeVisible();
  });

  test('are found by their words, those with it in the question first', async () => {
    const { screen, user } = await openQuestions({ session: null });
    await user.type(screen.getByRole('searchbox', { name: texts.search }), '失败');
    const found = screen.getAllByRole('group').filter((group) => group.getAttribute('name') === 'questions');
    expect(found.map((group) => group.querySelector('summary')?.textContent)).toEqual([
      '一轮失败时我会损失多少？',
      '提现如何进行？',
    ]);
  });

  test('say that nothing is found, and whom to ask', async () => {
    const { screen, user } = await openQuestions({ session: null });
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(screen.getByText(texts.nothing)).toBeVisible();
    expect(screen.getByRole('link', { name: /Telegram/ })).toBeVisible();
  });

  test('come alone while one searches', async () => {
    const { screen, user } = await openQuestions({ session: null });
    expect(screen.getByText(texts.figures.title)).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'FMC');
    expect(screen.queryByText(texts.figures.title)).toBeNull();
    expect(screen.queryByText(texts.first.fmc.question)).toBeNull();
  });

  test('are opened by the cards of those asked most, which are only of published ones', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    const { screen, user } = await openQuestions({ session: null });
    expect(screen.queryByText(texts.first['check-holdings'].question)).toBeNull();
    await user.click(screen.getByRole('button', { name: new RegExp(texts.first.failure.question) }));
    expect(document.getElementById('question-failure')).toHaveAttribute('open');
    expect(scroll).toHaveBeenCalledOnce();
    scroll.mockRestore();
  });

  test('are asked for in the language of the page', async () => {
    const { network } = await openQuestions({ session: null });
    expect(network.calls(QA)).toEqual([{ lang: 'zh' }]);
  });

  test('say that they could not be read, and are read by a tap', async () => {
    const clock = startClock();
    const visitor = await prepareVisitor({ session: null });
    answerQuestions(visitor);
    visitor.network.disconnect(QA);
    const { screen, user } = await visitor.open('/question');
    await clock.advance(5_000);
    expect(screen.getByRole('alert')).toHaveTextContent(zh.ui.networkError);
    visitor.network.reply(QA, REPLY);
    await user.click(screen.getByRole('button', { name: zh.ui.retry }));
    expect(await screen.findByText('FMC 从哪里来？')).toBeVisible();
  });
});

describe('the channels', () => {
  test('open elsewhere, each with its address, and say what none of them does', async () => {
    const { screen } = await openQuestions({ session: null });
    const telegram = screen.getByRole('link', { name: /Telegram/ });
    expect(telegram).toHaveTextContent(`Telegramt.me/city_mint${texts.official}`);
    expect(telegram).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: /E-mail/ })).toHaveTextContent('help@city-mint.example');
    expect(screen.getByText(texts.neverFirst)).toBeVisible();
  });

  test('are said to be missing', async () => {
    const visitor = await prepareVisitor({ session: null });
    answerQuestions(visitor);
    visitor.network.reply(QA, { ...REPLY, contacts: [] });
    const { screen } = await visitor.open('/question');
    expect(await screen.findByText(texts.noChannels)).toBeVisible();
  });
});

describe('the rules in figures', () => {
  const main = () => document.querySelector('main') ?? document.body;

  test('are an example of an open round for a visitor, with the worst failure', async () => {
    const visitor = await prepareVisitor({ session: null });
    answerQuestions(visitor);
    visitor.network.answer('GET /api/app/home', () => fullHome(Date.now()));
    const { screen } = await visitor.open('/question');
    expect(await screen.findByText(texts.figures.example)).toBeVisible();
    expect(screen.getByText('在London投入 10 JU，按该轮条款和当前储备金估算。')).toBeVisible();
    expect(visitor.network.calls('POST /api/app/preview')).toEqual([{ roundId: '12', amount: '10' }]);
    const { join } = zh.rounds;
    expect(figure(join.fee, main())).toHaveAttribute('value', '0.5');
    expect(figure(join.refund, main())).toHaveAttribute('value', '48.5');
    expect(figure(join.compensation, main())).toHaveAttribute('value', '0');
    expect(figure(join.hash, main())).toHaveAttribute('value', '3');
  });

  test('say that there is nothing to count with', async () => {
    const { screen } = await openQuestions({ session: null });
    expect(await screen.findByText(texts.figures.none)).toBeVisible();
  });

  test('are those of the reader’s own minted order', async () => {
    const { screen } = await openQuestions({ orders: [sampleOrder(NOON, { outcome: 'minted', state: 'minted' })] });
    expect(await screen.findByText(texts.figures.own)).toBeVisible();
    expect(screen.getByText('Nairobi · 第 2 期 · 第 4 轮')).toBeVisible();
    expect(screen.getByText(texts.figures.minted)).toBeVisible();
    expect(figure(zh.live.joined, main())).toHaveAttribute('value', '100');
    expect(figure(zh.rounds.order.fee, main())).toHaveAttribute('value', '1');
    expect(figure(zh.rounds.order.principal, main())).toHaveAttribute('value', '99');
    expect(screen.queryByText(texts.figures.example)).toBeNull();
  });

  test('are those of the reader’s own failed order', async () => {
    const { screen } = await openQuestions({ orders: [sampleOrder(NOON, { outcome: 'failed', state: 'ended' })] });
    expect(await screen.findByText(texts.figures.failed)).toBeVisible();
    expect(figure(zh.rounds.order.loss, main())).toHaveAttribute('value', '3');
    expect(figure(zh.rounds.order.compensation, main())).toHaveAttribute('value', '0.75');
  });

  test('say that a cancelled order cost nothing', async () => {
    const { screen } = await openQuestions({ orders: [sampleOrder(NOON, { outcome: 'cancelled', state: 'ended' })] });
    expect(await screen.findByText(texts.figures.cancelled)).toBeVisible();
  });

  test('are estimates while the order’s round is open', async () => {
    const { screen } = await openQuestions({ orders: [sampleOrder(NOON)] });
    expect(await screen.findByText(texts.figures.open)).toBeVisible();
    expect(figure(zh.rounds.join.getFmc, main())).toHaveAttribute('value', '454.5454');
    expect(figure(zh.rounds.join.loseAtMost, main())).toHaveAttribute('value', '3');
  });

  test('prefer the latest order that was settled', async () => {
    const settled = sampleOrder(NOON, { orderId: '2', outcome: 'minted', state: 'ended', city: 'Oslo' });
    const { screen } = await openQuestions({ orders: [sampleOrder(NOON), settled] });
    expect(await screen.findByText('Oslo · 第 2 期 · 第 4 轮')).toBeVisible();
  });

  test('show the way to the next level', async () => {
    const { screen } = await openQuestions();
    const level = (await screen.findByText(texts.figures.level)).closest('div')?.parentElement ?? document.body;
    await waitFor(() => expect(figure(zh.team.smallArea, level)).toHaveAttribute('value', '18420.125'));
    expect(within(level).getByText('还差 1,579.875 JU 升至 3 级')).toBeVisible();
  });
});
