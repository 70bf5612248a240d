import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { overrideTexts, setCityNames } from '#platform/i18n/language-store.ts';
import { figure, region } from '#testing/figures.ts';
import { cities, fullHome, NO_PRICE_POINTS, quietHome } from '#testing/replies/home.ts';
import { prepareVisitor, type Visitor } from '#testing/visit.tsx';

type Home = ReplyOf<'GET /api/app/home'>;

const HOME = 'GET /api/app/home';

/** A visitor who finds open rounds in London and Singapore, and a third city without one. */
async function prepareFullHome(change: Partial<Home> = {}): Promise<Visitor> {
  const visitor = await prepareVisitor({ session: null });
  visitor.network.answer(HOME, () => ({ ...fullHome(Date.now()), ...change }));
  visitor.network.answer('GET /api/app/warehouses', () => ({ cities: cities(Date.now()) }));
  return visitor;
}

describe('the open rounds', () => {
  test('are shown with the FMC and the maximum loss of 100 JU', async () => {
    const { open } = await prepareFullHome();
    const { screen, texts } = await open('/index');
    await screen.findByRole('heading', { name: 'London' });
    const hero = region(texts.home.liveRounds);
    expect(within(hero).getByTitle('76543.210987654321 JU')).toHaveTextContent('76,543.2109 JU');
    expect(figure(texts.home.mints, hero)).toHaveAttribute('value', '416.666666666666666666');
    expect(figure(texts.home.maximumLoss, hero)).toHaveAttribute('value', '2.5');
    expect(hero).toHaveTextContent(texts.home.perHundred);
    expect(within(hero).getAllByText('63%')).toHaveLength(1);
    expect(hero).toHaveTextContent('目标 120,000 JU');
  });

  test('show the minted FMC where the expected FMC is unknown', async () => {
    const [round] = fullHome(NOON).openRounds;
    if (round === undefined) throw new Error('an open round');
    const { open } = await prepareFullHome({ openRounds: [{ ...round, expectedFmc: null, mintAmount: '412500' }] });
    const { screen, texts } = await open('/index');
    await screen.findByRole('heading', { name: 'London' });
    expect(figure(texts.home.mints)).toHaveAttribute('value', '343.75');
  });

  test('are side by side, and only the one in view can be read and used', async () => {
    const { open } = await prepareFullHome();
    const { screen, texts } = await open('/index');
    await screen.findByRole('heading', { name: 'London' });
    const hero = region(texts.home.liveRounds);
    expect(within(hero).getAllByRole('heading', { level: 2 })).toHaveLength(1);
    const dots = within(hero).getByRole('group', { name: texts.home.chooseRound });
    expect(within(dots).getByRole('button', { name: 'London' })).toHaveAttribute('aria-current', 'true');
    expect(within(dots).getByRole('button', { name: 'Singapore' })).toHaveAttribute('aria-current', 'false');
  });

  test('have no dots where there is only one', async () => {
    const { open } = await prepareFullHome({ openRounds: fullHome(NOON).openRounds.slice(0, 1) });
    const { screen, texts } = await open('/index');
    await screen.findByRole('heading', { name: 'London' });
    expect(screen.queryByRole('group', { name: texts.home.chooseRound })).toBeNull();
  });

  test('lead to their own city', async () => {
    const [london, singapore] = fullHome(NOON).openRounds;
    if (london === undefined || singapore === undefined) throw new Error('two open rounds');
    // The second city is the first that is open: what an address without a city would show.
    const { open } = await prepareFullHome({ openRounds: [singapore, london] });
    const { screen, texts } = await open('/index');
    expect(await screen.findByRole('link', { name: texts.home.join })).toHaveAttribute('href', '/city?city=2&join=0');
  });
});

