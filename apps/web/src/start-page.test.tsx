import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { EVENTS_KEY } from '@city-mint/client/testing/fake-network.ts';
import { type FakeClock, startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { loadPage } from '#testing/load-page.tsx';
import { cities, fullHome, NO_CITIES, quietHome } from '#testing/replies/home.ts';
import { ALICE, sampleSession } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';

const HOME = 'GET /api/app/home';
const CITIES = 'GET /api/app/warehouses';
const LANG = 'GET /api/app/lang';
const ANNOUNCEMENTS = 'POST /api/app/announcements';
const NO_TEXTS: ReplyOf<typeof LANG> = { lang: {}, cities: {}, hasAnnouncements: false };

let network: FakeNetwork;
let clock: FakeClock;

beforeEach(() => {
  clock = startClock();
  network = installFakeNetwork();
  network.reply(LANG, NO_TEXTS);
  network.answer(HOME, () => quietHome(Date.now()));
  network.reply(CITIES, NO_CITIES);
  network.reply(ANNOUNCEMENTS, { announcements: [] });
  network.handle(EVENTS_KEY, () => new Response(null, { status: 204 }));
  onTestFinished(() => network.restore());
});

describe('announcements', () => {
  const notice = (): ReplyOf<typeof ANNOUNCEMENTS>['announcements'][number] => ({
    ...{ announcementId: 'night:1', kind: 'maintenance', lang: 'zh', title: '今晚维护', text: '两点到三点' },
    ...{ startsAt: 0, endsAt: Date.now() + 3_600_000 },
  });
  const title = { name: '今晚维护' };

  test('are not asked for before the first screen is shown, where the server has none', async () => {
    await loadPage('/index');
    expect(network.calls(LANG)).toHaveLength(1);
    expect(network.calls(ANNOUNCEMENTS)).toHaveLength(0);
    await clock.advance(3_100);
    await waitFor(() => expect(network.calls(ANNOUNCEMENTS)).toEqual([{ lang: 'zh' }]));
  });

  test('do not wait until all else is started', async () => {
    network.reply(LANG, { ...NO_TEXTS, hasAnnouncements: true });
    network.answer(ANNOUNCEMENTS, () => ({ announcements: [notice()] }));
    const { screen } = await loadPage('/index');
    expect(await screen.findByRole('heading', title)).toBeVisible();
    expect(screen.getByText(zh.notices.kinds.maintenance)).toBeVisible();
  });

  test('show on a page that stays open, and no longer once they are over', async () => {
    const { screen } = await loadPage('/index');
    await clock.advance(3_100);
    network.answer(ANNOUNCEMENTS, () => ({ announcements: [notice()] }));
    await clock.advance(60_000);
    expect(await screen.findByRole('heading', title)).toBeVisible();
    network.reply(ANNOUNCEMENTS, { announcements: [] });
    await clock.advance(60_000);
    expect(screen.queryByRole('heading', title)).toBeNull();
  });

  test('stay without a network', async () => {
    network.reply(LANG, { ...NO_TEXTS, hasAnnouncements: true });
    network.answer(ANNOUNCEMENTS, () => ({ announcements: [notice()] }));
    const { screen } = await loadPage('/index');
    await screen.findByRole('heading', title);
    network.disconnect(ANNOUNCEMENTS);
    await clock.advance(70_000);
    expect(screen.getByRole('heading', title)).toBeVisible();
  });

  test('do not come again once they were dismissed, also after a reload', async () => {
    network.reply(LANG, { ...NO_TEXTS, hasAnnouncements: true });
    network.answer(ANNOUNCEMENTS, () => ({ announcements: [notice()] }));
    const { screen, user, reload } = await loadPage('/index');
    await screen.findByRole('heading', title);
    await user.click(screen.getByRole('button', { name: zh.notices.dismiss }));
    expect(screen.queryByRole('heading', title)).toBeNull();
    await reload();
    await clock.advance(100);
    expect(network.calls(ANNOUNCEMENTS)).toHaveLength(2);
    expect(screen.queryByRole('heading', title)).toBeNull();
  });
});

describe('texts and names of the server', () => {
  test('replace the bundled ones', async () => {
    network.reply(LANG, { ...NO_TEXTS, lang: { zh: { 'home.map': '从这里开始' } } });
    const { screen } = await loadPage('/index');
    expect(await screen.findByRole('heading', { name: '从这里开始' })).toBeVisible();
  });

  test('may be missing: the page works with its own', async () => {
    network.disconnect(LANG);
    const { screen } = await loadPage('/index');
    expect(await screen.findByRole('heading', { name: zh.home.map })).toBeVisible();
  });

  test('name cities before the next answer, in the language that was chosen last', async () => {
    localStorage.setItem('lang', 'ja');
    network.reply(LANG, { ...NO_TEXTS, cities: { zh: { London: '伦敦' }, ja: { London: 'ロンドン' } } });
    network.answer(HOME, () => fullHome(Date.now()));
    network.answer(CITIES, () => ({ cities: cities(Date.now()) }));
    const { screen, reload } = await loadPage('/index');
    expect(await screen.findByRole('heading', { name: 'ロンドン' })).toBeVisible();
    network.disconnect(LANG);
    await reload();
    expect(await screen.findByRole('heading', { name: 'ロンドン' })).toBeVisible();
    expect(screen.getByText('São Paulo')).toBeVisible();
  });
});

describe('the first answers in the document', () => {
  const document_ = (queries: readonly (readonly [readonly string[], object])[]) =>
    JSON.stringify({ serverTime: Date.now(), cityNames: {}, queries });

  test('are shown until those of the API', async () => {
    network.handle(HOME, () => new Promise(() => undefined));
    const { screen } = await loadPage('/index', { firstAnswers: document_([[['home'], fullHome(Date.now())]]) });
    expect(await screen.findByRole('heading', { name: 'London' })).toBeVisible();
    expect(network.calls(HOME)).not.toHaveLength(0);
  });

  test('of another release change nothing', async () => {
    const { screen } = await loadPage('/index', { firstAnswers: '{"queries":' });
    expect(await screen.findByRole('heading', { name: zh.home.nothingPlanned })).toBeVisible();
  });
});

describe('choices of an earlier visit', () => {
  test('language and theme are remembered', async () => {
    const { screen, user, reload } = await loadPage('/my');
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${zh.my.language}`) }));
    await user.click(await screen.findByRole('button', { name: 'English' }));
    await user.click(await screen.findByText('Dark'));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    await reload();
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'en');
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  });

  test('an unknown language in the storage is the default one', async () => {
    localStorage.setItem('lang', '../../x');
    localStorage.setItem('theme', '<b>');
    await loadPage('/index');
    expect(document.documentElement).toHaveAttribute('lang', 'zh');
    expect(document.documentElement).not.toHaveAttribute('data-theme');
  });

  test('a session that was altered in the storage counts as none', async () => {
    localStorage.setItem('fmc.session', '{"token":["x"],"address":"0x1","user":{}}');
    localStorage.setItem('fmc.store', '{"state":{"connections":');
    localStorage.setItem('fmc.recentConnectorId', '}{');
    const { screen } = await loadPage('/index');
    expect((await screen.findAllByRole('button', { name: zh.session.connectWallet }))[0]).toBeEnabled();
  });

  test('an inviter of a link is remembered through a reload of another address', async () => {
    const { screen, reload } = await loadPage(`/index?inviter=${ALICE}`);
    expect(await screen.findByRole('link', { name: /0x7099…79C8/ })).toHaveAttribute('href', '/team?sheet=bind');
    history.replaceState(null, '', '/index');
    await reload();
    expect(await screen.findByRole('link', { name: /0x7099…79C8/ })).toBeVisible();
  });
});

describe('a session that the server has ended', () => {
  test.each([
    ['HTTP 401', () => new Response('<h1>401</h1>', { status: 401 })],
    ['code 501', () => Response.json({ code: 501, msg: '', data: null, error: 'session-ended', details: {} })],
  ])('is removed by %s, which is said', async (_name, reply) => {
    localStorage.setItem('fmc.session', JSON.stringify(sampleSession()));
    network.handle(HOME, reply);
    network.reply('POST /api/biz/mint/outcomes', { unsettled: [], settled: [] });
    const { screen } = await loadPage('/index');
    expect(await screen.findByText(zh.session.expired)).toBeVisible();
    expect(localStorage.getItem('fmc.session')).toBeNull();
  });

  test('in another tab is removed in this one, and nothing is asked', async () => {
    localStorage.setItem('fmc.session', JSON.stringify(sampleSession()));
    network.reply('POST /api/biz/mint/outcomes', { unsettled: [], settled: [] });
    const { screen } = await loadPage('/my');
    expect(await screen.findByRole('button', { name: zh.my.signOut })).toBeVisible();
    localStorage.removeItem('fmc.session');
    await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'fmc.session' })));
    expect(screen.queryByRole('button', { name: zh.my.signOut })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('diagnostics', () => {
  test('are not shown without their flag', async () => {
    const { screen } = await loadPage('/my');
    await screen.findByRole('heading', { level: 1 });
    await clock.advance(3_100);
    expect(screen.queryByRole('button', { name: zh.diagnostics.show })).toBeNull();
  });

  test('show the versions and the calls since the start, to copy', async () => {
    const { screen, user } = await loadPage('/my?debugger');
    await user.click(await screen.findByRole('button', { name: zh.diagnostics.show }));
    await user.click(screen.getByRole('link', { name: zh.ui.tabs.home }));
    const panel = await screen.findByRole('complementary', { name: zh.diagnostics.title });
    expect(panel).toHaveTextContent('202599');
    expect((await screen.findAllByText(/GET \/api\/app\/warehouses 200/))[0]).toBeVisible();
    await user.click(screen.getByRole('button', { name: zh.diagnostics.copy }));
    expect(await navigator.clipboard.readText()).toContain('GET /api/app/warehouses 200');
    await user.click(screen.getByRole('button', { name: zh.diagnostics.hide }));
    expect(screen.getByRole('button', { name: zh.diagnostics.show })).toBeVisible();
  });
});
