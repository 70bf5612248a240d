import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, waitFor, within } from '@testing-library/react';
import { getAddress } from 'viem';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isUsable, region } from '#testing/figures.ts';
import { assetsOf } from '#testing/replies/assets.ts';
import { sampleBlock } from '#testing/replies/chain.ts';
import { CONTRACTS, configOf } from '#testing/replies/config.ts';
import { ALICE } from '#testing/sample-session.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { withdrawalRequests } from './withdraw-flow.ts';

type Limits = ReplyOf<typeof LIMITS>;

const LIMITS = 'POST /api/app/user/withdrawLimits';
const WITHDRAW = 'POST /api/app/user/withdraw';
const CONFIG = 'GET /api/app/config';
const ASSETS = 'POST /api/app/user/asset';
const WAITING = getAddress(`0x${'ab'.repeat(20)}`);
const UNKNOWN = getAddress(`0x${'cd'.repeat(20)}`);
const FREE_AT = Date.UTC(2030, 10, 21, 4);
const FREE_AT_TEXT = '2030/11/21 12:00:00';
const { withdraw: texts, gate } = zh.assets;
const { ui } = zh;

const JU: Limits['currencies'][number] = {
  currency: 'JU',
  limits: [
    { rule: 'per-withdrawal', limit: '1000', left: '1000' },
    { rule: 'per-user-day', limit: '5000', left: '4321.5' },
    { rule: 'per-day', limit: '50000', left: '7654.25' },
    { rule: 'share-of-day', limit: '765.425', left: '765.425' },
  ],
  left: '765.425',
  approvalAbove: '500',
};

const REPLY: Limits = {
  currencies: [JU, { ...JU, currency: 'FMC', left: '3.5' }],
  paused: false,
  coolsUntil: null,
  newAddressHours: 48,
  recipients: [{ address: WAITING, freeAt: FREE_AT }],
};

async function openWithdraw(change: Partial<Limits> = {}, balance = '2000.5') {
  const visitor = await prepareVisitor();
  const { network } = visitor;
  network.reply(ASSETS, assetsOf(balance, '9'));
  network.answer(CONFIG, () => configOf(Date.now()));
  network.reply(LIMITS, { ...REPLY, ...change });
  onTestFinished(() => {
    const request = withdrawalRequests.find(ALICE);
    if (request !== null) withdrawalRequests.remove(request.requestId);
  });
  const page = await visitor.open('/withdraw');
  const { screen, user } = page;
  const amount = await screen.findByLabelText(texts.amount);
  const to = screen.getByLabelText(texts.to);
  const enter = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    if (text !== '') await user.type(field, text);
  };
  const submit = (name: string) => screen.getByRole('button', { name });
  return { ...visitor, ...page, amount, to, enter, submit };
}

