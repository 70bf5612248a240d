import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { region } from '#testing/figures.ts';
import { machinesOf, minedDaysOf } from '#testing/replies/miner.ts';
import { type NetworkOf, SUPERIOR, teamOf } from '#testing/replies/network.ts';
import { ALICE, sampleSession } from '#testing/sample-session.ts';
import { prepareVisitor, type Visitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

type Sessions = ReplyOf<'POST /api/app/user/sessions'>['sessions'];

const SESSIONS = 'POST /api/app/user/sessions';
const REVOKE = 'POST /api/app/user/sessions/revoke';
const TEAM = 'GET /api/biz/team';
const { passport: texts } = zh;

const session = (sessionId: string, current: boolean): Sessions[number] => ({
  ...{ sessionId, current, createdAt: NOON - 7_200_000, lastUsedAt: NOON - 60_000 },
  expiresAt: NOON + 3_600_000,
});

function answerDetail({ network }: Visitor, of: Omit<NetworkOf, 'address'>, devices = 2): void {
  let sessions = Array.from({ length: devices }, (_device, index) => session(String(index + 1), index === 0));
  network.answer(TEAM, () => teamOf({ address: ALICE, ...of }));
  network.answer('POST /api/biz/fmc/machines', () => machinesOf(NOON, { machines: 0, pending: '0' }));
  network.answer('POST /api/biz/fmc/days', ({ days = 28 }) => minedDaysOf(NOON, days, true));
  network.answer(SESSIONS, () => ({ sessions }));
  network.answer(REVOKE, ({ sessionId }) => {
    const ended = sessions.filter((one) => !one.current && (sessionId === undefined || one.sessionId === sessionId));
    sessions = sessions.filter((one) => !ended.includes(one));
    return { ended: ended.length };
  });
}

async function openDetail(of: Omit<NetworkOf, 'address'> = { count: 18 }, devices = 2) {
  const visitor = await prepareVisitor({
    session: { ...sampleSession(), user: { ...sampleSession().user, registeredAt: NOON } },
  });
  answerDetail(visitor, of, devices);
  return { ...visitor, ...(await visitor.open('/myDetail')) };
}

describe('the passport', () => {
  test('shows address, node type and when the account joined', async () => {
    const { screen } = await openDetail();
    expect(await screen.findByText(texts.nodeTypes.personal)).toBeVisible();
    expect(screen.getByText('2026/11/20 12:00:00 加入')).toBeVisible();
    expect(screen.getByRole('button', { name: '复制 0x7099…79C8' })).toHaveAttribute('title', ALICE);
  });

  test('shows the three levels', async () => {
    const { screen } = await openDetail({ count: 18, change: { teamLevel: 2, rewardLevel: 0, performanceLevel: 5 } });
    await screen.findByText(texts.teamLevel);
    const levels = [texts.teamLevel, texts.rewardLevel, texts.performanceLevel].map(
      (label) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent,
    );
    expect(levels).toEqual(['2 级', '0 级', '5 级']);
  });

  test('says that it could not be read, and still shows the devices', async () => {
    const clock = startClock(NOON);
    const visitor = await prepareVisitor();
    answerDetail(visitor, { count: 18 });
    visitor.network.disconnect(TEAM);
    const { screen } = await visitor.open('/myDetail');
    await clock.advance(5_000);
    expect(screen.getByRole('alert')).toHaveTextContent(zh.ui.networkError);
    expect(within(region(texts.devices.title)).getAllByRole('listitem')).toHaveLength(2);
  });

  test('is behind the gate for a visitor', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen } = await open('/myDetail');
    expect(screen.getByText(texts.gate)).toBeVisible();
  });
});