describe('the list of cities', () => {
  test('leads from each row to its own city', async () => {
    const { open } = await prepareFullHome();
    const { screen } = await open('/index');
    const links = await screen.findAllByRole('link', { name: /London|Singapore|São Paulo/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/city?city=1', '/city?city=2', '/city?city=3']);
  });

  test('shows how far an open round is, and what became of earlier rounds elsewhere', async () => {
    const { open } = await prepareFullHome();
    const { screen } = await open('/index');
    expect(await screen.findByRole('link', { name: /^London/ })).toHaveTextContent('London进行中 · 63%');
    expect(screen.getByRole('link', { name: /^São Paulo/ })).toHaveTextContent('São Paulo成功 4 · 失败 1');
  });

  test('shows five cities, those with an open round first, and leads to all', async () => {
    const { network, open } = await prepareFullHome();
    const [london] = cities(NOON);
    if (london === undefined) throw new Error('a city');
    const closed = ['Oslo', 'Lima', 'Rome', 'Cairo', 'Quito', 'Accra'].map((name, index) => ({
      ...{ ...london, name, openRound: null },
      cityId: String(10 + index),
    }));
    network.answer('GET /api/app/warehouses', () => ({ cities: [...closed, london] }));
    const { screen, texts } = await open('/index');
    const all = await screen.findByRole('link', { name: texts.home.allCities.replace('{count}', '7') });
    expect(all).toHaveAttribute('href', '/city');
    const rows = screen.getAllByRole('link').filter((link) => /\?city=\d+$/.test(link.getAttribute('href') ?? ''));
    expect(rows.map((row) => row.textContent?.slice(0, 4))).toEqual(['Lond', 'Oslo', 'Lima', 'Rome', 'Cair']);
  });

  test('says that there is no city yet', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    expect(await screen.findByText(texts.home.mapEmpty)).toBeVisible();
  });

  test('names every city of the map for those who cannot see it', async () => {
    const { open } = await prepareFullHome();
    const { screen } = await open('/index');
    expect(await screen.findByRole('img', { name: /3 座城市：London, Singapore, São Paulo$/ })).toBeInTheDocument();
  });
});

describe('the price', () => {
  test('is shown with its changes, and a dash where a window is not whole', async () => {
    const { open } = await prepareFullHome();
    const { screen, texts } = await open('/index');
    expect(await screen.findByText('+1.32%')).toBeVisible();
    expect(screen.getByText('−0.45%')).toBeVisible();
    expect(screen.getByText('—')).toBeVisible();
    expect(screen.getByRole('button', { name: new RegExp(texts.home.priceOpen) })).toHaveTextContent('0.1234');
  });

  test('is said to be missing before the first trade', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    expect(await screen.findByRole('button', { name: new RegExp(texts.home.noPrice) })).toBeVisible();
    expect(screen.queryByText(texts.home.week)).toBeNull();
  });

  test('opens over time by a tap', async () => {
    const { network, open } = await prepareFullHome();
    network.reply('POST /api/app/price', NO_PRICE_POINTS);
    const { screen, user, texts } = await open('/index');
    await user.click(await screen.findByRole('button', { name: new RegExp(texts.home.priceOpen) }));
    expect(await screen.findByRole('dialog', { name: texts.price.title })).toBeVisible();
  });
});

describe('the results of 90 days', () => {
  test('show losses beside gains, and the median of both currencies', async () => {
    const { open } = await prepareFullHome();
    const { screen, texts } = await open('/index');
    expect(await screen.findByText(`${texts.home.resultsMinted} · 41 轮`)).toBeVisible();
    expect(screen.getByText(`${texts.home.resultsFailed} · 6 轮`)).toBeVisible();
    expect(screen.getByText('JU 盈利的钱包 812 个')).toBeVisible();
    expect(screen.getByText('JU 亏损的钱包 97 个')).toBeVisible();
    expect(figure(texts.home.medianFmc)).toHaveTextContent('+210.5 FMC');
    expect(figure(texts.home.medianNet)).toHaveTextContent('−1.25 JU');
  });

  test('are not shown before a round has ended', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    expect(await screen.findByRole('heading', { name: texts.home.nothingPlanned })).toBeVisible();
    expect(screen.queryByRole('heading', { name: texts.home.results })).toBeNull();
  });

  test('show a dash for a median that is not known', async () => {
    const results90d = { ...fullHome(NOON).results90d, medianFmc: null, medianNet: null };
    const { open } = await prepareFullHome({ results90d });
    const { screen, texts } = await open('/index');
    const row = (await screen.findByText(texts.home.medianFmc)).parentElement;
    expect(row).toHaveTextContent('—');
  });
});

