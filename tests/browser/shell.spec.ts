import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

const CODE = '**/assets/*.js';

/**
 * Waits until the history has this many entries of open sheets. A sheet is there a moment before its entry: a step back
 * in between, which no reader is quick enough for, would be taken from the screen below.
 */
async function hasEntries(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => Number(Object(history.state).sheetDepth ?? 0))).toBe(count);
}

async function openHome(page: Page) {
  const api = await installApi(page);
  api.answer('GET /api/app/home', () => ({ data: fullHome(Date.now()) }));
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  await openPage(page);
  await expect(page.getByRole('heading', { name: 'London' })).toBeVisible();
  return api;
}

test('a screen whose code cannot be fetched says so in the same document, and opens when it can', {
  tag: '@soak-6',
}, async ({ page }) => {
  await openHome(page);
  await page.evaluate(() => Reflect.set(window, 'isSameDocument', true));
  await page.route(CODE, (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page.getByRole('alert')).toContainText('网络异常');
  await expect(page).toHaveURL(/\/my$/);
  await page.route('**/my', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('alert')).toContainText('网络异常');
  await checkAccessibility(page);
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true);
  await page.unroute('**/my');
  await page.unroute(CODE);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/my$/);
});

test('on a wide screen the main screens are beside the page, also on a screen with a back button', {
  tag: '@soak-4',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHome(page);
  const tabs = page.getByRole('navigation', { name: '主导航' });
  const besideThePage = async () => {
    const [bar, screen] = [await tabs.boundingBox(), await page.locator('body').boundingBox()];
    if (bar === null || screen === null) throw new Error('nothing is shown');
    expect(bar.x).toBeGreaterThan(0);
    expect(bar.x + bar.width).toBeLessThanOrEqual(screen.x);
  };
  await besideThePage();
  await checkAccessibility(page);
  await tabs.getByRole('link', { name: '我的' }).click();
  await page.getByRole('button', { name: '我的网络' }).click();
  await expect(page.getByRole('heading', { name: '我的网络' })).toBeVisible();
  await besideThePage();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tabs).toBeHidden();
});

test('offline: it says of when the data are, and the screens open without a network', { tag: '@soak-6' }, async ({
  page,
  context,
}) => {
  const api = await openHome(page);
  const bar = page.getByText(/^离线，数据停在 \d\d:\d\d:\d\d$/);
  await expect(bar).toHaveCount(0);
  // The code of the other screens is fetched once the first one has been shown for a while, their texts with it: when
  // a second has brought nothing new, all of it is there.
  let fetched = 0;
  const isAllFetched = async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const isAll = names.length === fetched && names.some((name) => /my-page-.*\.js/.test(name));
    fetched = names.length;
    return isAll;
  };
  await expect.poll(isAllFetched, { intervals: [1_000] }).toBe(true);
  api.setOffline(true);
  await context.setOffline(true);
  await expect(bar).toBeVisible();
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('link', { name: '首页' }).click();
  await expect(page.getByRole('heading', { name: 'London' })).toBeVisible();
  api.setOffline(false);
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
});

test('Back closes open sheets, one after the other, and only then leaves the screen', async ({ page }) => {
  await installApi(page);
  await installWallet(page);
  await openPage(page);
  await signIn(page);
  await page.getByRole('link', { name: '我的' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: '语言' }).click();
  await expect(dialog).toBeVisible();
  await hasEntries(page, 1);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/my$/);

  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await hasEntries(page, 1);
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/my$/);

  // A sheet that was closed by its button, and one that a reload closed, leave nothing to go back through.
  await page.getByRole('button', { name: '语言' }).click();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect(dialog).toHaveCount(0);
  await hasEntries(page, 0);
  await page.getByRole('button', { name: '语言' }).click();
  await expect(dialog).toBeVisible();
  await hasEntries(page, 1);
  await page.reload();
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible();
  await hasEntries(page, 0);
  await page.goBack();
  await expect(page).toHaveURL(/\/index$/);
});

