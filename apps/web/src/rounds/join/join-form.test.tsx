import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { figure, isUsable } from '#testing/figures.ts';
import type { RenderedPage } from '#testing/render-in-page.tsx';
import { assetsOf } from '#testing/replies/assets.ts';
import { fullHome } from '#testing/replies/home.ts';
import { latestRound, roundTerms, samplePreview } from '#testing/replies/rounds.ts';
import { BOB, sampleSession } from '#testing/sample-session.ts';
import type { VisitorOptions } from '#testing/visit.tsx';
import { AVAILABLE, openJoinForm, prepareCity } from '#testing/visit-city.tsx';
import { zh } from '#testing/zh-texts.ts';

type Home = ReplyOf<'GET /api/app/home'>;

const { join: texts, barred } = zh.rounds;
const LATEST = 'POST /api/app/last/crowdfund';
const FMC = '208.333333333333333333';
const PREVIEW = 'POST /api/biz/preview';

async function openForm(options: VisitorOptions = {}) {
  const visitor = await prepareCity(options);
  const page = await visitor.open('/city?city=1');
  const sheet = await openJoinForm(page);
  const amount = within(sheet).getByLabelText(texts.amount);
  const enter = async (text: string) => {
    await page.user.clear(amount);
    await page.user.type(amount, text);
  };
  return { ...visitor, ...page, sheet, amount, enter };
}

describe('the amount of a join', () => {
  test('is a part of the balance by a tap', async () => {
    const { sheet, amount, user } = await openForm();
    expect(await within(sheet).findByText(`最多 ${AVAILABLE} JU`, { exact: false })).toBeVisible();
    for (const [part, text] of [
      ['25%', '25'],
      ['100%', AVAILABLE],
      ['50%', '50'],
    ] as const) {
      await user.click(within(sheet).getByRole('button', { name: new RegExp(`^${part}`) }));
      expect(amount).toHaveValue(text);
    }
  });

  test('is bounded by the remainders of the wallet’s maximum and of the round', async () => {
    const visitor = await prepareCity();
    visitor.network.reply('POST /api/app/user/asset', assetsOf('1000000'));
    visitor.network.answer(LATEST, () => latestRound(Date.now(), { walletMaximum: '60' }));
    const { screen, ...page } = await visitor.open('/city?city=1');
    await openJoinForm({ screen, ...page });
    expect(await screen.findByText(texts.limitedBy.wallet)).toBeVisible();
    expect(screen.getByText('最低 10，最多 60 JU')).toBeVisible();
    visitor.network.answer(LATEST, () => latestRound(Date.now(), { quota: '150', filled: '100', walletMaximum: '0' }));
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(texts.limitedBy.quota)).toBeVisible();
    expect(screen.getByText('最低 10，最多 50 JU')).toBeVisible();
  });

  test('is refused where it is below the minimum or above the balance', async () => {
    const { sheet, enter } = await openForm();
    await within(sheet).findByText(`最多 ${AVAILABLE} JU`, { exact: false });
    await enter('9.999999999999999999');
    expect(within(sheet).getByText(/不能少于 10 JU$/)).toBeVisible();
    expect(isUsable(within(sheet).getByRole('button', { name: texts.confirmEmpty }))).toBe(false);
    await enter('100.000000000000000004');
    expect(within(sheet).getByText(/输入数量超过可用余额（≈ 100 JU）/)).toBeVisible();
    expect(within(sheet).getByRole('button', { name: '余额不足，去充值' })).toBeVisible();
    expect(isUsable(within(sheet).getByRole('button', { name: `确认参与 ${AVAILABLE} JU` }))).toBe(true);
    expect(sheet).toHaveTextContent('参与后可用余额 0 JU');
    await enter('12.000000000000000001');
    expect(isUsable(within(sheet).getByRole('button', { name: '确认参与 12.000000000000000001 JU' }))).toBe(true);
  });

  test('is asked for by a tap on the button without it', async () => {
    const { sheet, user } = await openForm();
    await user.click(await within(sheet).findByRole('button', { name: texts.confirmEmpty }));
    expect(await within(sheet).findByText(/请输入数量/)).toBeVisible();
  });
});

/** The texts of the sheet before anything is unfolded, without white space. */
function unfolded(sheet: HTMLElement): string {
  const copy = sheet.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('.sr-only, svg, details > :not(summary)')) hidden.remove();
  return (copy.textContent ?? '').replaceAll(/\s/g, '');
}

async function unfold({ sheet, user }: { sheet: HTMLElement; user: RenderedPage['user'] }): Promise<void> {
  await user.click(await within(sheet).findByText(texts.estimates));
}

