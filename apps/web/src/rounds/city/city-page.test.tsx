import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { figure, region } from '#testing/figures.ts';
import { latestRound, sampleRound } from '#testing/replies/rounds.ts';
import { openJoinForm, prepareCity } from '#testing/visit-city.tsx';
import { zh } from '#testing/zh-texts.ts';

type PastRound = ReplyOf<'POST /api/app/rounds'>['items'][number];

const LATEST = 'POST /api/app/last/crowdfund';
const { rounds: texts } = zh;

describe('the card of a round', () => {
  test('has the label of each state, and a button to join while it is open', async () => {
    const { network, open } = await prepareCity({ session: null });
    const { screen } = await open('/city');
    for (const [state, label] of [
      ['scheduled', '未开始'],
      ['open', '进行中'],
      ['full', '满仓'],
      ['settling', '结算中'],
      ['minted', '铸造完成'],
      ['failed', '铸造失败'],
      ['liquidating', '清算中'],
      ['ended', '已结束'],
    ] as const) {
      network.answer(LATEST, () => latestRound(Date.now(), { state }));
      await act(() => queryClient.invalidateQueries());
      const card = within(await screen.findByRole('region', { name: /^London/ }));
      expect((await card.findAllByText(label))[0]).toBeVisible();
      expect(card.queryByRole('button', { name: texts.card.join }) !== null).toBe(state === 'open');
    }
  });

  test('offers a round that is ahead for the calendar', async () => {
    const downloads = captureDownloads();
    const { network, open } = await prepareCity({ session: null });
    const opensAt = Date.UTC(2030, 0, 2, 3, 4, 5);
    network.answer(LATEST, () => latestRound(Date.now(), { state: 'scheduled', opensAt, roundId: '9' }));
    const { screen, user } = await open('/city');
    await user.click(await screen.findByRole('button', { name: zh.live.remind }));
    await waitFor(() => expect(downloads.names).toEqual(['city-mint-round-9.ics']));
    const lines = await downloads.lines();
    expect(lines).toContain('DTSTART:20300102T030405Z');
    expect(lines.find((line) => line.startsWith('SUMMARY:'))).toMatch(/^SUMMARY:London \d+-\d+ 开放参与$/);
  });

  test.each([
    ['minted', '成功 · 已结束', texts.stateNotes.endedMinted],
    ['failed', '失败 · 已结束', texts.stateNotes.endedFailed],
    ['cancelled', '已取消 · 已结束', texts.stateNotes.endedCancelled],
  ] as const)('puts the outcome before the state once it has ended: %s', async (outcome, badge, note) => {
    const { network, open } = await prepareCity({ session: null });
    network.answer(LATEST, () => latestRound(Date.now(), { state: 'ended', outcome, settledAt: null }));
    const { screen } = await open('/city');
    expect(await screen.findByText(note)).toBeVisible();
    expect(region(/^London/)).toHaveTextContent(badge);
    expect(region(/^London/)).not.toHaveTextContent(texts.card.maximumLoss);
    expect(region(/^London/)).not.toHaveTextContent('—');
  });

  test.each(['failed', 'liquidating', 'cancelled', 'ended'] as const)(
    'shows neither estimates nor limits once %s',
    async (state) => {
      const { network, open } = await prepareCity({ session: null });
      network.answer(LATEST, () => latestRound(Date.now(), { state, settledAt: null }));
      const { screen } = await open('/city');
      expect(await screen.findByText(texts.card.orders)).toBeVisible();
      for (const label of [texts.card.mints, texts.card.settledAt, texts.card.minimum, texts.card.left]) {
        expect(screen.queryByText(label)).toBeNull();
      }
    },
  );

  test('shows the maximum loss of 100 JU, and the amount that others may draw from the reserve before', async () => {
    const { network, open } = await prepareCity({ session: null });
    network.answer(LATEST, () => latestRound(Date.now(), { drawnFirst: '1250.5', expectedFmc: '4000' }));
    await open('/city');
    await waitFor(() =>
      expect(figure(texts.card.mints, region(/^London/))).toHaveAttribute('value', '3.333333333333333333'),
    );
    expect(figure(texts.card.maximumLoss, region(/^London/))).toHaveAttribute('value', '2.5');
    expect(region(/^London/)).toHaveTextContent('更早结束的轮次可能先动用储备金 1,250.5 JU');
  });

  test('says who cancelled the round, and why', async () => {
    const { network, open } = await prepareCity({ session: null });
    const cancellation = { by: 'operators', reason: '城市数据有误' } as const;
    network.answer(LATEST, () => latestRound(Date.now(), { state: 'ended', outcome: 'cancelled', cancellation }));
    const { screen } = await open('/city');
    expect(await screen.findByText('运营方取消了本轮：城市数据有误')).toBeVisible();
  });

  test('counts down, and reads the round again at its end', async () => {
    const clock = startClock();
    const { network, open } = await prepareCity({ session: null });
    const closesAt = Date.now() + 3_000;
    network.answer(LATEST, () => latestRound(Date.now(), { closesAt }));
    const { screen } = await open('/city');
    expect(await screen.findByText('00:00:03')).toBeVisible();
    network.answer(LATEST, () => latestRound(Date.now(), { state: 'full' }));
    await clock.advance(4_000);
    expect(await screen.findByText(texts.stateNotes.full)).toBeVisible();
  });

  test('follows the amount while the round is open', async () => {
    const clock = startClock();
    const { network, open } = await prepareCity({ session: null });
    const { screen } = await open('/city');
    expect(await screen.findByText('63%')).toBeVisible();
    network.answer(LATEST, () => latestRound(Date.now(), { filled: '118800' }));
    await clock.advance(2_600);
    expect(await screen.findByText('99%')).toBeVisible();
  });
});

