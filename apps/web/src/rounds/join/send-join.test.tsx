import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { isUsable } from '#testing/figures.ts';
import { assetsOf } from '#testing/replies/assets.ts';
import { orderDetail, sampleOrder } from '#testing/replies/orders.ts';
import { latestRound } from '#testing/replies/rounds.ts';
import { ALICE, sampleSession } from '#testing/sample-session.ts';
import type { VisitorOptions } from '#testing/visit.tsx';
import { AVAILABLE, openJoinForm, prepareCity } from '#testing/visit-city.tsx';
import { zh } from '#testing/zh-texts.ts';
import { joinRequests } from './join-flow.ts';

const JOIN = 'POST /api/biz/crowdfund';
const DETAIL = 'POST /api/biz/mint/detail';
const QUESTIONS = 'POST /api/app/qa';
const LATEST = 'POST /api/app/last/crowdfund';
const AMOUNT = '12.000000000000000001';
const { join: texts, pending, order: orderTexts } = zh.rounds;

const accepted = ({ amount }: RequestOf<typeof JOIN>): ReplyOf<typeof JOIN> => ({
  ...{ orderId: '1', roundId: '12', rank: 312, asked: amount, accepted: amount },
  ...{ joinedAt: Date.now(), late: false },
});

/** Opens the form of London's round with an amount in it. */
async function fillForm(options: VisitorOptions = {}) {
  const visitor = await prepareCity(options);
  const { network } = visitor;
  network.answer(DETAIL, () => orderDetail(Date.now(), sampleOrder(Date.now(), { accepted: AMOUNT })));
  network.reply(QUESTIONS, { questions: [], contacts: [] });
  onTestFinished(() => {
    const request = joinRequests.find(ALICE);
    if (request !== null) joinRequests.remove(request.requestId);
  });
  const page = await visitor.open('/city?city=1');
  const sheet = await openJoinForm(page);
  await within(sheet).findByText(`最多 ${AVAILABLE} JU`, { exact: false });
  await page.user.type(within(sheet).getByLabelText(texts.amount), AMOUNT);
  const confirm = within(sheet).getByRole('button', { name: `确认参与 ${AMOUNT} JU` });
  return { ...visitor, ...page, sheet, confirm };
}

const requestIds = (calls: readonly unknown[]) => calls.map((call) => Object(call).requestId);

