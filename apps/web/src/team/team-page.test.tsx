import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { currentSession } from '#platform/session-store.ts';
import { rememberRecipient } from '#recipients/saved-recipients.ts';
import { connectFakeWallet } from '#testing/connect-wallet.ts';
import { exactAmounts, figure, isUsable, region } from '#testing/figures.ts';
import { quietHome } from '#testing/replies/home.ts';
import { directsOf, type NetworkOf, SUPERIOR, teamEarningsOf, teamOf } from '#testing/replies/network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { prepareVisitor, type Visitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { inviterCode } from './inviter-code.ts';
import { rememberInviter } from './inviter-link.ts';

const TEAM = 'GET /api/biz/team';
const CONFIRM = 'POST /api/app/user/confirmMessage';
const ACTIVATE = 'POST /api/biz/activate';
const { team: texts } = zh;

type Network = Omit<NetworkOf, 'address'>;

function answerNetwork({ network }: Visitor, { count, ...rest }: Network): void {
  network.answer(TEAM, () => teamOf({ address: ALICE, count, ...rest }));
  network.answer('POST /api/biz/directs', () => ({ items: directsOf(Math.min(count, 30)), nextCursor: null }));
  network.reply('GET /api/biz/profit/view', teamEarningsOf(count));
}

