import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { connectFakeWallet } from '#testing/connect-wallet.ts';
import { exactAmounts, figure, isUsable } from '#testing/figures.ts';
import { machinesOf, minedDaysOf, type minerTotals } from '#testing/replies/miner.ts';
import { ALICE } from '#testing/sample-session.ts';
import { prepareVisitor, type Visitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

type Totals = ReturnType<typeof minerTotals>;

const MACHINES = 'POST /api/biz/fmc/machines';
const DAYS = 'POST /api/biz/fmc/days';
const CLAIM = 'POST /api/biz/collect/ju/power';
const CONFIRM = 'POST /api/app/user/confirmMessage';
const { miner: texts } = zh;

function answerMiner({ network }: Visitor, totals: Partial<Totals> = {}): void {
  network.answer(MACHINES, () => machinesOf(Date.now(), totals));
  network.answer(DAYS, ({ days = 28 }) => minedDaysOf(Date.now(), days, totals.machines === 0));
}

async function openMachine(totals: Partial<Totals> = {}) {
  const visitor = await prepareVisitor();
  answerMiner(visitor, totals);
  const page = await visitor.open('/machine');
  await page.screen.findByRole('img', { name: /今天已过去/ });
  return { ...visitor, ...page };
}

describe('the day', () => {
  test('shows how much of it has passed in UTC, and the share of all hash power', async () => {
    startClock(NOON);
    const { screen } = await openMachine();
    expect(screen.getByRole('img', { name: '今天已过去 16%（UTC），我的算力占比 9.86%' })).toBeVisible();
    expect(figure(texts.dial.power)).toHaveAttribute('value', '120.5');
    expect(figure(texts.dial.expected)).toHaveAttribute('value', '41.2345');
    expect(screen.getByRole('timer', { name: texts.dial.closes })).toHaveTextContent('20:00:00');
    expect(screen.getByText(/全网算力 1,222.1 H/)).toHaveTextContent('当日最多发行 10,000 FMC；全网满 1,000,000 H');
  });

  test('is read again when it closes', async () => {
    const clock = startClock(Date.UTC(2026, 10, 20, 23, 59, 58));
    const { network } = await openMachine();
    const asked = network.calls(DAYS).length;
    await clock.advance(2_500);
    expect(network.calls(DAYS)).toHaveLength(asked + 1);
  });
});

describe('the mined FMC', () => {
  test('is a bar for each of 28 days, by the days of UTC', async () => {
    startClock(NOON);
    const { screen } = await openMachine();
    const table = await screen.findByRole('table', { name: texts.output.label });
    const rows = within(table).getAllByRole('row');
    expect(rows).toHaveLength(29);
    expect(rows.at(-1)).toHaveTextContent(/^11\/19/);
    expect(screen.getByText(/28 天 · 累计/)).toHaveTextContent('1,102.75 FMC');
  });

  test('is not shown before anything was', async () => {
    const { screen } = await openMachine({ machines: 0, pending: '0' });
    expect(screen.queryByText(texts.output.title)).toBeNull();
  });
});

describe('the machines', () => {
  test('show hash rate, the failed order and what became of the grant', async () => {
    startClock(NOON);
    const { screen } = await openMachine();
    const [first, second, third, ...others] = screen.getAllByRole('article');
    expect(others).toEqual([]);
    expect(first).toHaveTextContent('30.125 HNairobi · 第 2 期第 1 轮');
    expect(first).toHaveTextContent(texts.machines.grant.waiting);
    expect(first).toHaveTextContent(texts.machines.never);
    expect(first).toHaveTextContent('2026/11/21 开机（UTC）');
    expect(second).toHaveTextContent(texts.machines.grant.acknowledged);
    expect(second).toHaveTextContent(`${texts.machines.last}2026/11/19`);
    expect(third).toHaveTextContent(texts.machines.grant.alarm);
    expect(third).toHaveTextContent(/停机（UTC）/);
  });

  test('lead to all where there are more than three', async () => {
    const { screen } = await openMachine();
    expect(screen.getByRole('link', { name: texts.machines.all })).toHaveAttribute(
      'href',
      '/earnings_fmc?tab=machines',
    );
    expect(screen.getByText('4 台矿机')).toBeVisible();
  });

  test('do not where there are three', async () => {
    const { screen } = await openMachine({ machines: 3 });
    expect(screen.queryByRole('link', { name: texts.machines.all })).toBeNull();
  });

  test('say that there are none, and how one gets them', async () => {
    const { screen } = await openMachine({ machines: 0, pending: '0' });
    expect(screen.getByText(texts.machines.empty)).toBeVisible();
    expect(screen.getByText(texts.machines.emptyText)).toBeVisible();
  });
});

describe('hash power to claim', () => {
  test('needs an account at the exchange first', async () => {
    const { screen } = await openMachine();
    expect(screen.getByText('12.53 H 补偿算力待领取')).toBeVisible();
    expect(screen.getByText(texts.claim.first)).toBeVisible();
    expect(screen.getByRole('button', { name: '领取 12.53 H' })).toBeVisible();
  });

  test('is claimed by a tap once there is an account', async () => {
    const visitor = await openMachine({ uid: '700700' });
    const { network, screen, user } = visitor;
    network.reply(CLAIM, { uid: '700700', claimed: '12.53', pending: '0', sent: '0', confirmation: null });
    answerMiner(visitor, { uid: '700700', pending: '0' });
    await user.click(screen.getByRole('button', { name: '领取 12.53 H' }));
    expect(await screen.findByText('已领取 12.53 H，明天（UTC）起参与产出')).toBeVisible();
    expect(network.calls(CLAIM)).toEqual([{}]);
    expect(await screen.findByText(texts.claim.automatic)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^领取/ })).toBeNull();
  });

  test('says why it was refused', async () => {
    const { network, screen, user } = await openMachine({ uid: '700700' });
    network.refuse(CLAIM, { error: 'maintenance', code: 503, msg: '系统维护中' });
    await user.click(screen.getByRole('button', { name: '领取 12.53 H' }));
    expect(await screen.findByText('系统维护中')).toBeVisible();
  });

  test.each([
    ['waiting', '等待交易所确认 UID 700700', texts.claim.waitingText],
    ['rejected', '交易所未确认 UID 700700', texts.claim.rejectedText],
    ['taken', 'UID 700700 已绑定其他地址', texts.claim.takenText],
  ] as const)('says that the account is %s', async (state, title, text) => {
    const { screen } = await openMachine({ confirmation: { uid: '700700', state } });
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    const again = screen.queryByRole('button', { name: texts.claim.again });
    expect(again === null).toBe(state === 'waiting');
    expect(screen.queryByRole('button', { name: /^领取/ })).toBeNull();
  });

  test('is asked for again every two seconds while the exchange is asked', async () => {
    const clock = startClock(NOON);
    const visitor = await openMachine({ confirmation: { uid: '700700', state: 'waiting' } });
    answerMiner(visitor, { uid: '700700', pending: '0' });
    await clock.advance(2_100);
    expect(visitor.screen.getByText('已绑定交易所 UID 700700，之后的补偿算力都会自动领取，无需操作。')).toBeVisible();
  });

  test('says nothing where there is nothing to claim', async () => {
    const { screen } = await openMachine({ pending: '0' });
    expect(screen.queryByText(texts.claim.text)).toBeNull();
    expect(screen.queryByRole('button', { name: /^领取/ })).toBeNull();
  });
});

