import { assetsOf } from '@city-mint/web/testing/replies/assets';
import { cities, fullHome, NO_PRICE_POINTS } from '@city-mint/web/testing/replies/home';
import { latestRound, samplePreview, sampleRound } from '@city-mint/web/testing/replies/rounds';
import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { type FakeApi, installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const PRICES = [0, 1, 2].map((from) => ({ from, to: from + 1, price: `0.1${from}`, changes: 1 }));
const JOIN = 'POST /api/biz/crowdfund';
const NOTICE = { announcementId: 'night:1', kind: 'maintenance', lang: 'zh', title: '今晚维护', text: '两点到三点' };

test('sheets of a visitor without the system: nothing for axe', { tag: '@soak-1' }, async ({ page }) => {
  // Chromium without a window has no permission to ask for.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  const api = await installApi(page);
  const section = (title: string) => ({ title, text: '运营方。'.repeat(40) });
  const sections = ['谁在运营', '费用', '最坏结果'].map(section);
  api.answer('GET /api/app/disclosure', () => ({ data: { version: 3, hash: HASH, sections } }));
  await openPage(page, '/my');
  const dialog = page.getByRole('dialog');
  for (const [button, shown] of [
    ['语言', '日本語'],
    ['风险与费用说明', HASH],
    ['结算通知', '浏览器已阻止本站的通知'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(dialog).toContainText(shown);
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }

  api.answer('GET /api/app/lang', () => ({ data: { lang: {}, cities: {}, hasAnnouncements: true } }));
  const times = { startsAt: 0, endsAt: Date.now() + 3_600_000 };
  api.answer('POST /api/app/announcements', () => ({ data: { announcements: [{ ...NOTICE, ...times }] } }));
  api.answer('GET /api/app/home', () => ({ data: fullHome(Date.now()) }));
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  await openPage(page);
  await expect(page.getByRole('heading', { name: '今晚维护' })).toBeVisible();
  await checkAccessibility(page);
  for (const [points, shown] of [
    [[], '还没有走势'],
    [PRICES, '选择时间点'],
  ] as const) {
    api.answer('POST /api/app/price', () => ({ data: { ...NO_PRICE_POINTS, points } }));
    await openPage(page);
    await page.getByRole('button', { name: '查看价格走势' }).click();
    const chart = dialog.getByText(shown).or(dialog.getByRole('slider', { name: shown }));
    await expect(chart).toBeVisible();
    await checkAccessibility(page);
  }
});

test('a tap that opens the first sheet registers no style property, for which the whole page gets new styles', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const names: string[] = [];
    Object.assign(window, { registeredNames: names });
    const register = CSS.registerProperty.bind(CSS);
    CSS.registerProperty = (definition) => {
      register(definition);
      names.push(definition.name);
    };
  });
  const registeredNames = () => page.evaluate<string[]>(() => Reflect.get(window, 'registeredNames'));
  await installApi(page);
  await openPage(page, '/my');
  await expect.poll(registeredNames).not.toEqual([]);
  const before = await registeredNames();
  await page.getByRole('button', { name: '语言' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await registeredNames()).toEqual(before);
});

test('notices without a network: nothing for axe', async ({ page }) => {
  const api = await installApi(page);
  await page.clock.install();
  await openPage(page);
  await checkAccessibility(page);
  api.setOffline(true);
  await page.reload();
  const alert = page.getByRole('alert');
  for (let attempt = 0; attempt < 8 && !(await alert.isVisible()); attempt += 1) await page.clock.runFor(2_000);
  await expect(alert).toContainText('网络异常');
  await checkAccessibility(page);
});

/** Answers what London's round and the form that joins it ask for. */
function answerRound(api: FakeApi): void {
  api.answer('GET /api/app/home', () => ({ data: fullHome(Date.now()) }));
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  api.answer('POST /api/app/last/crowdfund', () => ({ data: latestRound(Date.now()) }));
  for (const preview of ['POST /api/app/preview', 'POST /api/biz/preview'])
    api.answer(preview, () => ({ data: samplePreview() }));
  api.answer('POST /api/app/user/asset', () => ({ data: assetsOf('100') }));
  const { unreadable, ...brief } = { ...sampleRound(Date.now()), unreadable: true };
  api.answer('POST /api/app/rounds', () => ({
    data: { items: [brief, { ...brief, roundId: '11', number: 3 }].map((round) => ({ ...round, unreadable })) },
  }));
}

test('a round that cannot be joined, and the list of all rounds: nothing for axe', { tag: '@soak-3' }, async ({
  page,
}) => {
  const api = await installApi(page);
  answerRound(api);
  const barred = [{ paused: ['joins'] }, { region: { country: 'XX', joiningAllowed: false, referralAllowed: true } }];
  for (const change of barred) {
    api.answer('GET /api/app/home', () => ({ data: { ...fullHome(Date.now()), ...change } }));
    await openPage(page, '/city?city=1');
    await expect(page.getByRole('status').filter({ hasText: /参与已暂停|您所在的地区/ })).toBeVisible();
    await checkAccessibility(page);
  }
  const change = { drawnFirst: '1250.5', expectedFmc: '4000' };
  api.answer('POST /api/app/last/crowdfund', () => ({ data: latestRound(Date.now(), change) }));
  await openPage(page, '/city?city=1');
  await expect(page.getByText(/更早结束的轮次可能先动用储备金/)).toBeVisible();
  await page.getByRole('button', { name: '查看全部' }).click();
  await expect(page.getByRole('dialog', { name: '全部轮次' })).toContainText('第 3 轮');
  await checkAccessibility(page);
});

test('from the text to sign to a join under maintenance: nothing for axe', { tag: '@soak-6' }, async ({ page }) => {
  const api = await installApi(page);
  answerRound(api);
  const wallet = await installWallet(page);
  await page.clock.install();
  await openPage(page);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Test Wallet' }).click();
  await dialog.getByText('查看消息全文').click();
  await expect(dialog).toContainText('wants you to sign in');
  await checkAccessibility(page);
  wallet.hangNext('personal_sign');
  await dialog.getByRole('button', { name: '签名登录' }).click();
  await wallet.asked('personal_sign');
  await page.clock.fastForward(21_000);
  await expect(dialog).toContainText('钱包尚未响应');
  await checkAccessibility(page);
  wallet.answerHanging();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('fmc.session') ?? '{}');
    const user = { ...session.user, consentHash: 'accepted' };
    localStorage.setItem('fmc.session', JSON.stringify({ ...session, user }));
  });

  await openPage(page, '/city?city=1');
  await page.getByRole('button', { name: '参与铸造' }).click();
  await dialog.getByRole('button', { name: '50%' }).click();
  await dialog.getByText('测算明细').click();
  await expect(dialog.getByRole('slider', { name: '募到多少时截止' })).toBeVisible();
  await checkAccessibility(page);
  const msg = '系统维护中，请稍后再试';
  api.answer('POST /api/app/qa', () => ({ data: { questions: [], contacts: [] } }));
  api.answer(JOIN, () => ({ code: 503, error: 'maintenance', msg }));
  await dialog.getByRole('button', { name: '确认参与 50 JU' }).click();
  await expect(dialog).toContainText(msg);
  await checkAccessibility(page);
  const attemptLater = async () => {
    await page.clock.fastForward(60_000);
    return api.count(JOIN);
  };
  await expect.poll(attemptLater).toBeGreaterThanOrEqual(3);
  await expect(dialog).toContainText('请联系我们');
  await checkAccessibility(page);
  const next = { roundId: '99', number: 5, state: 'scheduled', filled: '0', opensAt: Date.now() + 9_000_000 } as const;
  api.answer('POST /api/app/last/crowdfund', () => ({ data: latestRound(Date.now(), next) }));
  await page.clock.fastForward(60_000);
  await expect(dialog).toContainText('本轮已结束，不能再参与');
  await checkAccessibility(page);
});