test('one prompt that follows another takes its place: Back leaves none behind', async ({ page }) => {
  await installApi(page);
  await installWallet(page, { chainId: 1 });
  await openPage(page, '/my');
  await page.getByRole('link', { name: '首页' }).click();
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  await page.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(page.getByRole('dialog', { name: '授权登录' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/index$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/my$/);
});

test('every screen has its title, and its heading has the focus when it opens', async ({ page }) => {
  await openHome(page);
  await expect(page).toHaveTitle('City Mint');
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page).toHaveTitle('我的 · City Mint');
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle('City Mint');
});

test('before its script has arrived: the name, the chosen theme, no flash of the other one', async ({ page }) => {
  await installApi(page);
  await page.route(CODE, (route) => route.abort());
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${pageUrl()}/index`);
  await expect(page.getByText('City Mint')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(11, 18, 16)');
  const bars = await page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((meta) => meta.outerHTML));
  expect(bars.every((html) => html.includes('#0b1210'))).toBe(true);
});

for (const width of [195, 320]) {
  test(`${width} px wide, as zoomed to 200 % on a phone or at 400 % of 1280: nothing is cut off`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 });
    const api = await openHome(page);
    const home = fullHome(Date.now());
    const [round] = home.openRounds;
    if (round === undefined) throw new Error('an open round');
    const large = {
      ...round,
      city: 'Krung Thep Maha Nakhon',
      filled: '123456789.123',
      quota: '987654321',
      mintAmount: '5000000000',
    };
    api.answer('GET /api/app/home', () => ({ data: { ...home, openRounds: [large] } }));
    await page.reload();
    await expect(page.getByRole('heading', { name: large.city })).toBeVisible();
    await expect(page.getByText('1.23亿')).toBeVisible();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main h2, main p, main dd, main dt, main a, main data, main li')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.textContent),
    );
    expect(cut).toEqual([]);
  });
}

test('a page older than the server: a screen whose file is gone opens from the new page, by a tap', async ({
  page,
}) => {
  await openHome(page);
  await page.evaluate(() => Reflect.set(window, 'isSameDocument', true));
  // The new server has neither the old files nor the old screens' names; its documents name the new ones.
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(CODE);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBeUndefined();
  await expect(page).toHaveURL(/\/my$/);
});

test('a newer server: fields that the page does not know are left out, refusals shown in its words', async ({
  page,
}) => {
  const api = await openHome(page);
  api.answer('GET /api/app/home', () => ({ data: { ...fullHome(Date.now()), ofALaterVersion: [{ kind: 'later' }] } }));
  api.answer('GET /api/app/leaderboard', () => ({ code: 422, error: 'of-a-later-version', msg: '请先升级页面' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'London' })).toBeVisible();
  await openPage(page, '/leaderboards');
  await expect(page.getByRole('alert')).toContainText('请先升级页面');
});

/** Opens the prompt to sign in, with a server that never answers the signature. */
async function openUnansweredSignIn(page: Page) {
  const api = await openHome(page);
  await installWallet(page);
  await page.reload();
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  api.answer('POST /api/app/user/login', () => new Promise(() => undefined));
  await expect.poll(() => api.count('POST /api/app/user/signMessage')).toBe(1);
  return { api, sign: page.getByRole('dialog').getByRole('button', { name: '签名登录' }) };
}

test('no answer in 60 seconds is a network error', { tag: '@soak-5' }, async ({ page }) => {
  // The page's time limits pass thirty times as fast, and are listed.
  await page.addInitScript(() => {
    const limits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    Reflect.set(window, 'limits', limits);
    AbortSignal.timeout = (milliseconds) => {
      limits.push(milliseconds);
      return timeout(milliseconds / 30);
    };
  });
  const { sign } = await openUnansweredSignIn(page);
  await sign.click();
  await expect(page.getByText('网络异常').first()).toBeVisible();
  await expect(sign).toBeEnabled();
  expect(await page.evaluate(() => [...new Set(Reflect.get(window, 'limits'))])).toEqual([60_000]);
  expect(await page.evaluate(() => localStorage.getItem('fmc.session'))).toBeNull();
});

test('the overlay of a command blocks taps immediately, and is seen only when the command takes long', {
  tag: '@soak-2',
}, async ({ page }) => {
  await page.clock.install();
  const { api, sign } = await openUnansweredSignIn(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await sign.click();
  await expect.poll(() => api.count('POST /api/app/user/login')).toBe(1);
  const overlay = page.getByText('处理中');
  await page.clock.runFor(100);
  await expect(overlay).toHaveCount(0);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const atTop = await page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.role ?? null,
    [width / 2, height - 4],
  );
  expect(atTop).toBe('status');
  await page.clock.runFor(100);
  await expect(overlay).toBeVisible();
});