describe('the limits of a withdrawal', () => {
  test('are above the form, with the remainder of each', async () => {
    const { screen } = await openWithdraw();
    await screen.findByText(texts.limits.now);
    expect(region(texts.limits.title)).toHaveTextContent(
      /现在最多可提765\.425 JU.*4,321\.5 \/ 5,000 JU.*所剩不多，限制了您的数量.*> 500 JU.*等待 48 小时/,
    );
  });

  test('bound the amount, and are the most that a tap enters', async () => {
    const { screen, user, amount, enter, submit } = await openWithdraw();
    await screen.findByText(texts.limits.now);
    await enter(amount, '800');
    expect(screen.getByText(/超过限额，现在最多 765\.425/)).toBeVisible();
    expect(isUsable(submit(texts.submit))).toBe(false);
    await user.click(screen.getByRole('button', { name: '全部' }));
    expect(amount).toHaveValue('765.425');
    expect(isUsable(submit('提现 765.425 JU'))).toBe(true);
  });

  test('are those of the chosen currency', async () => {
    const { screen, user } = await openWithdraw();
    await user.click(await screen.findByRole('radio', { name: 'FMC' }));
    await waitFor(() => expect(region(texts.limits.title)).toHaveTextContent('现在最多可提3.5 FMC'));
    await user.click(screen.getByRole('button', { name: '全部' }));
    expect(screen.getByLabelText(texts.amount)).toHaveValue('3.5');
  });

  test('are not shown as more than the balance', async () => {
    const { screen } = await openWithdraw({}, '300.25');
    await screen.findByText(texts.limits.now);
    expect(region(texts.limits.title)).toHaveTextContent('现在最多可提300.25 JU');
  });

  test('stop every withdrawal while an unused voucher cools down, and say so first', async () => {
    const { screen, amount, enter, submit } = await openWithdraw({ coolsUntil: FREE_AT });
    expect(await screen.findByText(`之前的放行凭证未使用即已过期，${FREE_AT_TEXT} 起可再提现。`)).toBeVisible();
    expect(region(texts.limits.title)).toHaveTextContent('现在最多可提0 JU');
    await enter(amount, '1');
    expect(isUsable(submit(texts.submit))).toBe(false);
  });

  test('stop every withdrawal under maintenance', async () => {
    const { screen, amount, enter, submit } = await openWithdraw({ paused: true });
    expect(await screen.findByText('系统维护中，暂停提现，请稍后再试')).toBeVisible();
    await enter(amount, '1');
    expect(isUsable(submit(texts.submit))).toBe(false);
  });

  test('may be missing: the form works, and they are asked for again by a tap', async () => {
    const clock = startClock();
    const { network, open } = await prepareVisitor();
    network.reply(ASSETS, assetsOf('2000.5'));
    network.answer(CONFIG, () => configOf(Date.now()));
    network.disconnect(LIMITS);
    const { screen, user } = await open('/withdraw');
    await clock.advance(8_000);
    expect(await screen.findByText(texts.limits.failed)).toBeVisible();
    await user.type(screen.getByLabelText(texts.amount), '800');
    expect(isUsable(screen.getByRole('button', { name: '提现 800 JU' }))).toBe(true);
    network.reply(LIMITS, REPLY);
    await user.click(screen.getByRole('button', { name: texts.limits.retry }));
    expect(await screen.findByText(/超过限额，现在最多 765\.425/)).toBeVisible();
    expect(region(texts.limits.title)).toBeVisible();
  });
});

describe('the amount of a withdrawal', () => {
  test('is asked for by a tap on the button without it', async () => {
    const { screen, user, submit } = await openWithdraw();
    await user.click(submit('申请提现'));
    expect(await screen.findByText(/请输入数量/)).toBeVisible();
  });

  test('that a pasted text may mean is chosen', async () => {
    const { screen, user, amount } = await openWithdraw();
    await user.click(amount);
    await user.paste('1,000');
    expect(amount).toHaveValue('1,000');
    await user.click(screen.getByRole('button', { name: /^1,000 JU/ }));
    expect(amount).toHaveValue('1000');
  });

  test('is refused above the balance, to the last unit', async () => {
    const { screen, amount, enter } = await openWithdraw({}, '50');
    await enter(amount, '50.000000000000000001');
    expect(screen.getByText(/输入数量超过可用余额（50 JU）/)).toBeVisible();
    await enter(amount, '50');
    expect(screen.queryByText(/输入数量超过可用余额/)).toBeNull();
  });
});

describe('the recipient of a withdrawal', () => {
  test('is the own wallet unless another is entered, and is asked for without one', async () => {
    const { screen, user, amount, to, enter, submit } = await openWithdraw();
    expect(to).toHaveValue(ALICE);
    expect(screen.getByText(texts.toOwn)).toBeVisible();
    await enter(amount, '7');
    await enter(to, '');
    await user.click(submit('申请提现'));
    expect(await screen.findByText(/请输入收款地址/)).toBeVisible();
  });

  test.each([
    ['the zero address', '0x'.padEnd(42, '0'), texts.toZero],
    ['the vault', CONTRACTS.vault, texts.toContract],
    ['the token', CONTRACTS.fmc, texts.toContract],
    ['a mistyped address', '0x5AAeb6053f3e94c9b9a09f33669435e7ef1beaed', texts.toChecksum],
    ['no address', '0x12', texts.toFormat],
  ])('is refused: %s', async (_name, address, problem) => {
    const { screen, amount, to, enter, submit } = await openWithdraw();
    await enter(amount, '7');
    await enter(to, address);
    expect(screen.getByText(new RegExp(problem))).toBeVisible();
    expect(isUsable(submit(texts.submit))).toBe(false);
  });

  test('waits where it is new, and is refused while it waits', async () => {
    const { screen, user, to, enter, submit } = await openWithdraw();
    await screen.findByText(texts.limits.now);
    await user.click(screen.getByRole('button', { name: '全部' }));
    await enter(to, UNKNOWN);
    expect(screen.getByText(/^这是新的收款地址：提交后先等待 48 小时/)).toBeVisible();
    expect(isUsable(submit('提现 765.425 JU'))).toBe(true);
    await enter(to, WAITING);
    expect(screen.getByText(`该地址正在等待期，${FREE_AT_TEXT} 起可以提现到这里。`)).toBeVisible();
    expect(isUsable(submit(texts.submit))).toBe(false);
  });
});