describe('a join that is confirmed', () => {
  test('is sent once by two taps, and its order is shown', async () => {
    const { network, user, screen, confirm } = await fillForm();
    network.answer(JOIN, accepted);
    await user.dblClick(confirm);
    const done = await screen.findByRole('dialog', { name: texts.doneTitle });
    expect(network.calls(JOIN)).toMatchObject([{ roundId: '12', amount: AMOUNT }]);
    expect(done).toHaveTextContent('312');
    expect(done.querySelector(`data[value="${AMOUNT}"]`)).toBeVisible();
    await user.click(within(done).getByRole('button', { name: texts.showOrder }));
    expect(await screen.findByRole('dialog', { name: orderTexts.title })).toBeVisible();
    expect(location.search).toBe('?tab=mine&order=1');
  });

  test('is not sent twice while its answer is awaited', async () => {
    const { network, user, sheet, confirm } = await fillForm();
    network.handle(JOIN, () => new Promise(() => undefined));
    await user.click(confirm);
    const busy = within(sheet).getByRole('button', { name: `确认参与 ${AMOUNT} JU` });
    await waitFor(() => expect(busy).toHaveAttribute('aria-busy', 'true'));
    await user.click(busy);
    expect(network.calls(JOIN)).toHaveLength(1);
  });

  test('asks for the consent before the first one, and sends nothing', async () => {
    const { network, user, screen, confirm } = await fillForm({ session: sampleSession(null) });
    const section = { title: '谁在运营', text: '运营方。' };
    network.handle('GET /api/app/disclosure', () =>
      Response.json({ code: 200, msg: '', data: { version: 3, hash: `0x${'ab'.repeat(32)}`, sections: [section] } }),
    );
    network.handle('POST /api/app/user/disclosure', () =>
      Response.json({
        ...{ code: 200, msg: '' },
        data: { version: 3, hash: `0x${'ab'.repeat(32)}`, sections: [section], accepted: null },
      }),
    );
    await user.click(confirm);
    const sheet = await screen.findByRole('dialog', { name: zh.rounds.consent.title });
    expect(await within(sheet).findByText(section.title)).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: zh.rounds.consent.back }));
    expect(await screen.findByLabelText(texts.amount)).toHaveValue(AMOUNT);
    expect(network.calls(JOIN)).toEqual([]);
  });

  test('is sent by the button that accepts the disclosure, which names what it takes', async () => {
    const { network, user, screen, confirm } = await fillForm({ session: sampleSession(null) });
    const hash = `0x${'ab'.repeat(32)}`;
    const sections = [{ title: '谁在运营', text: '运营方。' }];
    network.reply('POST /api/app/user/disclosure', { version: 3, hash, sections, covered: false, accepted: null });
    network.reply('POST /api/app/user/consent', { hash, acceptedAt: Date.now() });
    network.answer(JOIN, accepted);
    await user.click(confirm);
    const sheet = await screen.findByRole('dialog', { name: zh.rounds.consent.title });
    const agree = within(sheet).getByRole('button', { name: `同意并参与 ${AMOUNT} JU` });
    await user.click(agree);
    expect(network.calls(JOIN)).toEqual([]);
    await user.click(await within(sheet).findByRole('checkbox'));
    await user.dblClick(agree);
    expect(await screen.findByRole('dialog', { name: texts.doneTitle })).toBeVisible();
    expect(network.calls(JOIN)).toMatchObject([{ roundId: '12', amount: AMOUNT }]);
  });
});

describe('a join without an answer', () => {
  test('is sent again under the same id, and its order is opened', async () => {
    const clock = startClock();
    const { network, user, screen, sheet, confirm } = await fillForm();
    network.disconnect(JOIN);
    await user.click(confirm);
    expect(await screen.findByText(zh.ui.networkError)).toBeVisible();
    expect(await within(sheet).findByText(pending.title)).toBeVisible();
    expect(within(sheet).getByRole('button', { name: texts.waiting })).toBeVisible();
    network.answer(JOIN, accepted);
    await clock.advance(6_000);
    expect(await screen.findByRole('dialog', { name: orderTexts.title })).toBeVisible();
    const ids = requestIds(network.calls(JOIN));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('fmc.join'))).toEqual([]);
  });

  test('is shown on the screen after the sheet is closed, with its city and amount', async () => {
    startClock();
    const { network, user, screen, sheet, confirm } = await fillForm();
    network.disconnect(JOIN);
    await user.click(confirm);
    await within(sheet).findByText(pending.title);
    await user.click(within(sheet).getByRole('button', { name: zh.ui.close }));
    expect(await screen.findByText(`London · ${AMOUNT} JU。正在用同一请求编号查询结果，不会重复扣款。`)).toBeVisible();
  });

  test('has the server’s words under maintenance, then whom to ask, and ends with its order', async () => {
    const clock = startClock();
    const { network, user, screen, sheet, confirm } = await fillForm();
    const msg = '系统维护中，请稍后再试';
    network.refuse(JOIN, { error: 'maintenance', code: 503, msg: '系统维护中，请稍后再试' });
    await user.click(confirm);
    expect(await within(sheet).findByText(msg)).toBeVisible();
    expect(within(sheet).getByText(/^\d+ 秒后自动重试$/)).toBeVisible();
    expect(within(sheet).queryByText(zh.ui.pending.contact)).toBeNull();
    for (let minute = 0; minute < 4; minute += 1) await clock.advance(60_000);
    expect(within(sheet).getByText(zh.ui.pending.contact)).toBeVisible();
    const ids = requestIds(network.calls(JOIN));
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(1);
    expect(sheet).toHaveTextContent(ids[0]);
    network.answer(JOIN, accepted);
    await clock.advance(60_000);
    expect(await screen.findByRole('dialog', { name: orderTexts.title })).toBeVisible();
  });

  test('that is refused in the end says why', async () => {
    const clock = startClock();
    const { network, user, screen, sheet, confirm } = await fillForm();
    network.disconnect(JOIN);
    await user.click(confirm);
    await within(sheet).findByText(pending.title);
    network.refuse(JOIN, { error: 'round-full', msg: '本轮已满仓' });
    await clock.advance(6_000);
    expect(await screen.findByText('本轮已满仓')).toBeVisible();
    expect(within(sheet).queryByText(pending.title)).toBeNull();
    expect(isUsable(within(sheet).getByRole('button', { name: `确认参与 ${AMOUNT} JU` }))).toBe(true);
  });
});