describe('the preview of a join', () => {
  test('shows the refund of a failure wherever the round stops, behind the fold of estimates', async () => {
    const { sheet, user } = await openForm();
    await user.click(await within(sheet).findByRole('button', { name: /^50%/ }));
    const worst = await within(sheet).findByRole('region', { name: '募满之后 · 最坏情况' });
    await unfold({ sheet, user });
    const slider = await within(sheet).findByRole('slider', { name: texts.failureSlider });
    expect(slider).toHaveAttribute('aria-valuetext', '募到 99% 截止');
    for (const [chosen, compensation, uncovered, text] of [
      [2, '0', '1.5', '之后参与的订单'],
      [1, '0.25', '1.25', '之后参与的订单'],
      [0, '1.5', '0', '最先得到补偿'],
    ] as const) {
      fireEvent.change(slider, { target: { value: chosen } });
      const bar = within(sheet).getByText(texts.uncovered, { selector: 'dt' }).closest('dl') ?? sheet;
      expect(figure(texts.compensation, bar)).toHaveAttribute('value', compensation);
      expect(figure(texts.uncovered, bar)).toHaveAttribute('value', uncovered);
      expect(sheet).toHaveTextContent(text);
      expect(worst.querySelector('data[value="1.5"]')).toBeVisible();
    }
  });

  test('says the worst case once, by the terms, and no estimate beside it', async () => {
    const { sheet, user } = await openForm();
    await user.click(await within(sheet).findByRole('button', { name: /^50%/ }));
    const panel = await within(sheet).findByRole('region', { name: '募满之后 · 最坏情况' });
    expect(panel).toHaveTextContent(/最坏情况最多损失−1\.5 JU按本轮条款$/);
    expect(unfolded(sheet).match(/1\.5JU/g)).toHaveLength(1);
    expect(unfolded(sheet)).not.toContain('补偿');
  });

  test('has the gain of a success with its stages', async () => {
    const { sheet, user } = await openForm();
    await user.click(await within(sheet).findByRole('button', { name: /^50%/ }));
    const stages = (await within(sheet).findByText(texts.stagesTitle)).parentElement ?? sheet;
    expect([...stages.querySelectorAll('data')].map((data) => data.value)).toEqual(['83', '62.5', '62.833333']);
    expect(within(sheet).getByText('预计排在第 312 位')).toBeInTheDocument();
    const line = (label: string) => within(sheet).getByText(label).parentElement?.querySelector('data')?.value;
    expect([line(texts.getFmc), line(texts.principalBack), line(texts.fee)]).toEqual([FMC, '49.5', '0.5']);
  });

  test('takes the rest of the round: the button names it and the remaining balance', async () => {
    const visitor = await prepareCity();
    visitor.network.reply('POST /api/app/user/asset', assetsOf('1000'));
    visitor.network.answer(LATEST, () => latestRound(Date.now(), { quota: '150', filled: '79', walletMaximum: '0' }));
    visitor.network.reply(PREVIEW, samplePreview({ accepted: '71' }));
    const { screen, ...page } = await visitor.open('/city?city=1');
    const sheet = await openJoinForm({ screen, ...page });
    await screen.findByText('最低 10，最多 71 JU');
    await page.user.type(within(sheet).getByLabelText(texts.amount), '440');
    expect(within(sheet).getByRole('button', { name: '确认参与 71 JU' })).toBeVisible();
    expect(sheet).toHaveTextContent('参与后可用余额 929 JU');
    expect(sheet).not.toHaveTextContent(/(参与|扣除) 440/);
  });

  test('of an order that fills the round is a success in one green line, without a failure', async () => {
    const visitor = await prepareCity();
    visitor.network.answer(LATEST, () => latestRound(Date.now(), { quota: '150', filled: '100' }));
    const page = await visitor.open('/city?city=1');
    const sheet = await openJoinForm(page);
    await page.user.type(within(sheet).getByLabelText(texts.amount), '50');
    expect(await within(sheet).findByText(texts.fillsRound)).toBeVisible();
    await unfold({ sheet, user: page.user });
    expect(within(sheet).queryByRole('slider')).toBeNull();
    expect(within(sheet).queryByText(texts.ifFailed)).toBeNull();
    expect(sheet).not.toHaveTextContent(texts.position['cannot-happen']);
  });

  test('says from when on orders are late, then that they are, beside the rank too', async () => {
    const visitor = await prepareCity();
    const now = Date.now();
    const window = { opensAt: now - 60_000, closesAt: now + 5_400_000, lateBps: 1_000 };
    visitor.network.answer(LATEST, () => ({ ...latestRound(now), terms: roundTerms(window) }));
    const page = await visitor.open('/city?city=1');
    const sheet = await openJoinForm(page);
    await page.user.click(await within(sheet).findByRole('button', { name: /^50%/ }));
    expect(await within(sheet).findByText(/^[\d/: ]+ 起参与的订单最后补偿$/)).toBeVisible();
    const late = samplePreview().failures.map((failure) => ({ ...failure, position: 'all-others-first' as const }));
    visitor.network.reply(PREVIEW, samplePreview({ failures: late }));
    const ended = { closesAt: now + 60_000 };
    visitor.network.answer(LATEST, () => ({
      ...latestRound(now, ended),
      terms: roundTerms({ ...window, ...ended, opensAt: now - 5_400_000 }),
    }));
    await act(() => queryClient.invalidateQueries());
    expect(await within(sheet).findAllByText(texts.position['all-others-first'])).toHaveLength(2);
    await unfold({ sheet, user: page.user });
    expect(await within(sheet).findByText('预计排在第 312 位 · 最后时段')).toBeVisible();
  });

  test('has at most 120 letters before its folds, with all that a join can say', async () => {
    const visitor = await prepareCity();
    const now = Date.now();
    const window = { opensAt: now - 60_000, closesAt: now + 5_400_000, lateBps: 1_000 };
    visitor.network.reply('POST /api/app/user/asset', assetsOf('1000000'));
    visitor.network.answer(LATEST, () => ({ ...latestRound(now), terms: roundTerms(window) }));
    const page = await visitor.open('/city?city=1');
    const sheet = await openJoinForm(page);
    await page.user.click(await within(sheet).findByRole('button', { name: /^50%/ }));
    await within(sheet).findByText(/起参与的订单最后补偿$/);
    const letters = unfolded(sheet).match(/\p{L}/gu) ?? [];
    expect(letters.length, letters.join('')).toBeLessThanOrEqual(120);
  });

  test('has the server’s words for a refusal, and words of its own without an answer', async () => {
    const clock = startClock();
    const { network, sheet, enter } = await openForm();
    network.refuse(PREVIEW, { error: 'round-not-open', msg: '本轮现在不能参与' });
    await enter('50');
    await clock.advance(400);
    expect(await within(sheet).findByText('本轮现在不能参与')).toBeVisible();
    network.disconnect(PREVIEW);
    await enter('51');
    await clock.advance(8_000);
    expect(within(sheet).getByText(texts.previewFailed)).toBeVisible();
  });

  test('is asked for once the typing pauses, not for each digit', async () => {
    const clock = startClock();
    const { network, sheet, enter } = await openForm();
    await enter('50');
    await clock.advance(350);
    await within(sheet).findByText(texts.estimates);
    expect(network.calls(PREVIEW)).toEqual([{ roundId: '12', amount: '50' }]);
  });
});