async function openTeam(of: Network, path = '/team') {
  const visitor = await prepareVisitor();
  answerNetwork(visitor, of);
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('the network at first glance', () => {
  test('shows the team, its small area and the distance to the next level', async () => {
    const { screen } = await openTeam({ count: 18 });
    await screen.findByText('246 人');
    const hero = region(texts.hero);
    expect(hero).toHaveTextContent('2 级');
    expect(hero).toHaveTextContent('还差 1,579.875 JU 升至 3 级');
    expect(exactAmounts(hero)).toEqual(['18', '246', '18420.125', '1579.875']);
  });

  test('announces new thresholds of the next level and node type, and their day', async () => {
    const from = Date.UTC(2026, 11, 5);
    const announced = { from, smallAreaPerformance: '30000', joinedDirects: 12, teamPerformance: '150000' };
    const { screen } = await openTeam({ count: 18, change: { announced } });
    expect(await screen.findByText('2026/12/05 起，3 级需 30,000 JU')).toBeVisible();
    expect(screen.getByText('2026/12/05 起：直接邀请 12 人参与，团队 150,000 JU')).toBeVisible();
  });

  test('says that the level is the highest', async () => {
    const { screen } = await openTeam({ count: 18, change: { nextLevel: null } });
    expect(await screen.findByText(texts.levelTop)).toBeVisible();
  });

  test('says that there is no direct referral yet, and what to do', async () => {
    const { screen } = await openTeam({ count: 0 });
    expect(await screen.findByText(texts.noDirects)).toBeVisible();
    expect(screen.getByText(texts.noDirectsText)).toBeVisible();
    expect(screen.getByText(texts.largestLegNone)).toBeVisible();
    expect(screen.getByText(texts.earningsNone)).toBeVisible();
  });

  test('shows the thirty with the largest performance, and says so', async () => {
    const { screen } = await openTeam({ count: 45 });
    const beads = await screen.findByRole('list', { name: texts.beads });
    await waitFor(() => expect(within(beads).getAllByRole('button')).toHaveLength(30));
    expect(screen.getByText('仅显示业绩最高的 30 位')).toBeVisible();
  });

  test('shows nothing of the network before it is there', async () => {
    const visitor = await prepareVisitor();
    answerNetwork(visitor, { count: 18 });
    visitor.network.handle(TEAM, () => new Promise(() => undefined));
    const { screen } = await visitor.open('/team');
    expect(screen.getByRole('heading', { name: texts.title })).toBeVisible();
    expect(screen.queryByRole('region', { name: texts.hero })).toBeNull();
  });

  test('says that it could not be read, and reads it by a tap', async () => {
    const clock = startClock();
    const visitor = await prepareVisitor();
    answerNetwork(visitor, { count: 18 });
    visitor.network.disconnect(TEAM);
    const { screen, user } = await visitor.open('/team');
    await clock.advance(5_000);
    expect(screen.getByRole('alert')).toHaveTextContent(zh.ui.networkError);
    answerNetwork(visitor, { count: 18 });
    await user.click(screen.getByRole('button', { name: zh.ui.retry }));
    expect(await screen.findByText('246 人')).toBeVisible();
  });
});

describe('the beads', () => {
  async function openBeads() {
    const opened = await openTeam({ count: 18 });
    const beads = await opened.screen.findByRole('list', { name: texts.beads });
    await waitFor(() => expect(within(beads).getAllByRole('button')).toHaveLength(18));
    return { ...opened, buttons: () => within(beads).getAllByRole('button') };
  }

  test('name the performance of each leg, and which one is the largest', async () => {
    const { buttons } = await openBeads();
    const named = buttons().map((button) => button.getAttribute('aria-label') ?? '');
    expect(named[0]).toMatch(/^0x9965…80a4，业绩 31,200.25 JU，最大一线$/);
    expect(named.filter((name) => name.endsWith('最大一线'))).toHaveLength(1);
  });

  test('are one stop of the keyboard, whose arrows go around', async () => {
    const { buttons, user } = await openBeads();
    expect(buttons().filter((button) => button.tabIndex === 0)).toEqual([buttons()[0]]);
    buttons()[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(buttons()[1]).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowLeft}');
    expect(buttons()[17]).toHaveFocus();
    expect(buttons().filter((button) => button.tabIndex === 0)).toEqual([buttons()[17]]);
  });

  test('open a direct referral in full, to the unit', async () => {
    const { buttons, screen, user } = await openBeads();
    const [, second] = directsOf(2);
    buttons()[0]?.focus();
    await user.keyboard('{ArrowRight}{Enter}');
    const person = await screen.findByRole('dialog', { name: texts.person.title });
    expect(person).toHaveTextContent(second?.address ?? 'none');
    expect(exactAmounts(person)).toEqual(['3850', '8973.25', '12823.25', '6.250000']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(buttons()[1]).toHaveFocus();
  });
});

describe('status and earnings', () => {
  test('show the requirements of the next node type', async () => {
    const { screen } = await openTeam({ count: 18 });
    expect(await screen.findByText('升为社区节点')).toBeVisible();
    expect(screen.getByText(texts.nodeTypes.personal)).toBeVisible();
    expect(screen.getByText('7 / 10 人')).toBeVisible();
    expect(figure(texts.nodePerformance)).toHaveAttribute('value', '49620.25');
  });

  test('say that the node type is the highest', async () => {
    const { screen } = await openTeam({ count: 18, change: { nextNodeType: null, nodeType: 'genesis' } });
    expect(await screen.findByText(texts.nodeTop)).toBeVisible();
    expect(screen.getByText(texts.nodeTypes.genesis)).toBeVisible();
  });

  test('show the month’s earnings from the team, and from which source they came', async () => {
    const { screen } = await openTeam({ count: 18 });
    await screen.findByRole('heading', { name: texts.earnings });
    await waitFor(() => expect(figure(texts.sources.reward)).toHaveAttribute('value', '62.4'));
    expect(figure(texts.sources.nodes)).toHaveAttribute('value', '26.1');
    expect(figure(texts.sources.levels)).toHaveAttribute('value', '11.9');
    expect(screen.getByText(/^\+100\.4/)).toBeVisible();
  });

  test('show the largest leg, which opens its referral', async () => {
    const { screen, user } = await openTeam({ count: 18 });
    await user.click(await screen.findByRole('button', { name: /^0x9965…80a4 31,200\.25 JU/ }));
    expect(await screen.findByRole('dialog', { name: texts.person.title })).toHaveTextContent('31,200.25 JU');
  });

  test('lead to the record and the leaderboards', async () => {
    const { screen } = await openTeam({ count: 18 });
    const onward = await screen.findByRole('navigation', { name: texts.title });
    const links = within(onward)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/team-record', '/leaderboards']);
  });

  test('say where the region does not allow to invite', async () => {
    const visitor = await prepareVisitor();
    answerNetwork(visitor, { count: 18 });
    const closed = { country: 'XX', joiningAllowed: true, referralAllowed: false };
    visitor.network.answer('GET /api/app/home', () => ({ ...quietHome(Date.now()), region: closed }));
    const { screen } = await visitor.open('/team');
    expect(await screen.findByText(texts.regionClosed)).toBeVisible();
  });
});

describe('inviting', () => {
  const link = `${location.origin}/index?inviter=${inviterCode(ALICE)}`;

  test('shows the link as a code and as a text, to copy', async () => {
    const { screen, user } = await openTeam({ count: 18 });
    await user.click(await screen.findByRole('button', { name: texts.invite }));
    const sheet = await screen.findByRole('dialog', { name: texts.inviteSheet.title });
    expect(within(sheet).getByRole('img', { name: texts.inviteSheet.qr })).toBeVisible();
    expect(within(sheet).getByText(link)).toBeVisible();
    expect(within(sheet).queryByRole('button', { name: texts.inviteSheet.share })).toBeNull();
    await user.click(within(sheet).getByRole('button', { name: texts.inviteSheet.copy }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(location.search).toBe('?sheet=invite');
  });

  test('shares by the device’s own sheet', async () => {
    const share = vi.fn(() => Promise.resolve());
    Reflect.set(navigator, 'share', share);
    const { screen, user } = await openTeam({ count: 18 }, '/team?sheet=invite');
    await user.click(await screen.findByRole('button', { name: texts.inviteSheet.share }));
    expect(share).toHaveBeenCalledWith({ title: 'City Mint', text: texts.inviteSheet.shareText, url: link });
    Reflect.deleteProperty(navigator, 'share');
  });

  test('copies where sharing fails, and not where the user stopped it', async () => {
    const share = vi.fn((): Promise<void> => Promise.reject(new DOMException('no', 'AbortError')));
    Reflect.set(navigator, 'share', share);
    const { screen, user } = await openTeam({ count: 18 }, '/team?sheet=invite');
    const button = await screen.findByRole('button', { name: texts.inviteSheet.share });
    await user.click(button);
    expect(screen.queryByText(zh.ui.copied)).toBeNull();
    share.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await user.click(button);
    expect(await screen.findByText(zh.ui.copied)).toBeVisible();
    Reflect.deleteProperty(navigator, 'share');
  });
});

describe('the inviter', () => {
  const binding = { superior: SUPERIOR, askedAt: 0, refusal: null };

  test('is shown with the address once bound', async () => {
    const { screen } = await openTeam({ count: 18, change: { superior: BOB } });
    expect(await screen.findByText(texts.bound)).toBeVisible();
    expect(screen.getByRole('button', { name: '复制 0x3C44…93BC' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: texts.bindInviter })).toBeNull();
  });

  test('can be bound while there is none', async () => {
    const { screen } = await openTeam({ count: 0 });
    expect(await screen.findByText(texts.unbound)).toBeVisible();
    expect(screen.getByRole('heading', { name: texts.bindInviter })).toBeVisible();
    expect(screen.getByText(texts.bindText)).toBeVisible();
  });

  test('is shown as pending while a verifier binds, with nothing to sign', async () => {
    const clock = startClock();
    const opened = await openTeam({ count: 0, binding }, '/team?sheet=bind');
    const { screen } = opened;
    expect(await screen.findByText(texts.binding.title)).toBeVisible();
    expect(screen.getByText(texts.binding.badge)).toBeVisible();
    expect(screen.queryByRole('heading', { name: texts.bindInviter })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    answerNetwork(opened, { count: 18 });
    await clock.advance(2_100);
    expect(screen.getByText(texts.bound)).toBeVisible();
    expect(screen.queryByText(texts.binding.title)).toBeNull();
    expect(currentSession()?.user.superior).toBe(SUPERIOR);
  });

  test('who could not be bound is named with the reason, and another can be', async () => {
    const { screen } = await openTeam({ count: 0, binding: { ...binding, refusal: '该地址尚未注册' } });
    expect(await screen.findByText('该地址尚未注册')).toBeVisible();
    expect(screen.getByText('未能绑定 0x7099…79C8')).toBeVisible();
    expect(screen.getByRole('heading', { name: texts.bindInviter })).toBeVisible();
  });
});

describe('binding an inviter', () => {
  const MESSAGE = {
    message: 'City Mint: bind inviter\nExpiration Time: 2100-01-01T00:00:00.000Z',
    nonce: 'c'.repeat(32),
    notice: ['对方得到您手续费的 10%', '绝不会从您的本金中支付'],
  };

  async function openBinding() {
    const visitor = await prepareVisitor();
    const wallet = await connectFakeWallet();
    answerNetwork(visitor, { count: 0 });
    visitor.network.reply(CONFIRM, MESSAGE);
    wallet.reply('personal_sign', () => `0x${'12'.repeat(65)}`);
    const page = await visitor.open('/team?sheet=bind');
    const sheet = await page.screen.findByRole('dialog', { name: texts.bind.title });
    const field = within(sheet).getByRole('textbox', { name: texts.bind.field });
    const enter = async (text: string) => {
      await page.user.clear(field);
      await page.user.type(field, text);
    };
    const look = () => page.user.click(within(sheet).getByRole('button', { name: texts.bind.look }));
    return { ...visitor, ...page, wallet, sheet, field, enter, look };
  }

  /** On to what the binding means. */
  async function openNotice() {
    const opened = await openBinding();
    await opened.enter(BOB);
    await opened.look();
    const sign = await within(opened.sheet).findByRole('button', { name: texts.bind.sign });
    return { ...opened, sign };
  }

  test.each([
    ['nothing', ' ', texts.bind.problems.missing],
    ['the own address', ALICE, texts.bind.problems.own],
    ['what is no address', '0x12', texts.bind.problems.format],
    ['a wrong checksum', BOB.replace('C4', 'c4'), texts.bind.problems.checksum],
  ])('refuses %s before the server is asked', async (_name, text, problem) => {
    const { sheet, enter, user, network } = await openBinding();
    await enter(text);
    await user.tab();
    expect(within(sheet).getByText(problem)).toBeVisible();
    expect(isUsable(within(sheet).getByRole('button', { name: texts.bind.look }))).toBe(false);
    expect(network.calls(CONFIRM)).toEqual([]);
  });

  test('shows the refusal of the server, until the address is changed', async () => {
    const { sheet, enter, look, network } = await openBinding();
    network.refuse(CONFIRM, { error: 'unknown-address', msg: '该地址尚未注册' });
    await enter(BOB);
    await look();
    expect(await within(sheet).findByRole('alert')).toHaveTextContent('该地址尚未注册');
    await enter(`0x${'12'.repeat(20)}`);
    expect(within(sheet).queryByRole('alert')).toBeNull();
  });

  test('attack: warns about an address that resembles a saved recipient', async () => {
    rememberRecipient({ account: ALICE, address: BOB });
    const { sheet, enter } = await openBinding();
    await enter(BOB);
    expect(within(sheet).queryByRole('alert')).toBeNull();
    await enter(`${BOB.slice(0, 6)}${'1'.repeat(32)}${BOB.slice(-4)}`.toLowerCase());
    const warning = within(sheet).getByRole('alert');
    expect(warning).toHaveTextContent(zh.recipients.resembles);
    expect(warning).toHaveTextContent(BOB);
  });

  test('fills in the address of a link, to be compared, and binds no one by it', async () => {
    rememberInviter(`?inviter=${BOB}`);
    const { sheet, field, network } = await openBinding();
    expect(field).toHaveValue(BOB);
    expect(within(sheet).getByText(texts.bind.fieldFromLink)).toBeVisible();
    expect(network.calls(CONFIRM)).toEqual([]);
    expect(network.calls(ACTIVATE)).toEqual([]);
  });

  test('says that the address of a link was altered', async () => {
    rememberInviter('?inviter=0x7099<b>no</b>');
    const { sheet } = await openBinding();
    expect(within(sheet).getByRole('alert')).toHaveTextContent(texts.bind.linkProblem);
  });

  test('says before the signature how much the inviter gets, and that it is final', async () => {
    const { sheet, wallet, user } = await openNotice();
    for (const line of MESSAGE.notice) expect(within(sheet).getByText(line)).toBeVisible();
    expect(within(sheet).getByText(texts.bind.finalTitle)).toBeVisible();
    await user.click(within(sheet).getByText(texts.bind.signedText));
    expect(within(sheet).getByText(/^City Mint: bind inviter/)).toBeVisible();
    expect(wallet.calls('personal_sign')).toEqual([]);
  });

  test('goes back to the address, which stays', async () => {
    const { sheet, user, field: _field } = await openNotice();
    await user.click(within(sheet).getByRole('button', { name: texts.bind.change }));
    expect(within(sheet).getByRole('textbox', { name: texts.bind.field })).toHaveValue(BOB);
  });

  test('binds after the signature, and closes', async () => {
    const opened = await openNotice();
    const { network, screen, sign, user } = opened;
    network.reply(ACTIVATE, { superior: BOB, boundAt: 1 });
    answerNetwork(opened, { count: 18, change: { superior: BOB } });
    await user.click(sign);
    expect(await screen.findByText(texts.bind.done)).toBeVisible();
    expect(network.calls(ACTIVATE)).toEqual([
      { superior: BOB, sign_hex: `0x${'12'.repeat(65)}`, nonce: MESSAGE.nonce },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(texts.bound)).toBeVisible();
  });

  test('changes nothing when the wallet refuses, and may be signed again', async () => {
    const { network, screen, sign, user, wallet } = await openNotice();
    wallet.fail('personal_sign', 4001);
    await user.click(sign);
    expect(await screen.findByText(zh.wallet.failure.cancelled)).toBeVisible();
    expect(network.calls(ACTIVATE)).toEqual([]);
    await waitFor(() => expect(isUsable(sign)).toBe(true));
  });

  test('returns to the address where the text has expired', async () => {
    const { network, sheet, sign, user } = await openNotice();
    network.refuse(ACTIVATE, { error: 'message-expired', msg: 'expired' });
    await user.click(sign);
    expect(await within(sheet).findByRole('alert')).toHaveTextContent(texts.bind.expired);
    expect(within(sheet).getByRole('textbox', { name: texts.bind.field })).toHaveValue(BOB);
  });

  test('finds out that an answer that was lost was a yes', async () => {
    const opened = await openNotice();
    const { network, screen, sign, user } = opened;
    network.disconnect(ACTIVATE);
    answerNetwork(opened, { count: 18, change: { superior: BOB } });
    await user.click(sign);
    expect(await screen.findByText(texts.bind.done)).toBeVisible();
  });

  test('says that it is under way where no worker has answered yet', async () => {
    const opened = await openNotice();
    const { network, screen, sign, user } = opened;
    network.reply(ACTIVATE, { superior: BOB, boundAt: null });
    answerNetwork(opened, { count: 0, binding: { superior: BOB, askedAt: 1, refusal: null } });
    await user.click(sign);
    expect(await screen.findByText(texts.bind.pending)).toBeVisible();
    await act(async () => undefined);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