describe('a join that is refused', () => {
  test.each([
    ['round-full', '本轮已满仓'],
    ['round-not-open', '本轮现在不能参与'],
  ] as const)('%s: says so in the server’s words, which a change of the amount removes', async (error, msg) => {
    const { network, user, sheet, confirm } = await fillForm();
    network.refuse(JOIN, { error, msg });
    await user.click(confirm);
    expect(await within(sheet).findByText(new RegExp(msg))).toBeVisible();
    await user.type(within(sheet).getByLabelText(texts.amount), '2');
    expect(within(sheet).queryByText(new RegExp(msg))).toBeNull();
    expect(network.calls(JOIN)).toHaveLength(1);
  });

  test('for want of a balance that was withdrawn elsewhere leads to a recharge', async () => {
    const { network, user, sheet, confirm } = await fillForm();
    network.refuse(JOIN, { error: 'insufficient-balance', msg: '资产钱包余额不足（可用 1 JU），请先充值' });
    await user.click(confirm);
    expect(await within(sheet).findByText(/资产钱包余额不足（可用 1 JU），请先充值/)).toBeVisible();
    expect(within(sheet).getByRole('button', { name: texts.recharge })).toBeVisible();
  });

  test('for its terms reads them again', async () => {
    const { network, user, sheet, confirm } = await fillForm();
    network.refuse(JOIN, { error: 'terms-changed', msg: '条款已变更' });
    const asked = network.calls(LATEST).length;
    await user.click(confirm);
    expect(await within(sheet).findByText(/条款已变更/)).toBeVisible();
    await waitFor(() => expect(network.calls(LATEST).length).toBeGreaterThan(asked));
  });
});

describe('the next round', () => {
  test('takes the place of the one being joined: the form stays, and says so', async () => {
    const { network, user, screen, sheet } = await fillForm();
    const opensAt = Date.now() + 90_000;
    const next = { roundId: '999999', number: 5, state: 'scheduled', filled: '0', opensAt } as const;
    network.answer(LATEST, () => latestRound(Date.now(), next));
    await act(() => queryClient.invalidateQueries());
    expect(await within(sheet).findByText(/^本轮已结束，不能再参与/)).toBeVisible();
    expect(sheet).toHaveTextContent(/下一轮 · 距离开始 00:01:/);
    expect(within(sheet).getByLabelText(texts.amount)).toHaveValue(AMOUNT);
    await user.click(within(sheet).getByRole('button', { name: texts.showNext }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('region', { name: 'London 第 2 期 · 第 5 轮' })).toBeVisible();
    expect(network.calls(JOIN)).toEqual([]);
  });

  test('has no balance to join with: the button of the form leads to a recharge', async () => {
    const { network, sheet } = await fillForm();
    network.reply('POST /api/app/user/asset', assetsOf('0'));
    await act(() => queryClient.invalidateQueries());
    expect(await within(sheet).findByRole('button', { name: texts.recharge })).toBeVisible();
    expect(within(sheet).queryByRole('button', { name: /^确认参与/ })).toBeNull();
  });
});