describe('without an open round', () => {
  test('says that none is announced', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    expect(await screen.findByRole('heading', { name: texts.home.nothingPlanned })).toBeVisible();
  });

  test('counts down to the first round on the server’s clock, and is live when it opens', async () => {
    const clock = startClock();
    // The device's clock is two hours behind the server's.
    const serverTime = () => Date.now() + 7_200_000;
    const opensAt = serverTime() + 90_061_500;
    const { network, open } = await prepareVisitor({ session: null });
    const firstRound = { opensAt, city: 'London', phase: 1, number: 1 };
    network.answer(HOME, () => ({ ...quietHome(serverTime()), firstRound }));
    const { screen, texts } = await open('/index');
    expect(await screen.findByText(texts.home.firstRound)).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('01天01时01分02秒');
    await clock.advance(1_500);
    expect(screen.getByRole('timer')).toHaveTextContent('01天01时01分01秒');

    network.answer(HOME, () => fullHome(opensAt));
    await clock.advance(16_000);
    expect(screen.getByRole('heading', { name: 'London' })).toBeVisible();
    expect(region(texts.home.liveRounds)).toHaveTextContent(texts.home.openNow);
  });

  test('counts down to the next round, and asks for it when it should have opened', async () => {
    const clock = startClock();
    const { network, open } = await prepareVisitor({ session: null });
    const firstRound = { opensAt: Date.now() + 3_000, city: 'Oslo', phase: 2, number: 3 };
    network.answer(HOME, () => ({ ...quietHome(Date.now()), firstRound }));
    const { screen, texts } = await open('/index');
    expect(await screen.findByRole('heading', { name: texts.home.nextRound })).toBeVisible();
    expect(screen.getByText(/Oslo/)).toHaveTextContent('Oslo');
    const asked = network.calls(HOME).length;
    await clock.advance(3_100);
    expect(network.calls(HOME)).toHaveLength(asked + 1);
  });
});

