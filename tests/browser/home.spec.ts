import { brotliCompressSync } from 'node:zlib';
import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { HOME, installApi } from './fixtures/fake-api.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';

const LOOKS = [
  { lang: 'zh', colorScheme: 'light' },
  { lang: 'zh', colorScheme: 'dark' },
  { lang: 'en', colorScheme: 'light' },
  { lang: 'en', colorScheme: 'dark' },
] as const;

for (const { lang, colorScheme } of LOOKS) {
  test(`home in full, ${lang}, ${colorScheme}: nothing for axe, no other host, no policy broken`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.addInitScript((value) => localStorage.setItem('lang', value), lang);
    const api = await installApi(page);
    api.answer('GET /api/app/home', () => ({ data: fullHome(Date.now()) }));
    api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
    const pageErrors = await watchPage(page, pageUrl());
    await openPage(page, '/');
    await expect(page).toHaveURL(/\/index$/);
    await expect(page.getByRole('heading', { name: 'London' })).toBeVisible();
    await expect(page.getByText('63%', { exact: true })).toBeVisible();
    // Beside the FMC that it may bring, what its failure costs at most.
    await expect(page.locator('data[value="3000"]').first()).toBeVisible();
    await expect(page.getByText('+1.32%')).toBeVisible();
    await expect(page.getByText('—', { exact: true })).toBeVisible();
    await expect(page.getByTitle('76543.210987654321 JU')).toHaveText('76,543.2109 JU');
    await checkAccessibility(page);
    expect(pageErrors).toMatchObject({ errors: [], violations: [], foreignHosts: new Set() });
  });
}

test('the hero and every row open their own city', async ({ page }) => {
  const api = await installApi(page);
  // The second city is the first that is open: what an address without a city would show.
  const [london, singapore] = fullHome(Date.now()).openRounds;
  api.answer('GET /api/app/home', () => ({ data: { ...fullHome(Date.now()), openRounds: [singapore, london] } }));
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  api.answer('POST /api/app/last/crowdfund', () => ({ data: { round: null, terms: null, termsHash: null } }));
  await openPage(page);
  await page.getByRole('link', { name: '去参与' }).click();
  await expect(page.getByRole('radio', { name: 'Singapore' })).toBeChecked();
  for (const city of ['London', 'Singapore', 'São Paulo']) {
    await openPage(page);
    await page.getByRole('listitem').getByRole('link', { name: city }).click();
    await expect(page.getByRole('radio', { name: city })).toBeChecked();
  }
});

test('the first load weighs less than 105 KB in brotli', async ({ page }) => {
  await installApi(page);
  // What begins seconds later is no part of it, however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const sizes: number[] = [];
  page.on('response', async (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    sizes.push(brotliCompressSync(await response.body()).length);
  });
  await openPage(page);
  await page.waitForLoadState('networkidle');
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`first load of /index: ${(total / 1000).toFixed(1)} KB brotli in ${sizes.length} files`);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(105_000);
});

test('it counts down on the server’s clock, and turns live when it is over', async ({ page }) => {
  const api = await installApi(page);
  // The device's clock is two hours behind.
  await page.clock.install({ time: Date.now() - 7_200_000 });
  const opensAt = Date.now() + 90_061_500;
  api.answer('GET /api/app/home', () => ({
    data: { ...HOME, serverTime: Date.now(), firstRound: { opensAt, city: 'London', phase: 1, number: 1 } },
  }));
  await openPage(page);
  await expect(page.getByText('距首个城市铸造')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^01天01时01分0[01]秒$/);

  api.answer('GET /api/app/home', () => ({ data: { ...fullHome(opensAt), serverTime: opensAt + 10 } }));
  await page.clock.fastForward(16_000);
  await expect(page.getByText('进行中').first()).toBeVisible();
});

test('it is fetched every few seconds while a round is open and the page is visible', async ({ page }) => {
  const api = await installApi(page);
  let filled = 500;
  api.answer('GET /api/app/home', () => {
    filled += 1000;
    const home = fullHome(Date.now());
    return {
      data: { ...home, openRounds: home.openRounds.slice(0, 1).map((round) => ({ ...round, filled: `${filled}` })) },
    };
  });
  await openPage(page);
  await expect(page.getByText('1,500 JU')).toBeVisible();
  await expect(page.getByText('2,500 JU')).toBeVisible();
  expect(api.count('GET /api/app/home')).toBeGreaterThanOrEqual(2);
});

test('nothing announced, then no network at all', async ({ page }) => {
  const api = await installApi(page);
  await openPage(page);
  await expect(page.getByText('暂无已公布的轮次')).toBeVisible();
  await expect(page.getByText('近 90 天没有结束的轮次')).toBeVisible();
  await checkAccessibility(page);

  api.setOffline(true);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('网络异常', { timeout: 15_000 });
  await checkAccessibility(page);
  api.setOffline(false);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('暂无已公布的轮次')).toBeVisible();
});

test('pulled down, it is fetched again', async ({ page }) => {
  const api = await installApi(page);
  await openPage(page);
  await expect(page.getByText('暂无已公布的轮次')).toBeVisible();
  const before = api.count('GET /api/app/home');
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 190, y }] });
  await touch('touchStart', 200);
  for (let y = 220; y <= 380; y += 20) await touch('touchMove', y);
  await expect(page.getByText('松开刷新')).toBeVisible();
  await touch('touchEnd', 380);
  await expect.poll(() => api.count('GET /api/app/home')).toBeGreaterThan(before);
});