describe('a withdrawal that is sent', () => {
  async function fill() {
    const opened = await openWithdraw();
    opened.network.rpc('eth_getBlockByNumber', () => sampleBlock());
    opened.network.rpc('eth_maxPriorityFeePerGas', () => '0x0');
    const { screen, user, amount, enter, submit } = opened;
    await screen.findByText(texts.limits.now);
    await enter(amount, '7.000000000000000003');
    await user.click(submit('提现 7.000000000000000003 JU'));
    const question = await screen.findByRole('alertdialog', { name: texts.confirmTitle });
    return { ...opened, question };
  }

  test('is confirmed first, with all that the wallet will send', async () => {
    const { network, screen, user, question } = await fill();
    expect(question).toHaveTextContent('最后一步由您的钱包发送并支付网络手续费');
    expect(question).toHaveTextContent('7.000000000000000003 JU');
    expect(question).toHaveTextContent('经 4 个区块确认');
    await user.click(within(question).getByRole('button', { name: ui.cancel }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(network.calls(WITHDRAW)).toEqual([]);
    expect(screen.getByLabelText(texts.amount)).toHaveValue('7.000000000000000003');
  });

  test('is repeated under the same id while its answer is lost', async () => {
    const clock = startClock();
    const { network, screen, user, question } = await fill();
    network.disconnect(WITHDRAW);
    await user.dblClick(within(question).getByRole('button', { name: texts.submit }));
    expect(await screen.findByText(ui.networkError)).toBeVisible();
    expect(await screen.findByText(texts.pendingTitle)).toBeVisible();
    expect(screen.getByText(/^7\.000000000000000003 JU。正在用同一请求编号/)).toBeVisible();
    network.refuse(WITHDRAW, { error: 'amount-over-available', msg: '可用余额不足' });
    await clock.advance(6_000);
    expect(await screen.findByRole('alert')).toHaveTextContent('可用余额不足');
    const ids = network.calls(WITHDRAW).map((call) => Object(call).requestId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(screen.queryByText(texts.pendingTitle)).toBeNull();
  });

  test('has the server’s words for a refusal until the currency changes', async () => {
    const { network, screen, user, question } = await fill();
    network.refuse(WITHDRAW, { error: 'limit-exceeded', msg: '超过每日限额' });
    await user.click(within(question).getByRole('button', { name: texts.submit }));
    expect(await screen.findByRole('alert')).toHaveTextContent('超过每日限额');
    await user.click(screen.getByRole('radio', { name: 'FMC' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('the screen of withdrawals', () => {
  test('pays nothing where the server names another chain', async () => {
    const { network, open } = await prepareVisitor();
    network.reply(ASSETS, assetsOf('1'));
    network.reply(CONFIG, { ...configOf(Date.now()), chainId: 1 });
    const { screen } = await open('/withdraw');
    expect(await screen.findByRole('alert')).toHaveTextContent('服务器运行在另一条链（1）上');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('says that it could not be read, and that nothing is lost', async () => {
    const clock = startClock();
    const { network, open } = await prepareVisitor();
    network.answer(CONFIG, () => configOf(Date.now()));
    network.disconnect(ASSETS);
    const { screen, user } = await open('/withdraw');
    await clock.advance(5_000);
    expect(screen.getByRole('alert')).toHaveTextContent(ui.networkError);
    expect(screen.getByText(/^您的资产不受影响。/)).toBeVisible();
    network.reply(ASSETS, assetsOf('5'));
    network.reply(LIMITS, REPLY);
    await user.click(screen.getByRole('button', { name: ui.retry }));
    expect(await screen.findByText('可用 5 JU')).toBeVisible();
  });

  test('is behind the gate for a visitor', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen } = await open('/withdraw');
    expect(screen.getByText(gate.withdraw)).toBeVisible();
    await act(async () => undefined);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