describe('keeping up', () => {
  test('asks again every few seconds while a round is open', async () => {
    const clock = startClock();
    const { network, open } = await prepareVisitor({ session: null });
    let filled = 500;
    network.answer(HOME, () => {
      filled += 1_000;
      const home = fullHome(Date.now());
      return { ...home, openRounds: home.openRounds.slice(0, 1).map((round) => ({ ...round, filled: `${filled}` })) };
    });
    const { screen } = await open('/index');
    expect(await screen.findByText('1,500')).toBeVisible();
    await clock.advance(2_600);
    expect(screen.getByText('2,500')).toBeVisible();
  });

  test('asks less often while nothing is open', async () => {
    const clock = startClock();
    const { network, open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    await screen.findByText(texts.home.nothingPlanned);
    await clock.advance(14_000);
    expect(network.calls(HOME)).toHaveLength(1);
    await clock.advance(2_000);
    expect(network.calls(HOME)).toHaveLength(2);
  });

  test('asks again when it is pulled down and released', async () => {
    const { network, open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    const content = await screen.findByText(texts.home.nothingPlanned);
    const touch = (clientY: number) => ({ touches: [{ clientY }] });
    fireEvent.touchStart(content, touch(200));
    fireEvent.touchMove(content, touch(240));
    expect(screen.getByText(texts.ui.pullToRefresh)).toBeVisible();
    fireEvent.touchMove(content, touch(380));
    expect(screen.getByText(texts.ui.releaseToRefresh)).toBeVisible();
    fireEvent.touchEnd(content, { touches: [] });
    await waitFor(() => expect(network.calls(HOME)).toHaveLength(2));
  });

  test('does not ask again when it is pulled down only a little', async () => {
    const { network, open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    const content = await screen.findByText(texts.home.nothingPlanned);
    fireEvent.touchStart(content, { touches: [{ clientY: 200 }] });
    fireEvent.touchMove(content, { touches: [{ clientY: 300 }] });
    fireEvent.touchEnd(content, { touches: [] });
    expect(screen.queryByText(texts.ui.pullToRefresh)).toBeNull();
    expect(network.calls(HOME)).toHaveLength(1);
  });

  test('shows a placeholder until the first answer', async () => {
    const { network, open } = await prepareVisitor({ session: null });
    network.handle(HOME, () => new Promise(() => undefined));
    const { screen, texts } = await open('/index');
    expect(screen.queryByRole('region', { name: texts.home.nextRound })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(texts.home.worstValue)).toBeVisible();
  });

  test('says that there is no network, and shows the answer after a retry', async () => {
    const clock = startClock();
    const { network, open } = await prepareVisitor({ session: null });
    network.disconnect(HOME);
    const { screen, user, texts } = await open('/index');
    await clock.advance(5_000);
    expect(screen.getByRole('alert')).toHaveTextContent(texts.ui.networkError);
    network.answer(HOME, () => quietHome(Date.now()));
    await user.click(screen.getByRole('button', { name: texts.ui.retry }));
    expect(await screen.findByText(texts.home.nothingPlanned)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the header', () => {
  test('ask a visitor to connect a wallet', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, texts } = await open('/index');
    expect(screen.getByRole('button', { name: texts.session.connectWallet })).toBeVisible();
  });

  test('show the address of a participant, and do not ask', async () => {
    const { open } = await prepareVisitor();
    const { screen, texts } = await open('/index');
    expect(screen.getByRole('button', { name: '0x7099…79C8' })).toBeVisible();
    expect(screen.queryByRole('button', { name: texts.session.connectWallet })).toBeNull();
  });

  test('ask for the right network', async () => {
    const { open } = await prepareVisitor({ chainId: 1 });
    const { screen, texts } = await open('/index');
    expect(screen.getByRole('button', { name: texts.session.switchNetwork })).toBeVisible();
  });
});

describe('texts of the server', () => {
  test('replace the bundled ones, and a malformed one is shown as it is', async () => {
    const { open } = await prepareVisitor({ session: null });
    overrideTexts({ zh: { 'home.map': '从这里开始', 'home.nothingPlanned': '收益 {', home: 'x' } });
    const { screen } = await open('/index');
    expect(await screen.findByRole('heading', { name: '收益 {' })).toBeVisible();
    expect(screen.getByRole('heading', { name: '从这里开始' })).toBeVisible();
    overrideTexts({});
  });

  test('name cities in the language of the reader, and others by their own name', async () => {
    const { open } = await prepareFullHome();
    setCityNames({ zh: { London: '伦敦' } });
    const { screen } = await open('/index');
    expect(await screen.findByRole('heading', { name: '伦敦' })).toBeVisible();
    expect(screen.getByRole('img', { name: /伦敦, Singapore, São Paulo$/ })).toBeInTheDocument();
    setCityNames({ zh: {} });
  });

  test('come with fields that this page does not know, which change nothing', async () => {
    const { network, open } = await prepareFullHome();
    const data = { ...fullHome(Date.now()), ofALaterVersion: [{ kind: 'later' }] };
    network.handle(HOME, () => Response.json({ code: 200, msg: '', data }));
    const { screen } = await open('/index');
    expect(await screen.findByRole('heading', { name: 'London' })).toBeVisible();
  });
});