describe('a city', () => {
  test('is chosen by a tap, and its round replaces the other', async () => {
    const { network, open } = await prepareCity({ session: null });
    network.answer(LATEST, ({ cityId }) =>
      latestRound(Date.now(), cityId === '2' ? { city: 'Singapore', cityId: '2', roundId: '13' } : {}),
    );
    const { screen, user } = await open('/city');
    await user.click(await screen.findByRole('radio', { name: /Singapore/ }));
    expect(await screen.findByRole('region', { name: /^Singapore/ })).toBeVisible();
    expect(location.search).toBe('?city=2');
  });

  test('without a round says so', async () => {
    const { network, open } = await prepareCity({ session: null });
    network.reply(LATEST, { serverTime: Date.now(), round: null, terms: null, termsHash: null, reserve: '0' });
    const { screen } = await open('/city');
    expect(await screen.findByText(texts.noRound)).toBeVisible();
    expect(screen.getByText(texts.noRoundText)).toBeVisible();
  });

  test('is missing where none is open yet', async () => {
    const { network, open } = await prepareCity({ session: null });
    network.reply('GET /api/app/warehouses', { cities: [] });
    const { screen } = await open('/city');
    expect(await screen.findByText(texts.noCities)).toBeVisible();
  });
});

describe('all rounds of a city', () => {
  function pastRounds(): PastRound[] {
    const { roundId, phase, number, state, opensAt, closesAt, pausedSince, quota, filled, orders, outcome } =
      sampleRound(Date.now());
    const brief = { roundId, phase, number, state, opensAt, closesAt, pausedSince, quota, filled, orders, outcome };
    return [
      { ...brief, unreadable: false },
      { ...brief, roundId: '11', number: 3, state: 'ended', outcome: 'minted', filled: quota, unreadable: false },
      { ...brief, roundId: '10', number: 2, state: 'ended', outcome: 'failed', filled: '60000.5', unreadable: true },
    ];
  }

  async function openList() {
    const visitor = await prepareCity({ session: null });
    visitor.network.answer('POST /api/app/rounds', () => ({ items: pastRounds(), nextCursor: null }));
    const page = await visitor.open('/city?city=1');
    await page.user.click(await page.screen.findByRole('button', { name: '查看全部' }));
    return { ...visitor, ...page, list: await page.screen.findByRole('dialog', { name: texts.past.title }) };
  }

  test('have the outcome and figures of each, and words for one whose terms cannot be read', async () => {
    const { list } = await openList();
    const minted = await within(list).findByRole('button', { name: /第 3 轮\s*成功/ });
    expect(minted).toHaveTextContent('募集 100% · 311 笔');
    const failed = within(list).getByRole('button', { name: /第 2 轮\s*失败/ });
    expect(failed).toHaveTextContent(texts.past.unreadable);
    expect(failed.querySelector('data')).toHaveAttribute('value', '60000.5');
    expect(within(list).getByRole('button', { name: /第 4 轮/ })).toHaveTextContent('进行中');
  });

  test('are beside the newest as bars, each named with its round and outcome', async () => {
    const { network, open } = await prepareCity({ session: null });
    network.answer('POST /api/app/rounds', () => ({ items: pastRounds(), nextCursor: null }));
    const { screen } = await open('/city?city=1');
    const bar = await screen.findByRole('button', { name: /^2–3 第 2 期 · 第 3 轮，成功，募集 100%$/ });
    expect(bar).toHaveTextContent('2–3');
    expect(screen.getByRole('button', { name: /^2–4 / })).toHaveAttribute('aria-current', 'true');
  });

  test('close by Back, come again by Forward, and lead to one of them', async () => {
    const { network, screen, user } = await openList();
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    history.forward();
    const list = await screen.findByRole('dialog', { name: texts.past.title });
    const past = { roundId: '11', number: 3, state: 'ended', outcome: 'minted' } as const;
    network.answer(LATEST, ({ roundId }) => latestRound(Date.now(), roundId === '11' ? past : {}));
    await user.click(await within(list).findByRole('button', { name: /第 3 轮/ }));
    await waitFor(() => expect(location.search).toMatch(/city=1&round=11/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('region', { name: 'London 第 2 期 · 第 3 轮' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: texts.backToLatest }));
    expect(await screen.findByRole('region', { name: 'London 第 2 期 · 第 4 轮' })).toBeVisible();
  });
});

describe('the form of a join', () => {
  test('closes by Escape and returns the focus to its button', async () => {
    const { open } = await prepareCity();
    const page = await open('/city?city=1');
    await openJoinForm(page);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(page.screen.queryByRole('dialog')).toBeNull());
    expect(page.screen.getByRole('button', { name: texts.card.join })).toHaveFocus();
  });
});