describe('an account at the exchange', () => {
  async function openSheet() {
    const wallet = await connectFakeWallet();
    const visitor = await openMachine();
    await visitor.user.click(visitor.screen.getByRole('button', { name: '领取 12.53 H' }));
    const sheet = await visitor.screen.findByRole('dialog', { name: texts.uid.title });
    return { ...visitor, wallet, sheet, submit: within(sheet).getByRole('button', { name: texts.uid.submit }) };
  }

  async function fillSheet() {
    const opened = await openSheet();
    const { network, sheet, user, wallet } = opened;
    network.reply(CONFIRM, { message: 'City Mint: bind UID', nonce: 'c'.repeat(32), notice: [] });
    wallet.reply('personal_sign', () => `0x${'12'.repeat(65)}`);
    await user.type(within(sheet).getByLabelText(texts.uid.uid), '700700');
    await user.type(within(sheet).getByLabelText(texts.uid.code), 'code12');
    return opened;
  }

  test('is asked for with the whole address to copy', async () => {
    const { sheet } = await openSheet();
    expect(within(sheet).getByRole('button', { name: `复制 ${ALICE}` })).toBeVisible();
    expect(sheet).toHaveAccessibleDescription(texts.uid.description);
  });

  test('names the missing input by a tap on the button that is not ready', async () => {
    const { sheet, submit, user } = await openSheet();
    expect(isUsable(submit)).toBe(false);
    await user.click(submit);
    expect(within(sheet).getByText(texts.uid.uidMissing)).toBeVisible();
    expect(within(sheet).getByText(texts.uid.codeMissing)).toBeVisible();
  });

  test.each([
    ['12345', texts.uid.uid, texts.uid.uidFormat],
    ['70070x', texts.uid.uid, texts.uid.uidFormat],
    ['abc', texts.uid.code, texts.uid.codeFormat],
  ])('does not take %s as %s', async (text, label, problem) => {
    const { sheet, submit, user } = await openSheet();
    await user.type(within(sheet).getByLabelText(label), text);
    expect(within(sheet).getByText(problem)).toBeVisible();
    expect(isUsable(submit)).toBe(false);
  });

  test('is sent with its code and a signature, and closes', async () => {
    const { network, screen, submit, user } = await fillSheet();
    network.reply(CLAIM, {
      uid: null,
      claimed: '0',
      pending: '12.53',
      sent: '0',
      confirmation: { uid: '700700', state: 'waiting' },
    });
    await user.click(submit);
    expect(await screen.findByText(texts.claim.sent)).toBeVisible();
    expect(network.calls(CLAIM)).toEqual([
      { uid: '700700', code: 'code12', sign_hex: `0x${'12'.repeat(65)}`, nonce: 'c'.repeat(32) },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('stays where the wallet refuses, and nothing is sent', async () => {
    const { network, screen, sheet, submit, user, wallet } = await fillSheet();
    wallet.fail('personal_sign', 4001);
    await user.click(submit);
    expect(await screen.findByText(zh.wallet.failure.cancelled)).toBeVisible();
    expect(network.calls(CLAIM)).toEqual([]);
    expect(within(sheet).getByLabelText(texts.uid.uid)).toHaveValue('700700');
  });

  test('stays where the server refuses, in its words', async () => {
    const { network, screen, sheet, submit, user } = await fillSheet();
    network.refuse(CLAIM, { error: 'message-expired', msg: '签名已过期' });
    await user.click(submit);
    expect(await screen.findByText('签名已过期')).toBeVisible();
    expect(sheet).toBeVisible();
  });

  test('names the request to the wallet, with a way to stop waiting', async () => {
    const { sheet, submit, user, wallet } = await fillSheet();
    wallet.reply('personal_sign', () => new Promise(() => undefined));
    await user.click(submit);
    expect(await within(sheet).findByText('请在钱包中确认绑定 UID 700700')).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: zh.wallet.patience.cancel }));
    expect(await within(sheet).findByRole('button', { name: texts.uid.submit })).toBeVisible();
  });
});

test('says that there is no network, and reads both answers by a tap', async () => {
  const clock = startClock();
  const visitor = await prepareVisitor();
  visitor.network.disconnect(MACHINES);
  visitor.network.disconnect(DAYS);
  const { screen, user } = await visitor.open('/machine');
  await clock.advance(5_000);
  expect(screen.getByRole('alert')).toHaveTextContent(zh.ui.networkError);
  answerMiner(visitor);
  await user.click(screen.getByRole('button', { name: zh.ui.retry }));
  expect(await screen.findByRole('img', { name: /今天已过去/ })).toBeVisible();
});

test('leads to the records, and is behind the gate for a visitor', async () => {
  const { open } = await prepareVisitor({ session: null });
  const { screen } = await open('/machine');
  expect(screen.getByText(texts.gate)).toBeVisible();
  expect(screen.getByRole('link', { name: texts.records })).toHaveAttribute('href', '/earnings_fmc');
});

test('shows the exact amounts of every machine', async () => {
  const { screen } = await openMachine();
  const plates = screen.getAllByRole('article').map((plate) => exactAmounts(plate));
  expect(plates).toEqual([
    ['30.125', '0.5'],
    ['31.125', '151.5'],
    ['32.125', '302.5'],
  ]);
});
