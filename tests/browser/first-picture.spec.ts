import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { perHundred } from '@city-mint/domain/rounds/per-hundred';
import { pagePaths } from '@city-mint/web/routes';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf, systemClient } from './system/system-client.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the first picture has the figures of the API', async ({ page }) => {
    const { url } = systemAddresses();
    const client = systemClient({ lang: 'zh' });
    await expect(async () => {
      const before = dataOf(await client.call('GET /api/app/home', {}));
      await page.goto(`${url}/index`);
      const [first] = before.openRounds;
      // A busy machine may draw it too late for this document, and has it for the next.
      await expect(page.getByRole('heading', { level: 1, name: 'City Mint' })).toBeVisible({ timeout: 1_000 });
      if (first === undefined) return;
      const hero = page.getByRole('region', { name: '正在铸造' });
      await expect(hero.getByRole('heading', { name: first.city })).toBeVisible({ timeout: 1_000 });
      // The hero shows what 100 JU gain and lose, whatever the size of the round.
      const quota = unitsOf(first.quota);
      const gain = perHundred(unitsOf(first.expectedFmc ?? first.mintAmount), { quota, rounding: 'down' });
      const loss = perHundred(unitsOf(first.maximumLoss), { quota, rounding: 'up' });
      const figures = [first.filled, formatAmount(gain), formatAmount(loss)];
      for (const [index, figure] of figures.entries()) {
        expect(await hero.locator('data').nth(index).getAttribute('value')).toBe(figure);
      }
    }).toPass({ intervals: [100] });
    await expect(page.getByRole('button', { name: '连接钱包' }).first()).toBeDisabled();
    await expect(page.getByRole('link', { name: '城市', exact: true })).toHaveAttribute('href', '/city');
  });

  test('the round of a city and the questions are in their documents', async ({ page }) => {
    const { url } = systemAddresses();
    const client = systemClient({ lang: 'zh' });
    const { questions } = dataOf(await client.call('POST /api/app/qa', { lang: 'zh' }));
    expect(questions.length).toBeGreaterThan(0);
    await expect(async () => {
      // Other tests found cities meanwhile.
      const { cities } = dataOf(await client.call('GET /api/app/warehouses', {}));
      expect(cities.length).toBeGreaterThan(0);
      await page.goto(`${url}/city`);
      await expect(page.getByRole('heading', { level: 1, name: '城市' })).toBeVisible({ timeout: 1_000 });
      // One for each city, and what its first one has been doing.
      await expect(page.getByRole('radio')).toHaveCount(cities.length, { timeout: 1_000 });
      await expect(page.getByRole('radio', { disabled: true })).toHaveCount(cities.length, { timeout: 1_000 });
    }).toPass({ intervals: [100] });
    // The system's first city, by its name in the language of the picture.
    await expect(page.getByRole('radio', { name: /伦敦/ })).toBeAttached();
    await expect(page.getByText('London')).toHaveCount(0);
    await expect(async () => {
      await page.goto(`${url}/question`);
      await expect(page.getByText(questions[0]?.question ?? '').first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ intervals: [100] });
    await expect(page.getByRole('searchbox')).not.toBeEditable();
  });
});

test.describe('other screens without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the proof of reserves is in its document, without times, which only the device knows', async ({ page }) => {
    const client = systemClient({ lang: 'zh' });
    await expect(async () => {
      const { roots } = dataOf(await client.call('GET /api/app/proof', {}));
      const [root] = roots;
      if (root === undefined) throw new Error('no root yet');
      await page.goto(`${systemAddresses().url}/proof`);
      await expect(page.locator(`data[value="${root.total}"]`).first()).toBeAttached({ timeout: 1_000 });
    }).toPass({ intervals: [100] });
    await expect(page.locator('#root')).not.toContainText(/\d{4}\/\d\d\/\d\d/);
  });

  test('boards, swap, log of operators and the frame of the assets are in their documents', async ({ page }) => {
    const texts = {
      '/leaderboards': '本人铸造成功的订单金额',
      // The button of the form, for which the reply has the contracts.
      '/swap': '连接钱包后兑换',
      '/operatorLog': '运营方改了什么、为什么',
      '/assets': '我的资产',
    };
    for (const [path, text] of Object.entries(texts)) {
      await expect(async () => {
        await page.goto(systemAddresses().url + path);
        await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 });
      }).toPass({ intervals: [100] });
      // The build lists the operators; and nothing here says whether the reader has a wallet.
      await expect(page.locator('#root')).not.toContainText(/没有预置运营人员|未连接钱包/);
    }
  });
});