test('texts of the server replace the bundled ones; a malformed one is shown as it is', async ({ page }) => {
  const api = await installApi(page);
  const pageErrors = await watchPage(page, pageUrl());
  const zh = { 'home.ctaTitle': '从这里开始', 'home.nothingPlanned': '收益 {', 'home.nope': 'x', home: 'x' };
  api.answer('GET /api/app/lang', () => ({
    data: { lang: { zh, xx: { a: 'b' } }, cities: {}, hasAnnouncements: false },
  }));
  await openPage(page);
  await expect(page.getByText('从这里开始')).toBeVisible();
  await expect(page.getByText('收益 {')).toBeVisible();
  expect(pageErrors.errors).toEqual([]);
});

test('an announcement does not wait until all else is started; without one it is not asked for before', async ({
  page,
}) => {
  const api = await installApi(page);
  // What is left for later does not begin.
  await page.addInitScript(() => {
    const begin = window.setTimeout;
    Reflect.set(window, 'setTimeout', (work: () => void, ms = 0) => (ms === 3_000 ? 0 : begin(work, ms)));
  });
  await openPage(page);
  await page.waitForLoadState('networkidle');
  expect([api.count('GET /api/app/lang'), api.count('POST /api/app/announcements')]).toEqual([1, 0]);
  const notice = { announcementId: 'night:1', kind: 'maintenance', lang: 'zh', title: '今晚维护', text: '两点到三点' };
  const times = { startsAt: 0, endsAt: Date.now() + 3_600_000 };
  api.answer('GET /api/app/lang', () => ({ data: { lang: {}, cities: {}, hasAnnouncements: true } }));
  api.answer('POST /api/app/announcements', () => ({ data: { announcements: [{ ...notice, ...times }] } }));
  await openPage(page);
  await expect(page.getByRole('heading', { name: '今晚维护' })).toBeVisible();
  expect(api.count('POST /api/app/announcements')).toBe(1);
  await checkAccessibility(page);
});

test('a page that stays open shows what is announced meanwhile, and no longer what is over', async ({ page }) => {
  const api = await installApi(page);
  await page.clock.install();
  await openPage(page);
  await expect.poll(() => api.count('POST /api/app/announcements')).toBe(1);
  const notice = { announcementId: 'night:1', kind: 'maintenance', lang: 'zh', title: '今晚维护', text: '两点到三点' };
  const times = { startsAt: 0, endsAt: Date.now() + 3_600_000 };
  api.answer('POST /api/app/announcements', () => ({ data: { announcements: [{ ...notice, ...times }] } }));
  const title = page.getByRole('heading', { name: '今晚维护' });
  // A minute that ends before the last answer has come asks nothing: another one follows.
  const askAgain = async () => {
    const before = api.count('POST /api/app/announcements');
    const countLater = async () => {
      await page.clock.fastForward(61_000);
      return api.count('POST /api/app/announcements');
    };
    await expect.poll(countLater).toBeGreaterThan(before);
  };
  await askAgain();
  await expect(title).toBeVisible();
  // Without a network it stays, and nothing else is said of it.
  api.setOffline(true);
  await page.clock.fastForward(61_000);
  await expect(title).toBeVisible();
  api.setOffline(false);
  api.answer('POST /api/app/announcements', () => ({ data: { announcements: [] } }));
  await askAgain();
  await expect(title).toBeHidden();
});

test('cities have their names in the language of the reader, also before the API has answered', async ({ page }) => {
  const api = await installApi(page);
  const now = Date.now();
  const names = { zh: { London: '伦敦' }, ja: { London: 'ロンドン', Singapore: 'シンガポール' } };
  api.answer('GET /api/app/lang', () => ({ data: { lang: {}, cities: names, hasAnnouncements: false } }));
  api.answer('GET /api/app/home', () => ({ data: fullHome(now) }));
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(now) } }));
  await openPage(page);
  await expect(page.getByRole('heading', { name: '伦敦' })).toBeVisible();
  await expect(page.getByRole('img', { name: '伦敦、Singapore和São Paulo' })).toBeVisible();
  await openPage(page, '/my');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '日本語' }).click();
  await page.getByRole('link', { name: 'ホーム' }).click();
  await expect(page.getByRole('heading', { name: 'ロンドン' })).toBeVisible();
  await expect(page.getByRole('link', { name: /シンガポール/ })).toBeVisible();
  api.answer('GET /api/app/lang', () => ({ status: 500 }));
  await openPage(page);
  await expect(page.getByRole('heading', { name: 'ロンドン' })).toBeVisible();
  await expect(page.getByText('São Paulo')).toBeVisible();
});

test('language and theme are chosen, and remembered', async ({ page }) => {
  await installApi(page);
  await openPage(page, '/my');
  await checkAccessibility(page);
  await page.getByRole('button', { name: '语言' }).click();
  // All ten, and the button that closes.
  await expect(page.getByRole('dialog').getByRole('button')).toHaveCount(11);
  await checkAccessibility(page);
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Settings successful')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await checkAccessibility(page);
});

test('the disclosure is read as the server states it', async ({ page }) => {
  const api = await installApi(page);
  const hash = `0x${'ab'.repeat(32)}`;
  api.answer('GET /api/app/disclosure', () => ({
    data: {
      version: 3,
      hash,
      sections: ['谁在运营', '费用', '最坏结果'].map((title) => ({
        title,
        text: '运营方。<img src=x onerror=alert(1)>'.repeat(20),
      })),
    },
  }));
  await openPage(page, '/my');
  await page.getByRole('button', { name: '风险与费用说明' }).click();
  await expect(page.getByRole('dialog')).toContainText('<img src=x onerror=alert(1)>');
  await expect(page.getByRole('dialog')).toContainText(hash);
  await checkAccessibility(page);
});

test('an address without a screen says so', async ({ page }) => {
  await installApi(page);
  await openPage(page, '/nowhere');
  await expect(page.getByText('页面不存在')).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/index$/);
});