describe('a reader who lacks JU', () => {
  test('leaves for a recharge and comes back to the form with the amount in it', async () => {
    const { network, screen, sheet, enter, user } = await openForm();
    network.handle('GET /api/app/config', () => new Response(null, { status: 503 }));
    await within(sheet).findByText(`最多 ${AVAILABLE} JU`, { exact: false });
    await enter('250.5');
    await user.click(within(sheet).getByRole('button', { name: texts.recharge }));
    expect(await screen.findByRole('heading', { level: 1, name: '充值' })).toBeVisible();
    expect(location.pathname + location.search).toBe(
      '/deposit?currency=JU&amount=150.499999999999999997&back=%2Fcity%3Fcity%3D1%26join%3D250.5',
    );
    history.back();
    const again = await screen.findByRole('dialog', { name: '参与 London' });
    await waitFor(() => expect(within(again).getByLabelText(texts.amount)).toHaveValue('250.5'));
    await user.click(within(again).getByRole('button', { name: zh.ui.close }));
    await waitFor(() => expect(location.search).toBe('?city=1'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a barrier', () => {
  test.each([
    ['joins are paused', { paused: ['joins'] }, barred.paused],
    ['the region', { region: { country: 'XX', joiningAllowed: false, referralAllowed: true } }, barred.region],
  ] satisfies [string, Partial<Home>, string][])(
    'is shown before a form is filled in: %s',
    async (_name, change, text) => {
      const { network, open } = await prepareCity({ session: null });
      network.answer('GET /api/app/home', () => ({ ...fullHome(Date.now()), ...change }));
      const { screen } = await open('/city');
      const notice = await screen.findByText(text);
      expect(notice.closest('[role="status"]')).toBeVisible();
      expect(await screen.findByRole('region', { name: /^London/ })).toBeVisible();
      expect(screen.queryByRole('button', { name: zh.rounds.card.join })).toBeNull();
    },
  );
});

describe('a wallet on another chain', () => {
  test('shows the account’s balance and the missing step', async () => {
    const { sheet, user, screen } = await openForm({ chainId: 1 });
    expect(await within(sheet).findByText(`最多 ${AVAILABLE} JU`, { exact: false })).toBeVisible();
    expect(sheet).toHaveTextContent('钱包不在 testJuChain 上，现在只能查看。');
    await user.click(within(sheet).getByRole('button', { name: /^50%/ }));
    expect(await within(sheet).findByText(texts.byTerms)).toBeVisible();
    await waitFor(() => expect(sheet.querySelector('[aria-busy="true"]')).toBeNull());
    expect(within(sheet).queryByRole('button', { name: /^确认参与/ })).toBeNull();
    expect(screen.getByRole('button', { name: zh.session.switchNetwork })).toBeVisible();
  });

  test('of another account than the session’s counts as signed out', async () => {
    const { sheet } = await openForm({ session: { ...sampleSession('accepted'), address: BOB } });
    expect(await within(sheet).findByRole('button', { name: texts.confirmEmpty })).toBeVisible();
  });
});