test('nothing moves when the script takes the place of the first picture', async ({ page }) => {
  const { url } = systemAddresses();
  const shifts = await openWithSameRounds(page, `${url}/index`);
  expect(sumOf(shifts), shifts.map(({ what }) => what).join('\n')).toBeLessThan(0.01);
  // What is measured is there: a moved screen is seen.
  await page.evaluate(() => {
    document.body.style.paddingTop = '300px';
  });
  await expect.poll(async () => sumOf(await readShifts(page))).toBeGreaterThan(0.05);
});

test('the script takes the place of the first picture: no policy broken, buttons work', async ({ page }) => {
  const { url } = systemAddresses();
  const watched = await watchPage(page, url);
  await page.goto(url);
  await expect(page).toHaveURL(`${url}/index`);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await expect(page.getByRole('dialog', { name: '连接钱包' })).toBeVisible();
  expect(watched.violations).toEqual([]);
  expect(watched.errors).toEqual([]);
});

test('the document of each screen preloads its code and texts, in the language of the reader', {
  tag: '@soak-1',
}, async ({ page }) => {
  const { url } = systemAddresses();
  await page.context().addCookies([{ name: 'lang', value: 'th', url }]);
  await page.addInitScript(() => localStorage.setItem('lang', 'th'));
  for (const path of pagePaths().filter((route) => route !== '/index')) {
    await page.goto(url + path);
    await expect(page.locator('h1').first()).toBeVisible();
    // Fetched once each, by the link: the same address twice would be two entries. The first picture comes before them.
    const fetchesOfLinks = () =>
      page.evaluate(() => {
        const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
        const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload][crossorigin]');
        return Array.from(links, ({ href }) => fetched.filter((name) => name === href).length);
      });
    await expect.poll(async () => new Set(await fetchesOfLinks()), path).toEqual(new Set([1]));
    expect((await fetchesOfLinks()).length, path).toBeGreaterThan(3);
  }
});

/** The answers in the document, by the keys of their queries. */
type FirstAnswers = { readonly queries: readonly (readonly [key: readonly unknown[], answer: unknown])[] };

/**
 * Opens home so that its script gets the answers that the document had: a round of another test that opens or ends
 * meanwhile moves the screen, and may. Returns what moved.
 */
async function openWithSameRounds(page: Page, address: string): Promise<Shift[]> {
  await page.addInitScript(() => {
    const shifts: { size: number; what: string }[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue;
        const moved: readonly { readonly node: Node | null }[] = Reflect.get(entry, 'sources');
        const what = moved.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ');
        shifts.push({ size: Number(Reflect.get(entry, 'value')), what });
      }
      document.documentElement.dataset['shifts'] = JSON.stringify(shifts);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { response, body, answers } = await fetchDocument(page, address);
  await page.route(address, (route) => route.fulfill({ response, body }));
  const replay = async (path: string, key: string) => {
    await page.route(`**${path}`, async (route) => {
      const data = answers.queries.find(([[name]]) => name === key)?.[1];
      if (data === undefined) throw new Error(`the document has no answer for ${key}`);
      await route.fulfill({ json: { code: 200, msg: '', data } });
    });
  };
  await replay('/api/app/home', 'home');
  await replay('/api/app/warehouses', 'cities');
  await page.route(`**${EVENTS_PATH}`, (route) => route.abort());
  const asked = page.waitForResponse((each) => each.url().endsWith('/api/app/home'));
  await page.goto(address);
  // Buttons are disabled until the script has taken over, and the figures are those of the API's answer.
  await expect(page.getByRole('button', { name: '连接钱包' }).first()).toBeEnabled();
  await (await asked).finished();
  return readShifts(page);
}

/** Fetches a document with its answers; a busy machine may draw them too late for one, and has them for the next. */
async function fetchDocument(page: Page, address: string) {
  for (;;) {
    const response = await page.request.get(address, { headers: { accept: 'text/html' } });
    const body = await response.text();
    const [, escaped] = /data-answers="([^"]*)"/.exec(body) ?? [];
    if (escaped === undefined) continue;
    const text = escaped
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    const answers: FirstAnswers = JSON.parse(text);
    return { response, body, answers };
  }
}

/** A shift of the layout: its score, and the texts that moved. */
type Shift = { readonly size: number; readonly what: string };

function sumOf(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, { size }) => sum + size, 0);
}

async function readShifts(page: Page): Promise<Shift[]> {
  return JSON.parse((await page.locator('html').getAttribute('data-shifts')) ?? '[]');
}