describe('the bindings of the account', () => {
  const binding = { superior: SUPERIOR, askedAt: 0, refusal: null };
  const row = (label: string) => new RegExp(`^${label}`);

  test.each([
    ['none', { count: 0 }, texts.notBound],
    ['one who is being bound', { count: 0, binding }, '0x7099…79C8绑定中'],
    ['one who was refused', { count: 0, binding: { ...binding, refusal: '该地址尚未注册' } }, texts.notBound],
    ['one who is bound', { count: 18 }, '0x7099…79C8已绑定'],
  ])('shows as inviter %s', async (_name, of, text) => {
    const { screen } = await openDetail(of);
    expect(await screen.findByRole('button', { name: row(texts.inviter) })).toHaveTextContent(text);
  });

  test('follows an inviter until they are bound', async () => {
    const clock = startClock(NOON);
    const visitor = await openDetail({ count: 0, binding });
    const inviter = await visitor.screen.findByRole('button', { name: row(texts.inviter) });
    expect(inviter).toHaveTextContent(texts.binding);
    answerDetail(visitor, { count: 2 });
    await clock.advance(2_100);
    expect(inviter).toHaveTextContent('0x7099…79C8已绑定');
  });

  test.each([
    ['no account at the exchange', {}, texts.notBound],
    ['one that waits for the exchange', { confirmation: { uid: '700700', state: 'waiting' } }, '700700 待交易所确认'],
    ['one that is bound', { uid: '700700' }, '700700已绑定'],
  ] as const)('shows %s', async (_name, totals, text) => {
    const visitor = await prepareVisitor();
    answerDetail(visitor, { count: 0 });
    visitor.network.answer('POST /api/biz/fmc/machines', () => machinesOf(NOON, { ...totals, machines: 0 }));
    const { screen } = await visitor.open('/myDetail');
    expect(
      await screen.findByRole('button', { name: new RegExp(`${texts.uid} ?${text.slice(0, 3)}`) }),
    ).toHaveTextContent(text);
  });

  test.each([
    [texts.inviter, '/team'],
    [texts.uid, '/machine'],
    [texts.statement, '/statement'],
    [texts.proof, '/proof'],
  ])('leads from %s to %s', async (label, path) => {
    const { screen, user } = await openDetail();
    await user.click(await screen.findByRole('button', { name: row(label) }));
    expect(location.pathname).toBe(path);
  });
});

describe('the devices', () => {
  const { devices } = texts;

  test('are listed with when they were used, this one as such', async () => {
    const { screen } = await openDetail();
    await screen.findByText(devices.current);
    const [here, other] = within(region(devices.title)).getAllByRole('listitem');
    expect(here).toHaveTextContent('最近使用 2026/11/20 11:59:00登录于 2026/11/20 10:00:00本机');
    expect(within(here ?? document.body).queryByRole('button')).toBeNull();
    expect(within(other ?? document.body).getByRole('button', { name: devices.end })).toBeVisible();
  });

  test('are signed out one at a time, after a question', async () => {
    const { network, screen, user } = await openDetail({ count: 0 }, 3);
    await screen.findByText(devices.current);
    const [end] = screen.getAllByRole('button', { name: devices.end });
    await user.click(end ?? document.body);
    const question = await screen.findByRole('alertdialog', { name: devices.endTitle });
    expect(question).toHaveTextContent(devices.endText);
    expect(network.calls(REVOKE)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: devices.end }));
    expect(await screen.findByText(devices.ended)).toBeVisible();
    expect(network.calls(REVOKE)).toEqual([{ sessionId: '2' }]);
    expect(await screen.findByRole('button', { name: '退出其他 1 台设备' })).toBeVisible();
  });

  test('are signed out all but this one by one tap and a question', async () => {
    const { network, screen, user } = await openDetail({ count: 0 }, 3);
    await user.click(await screen.findByRole('button', { name: '退出其他 2 台设备' }));
    const question = await screen.findByRole('alertdialog', { name: devices.endTitle });
    expect(question).toHaveTextContent(devices.endOthersText);
    await user.click(within(question).getByRole('button', { name: devices.end }));
    expect(await screen.findByText(devices.ended)).toBeVisible();
    expect(network.calls(REVOKE)).toEqual([{}]);
    expect(await within(region(devices.title)).findAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^退出其他/ })).toBeNull();
  });

  test('that have ended elsewhere are shown as signed out', async () => {
    const { network, screen, user } = await openDetail();
    await user.click(await screen.findByRole('button', { name: devices.end }));
    network.refuse(REVOKE, { error: 'not-found', code: 404, msg: 'not found' });
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: devices.end }));
    expect(await screen.findByText(devices.ended)).toBeVisible();
  });

  test('stay when the server refuses, in its words', async () => {
    const { network, screen, user } = await openDetail();
    await user.click(await screen.findByRole('button', { name: devices.end }));
    network.refuse(REVOKE, { error: 'maintenance', code: 503, msg: '系统维护中' });
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: devices.end }));
    expect(await screen.findByText('系统维护中')).toBeVisible();
    expect(within(region(devices.title)).getAllByRole('listitem')).toHaveLength(2);
  });
});
