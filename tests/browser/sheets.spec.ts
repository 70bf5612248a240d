import { cities, fullHome, NO_PRICE_POINTS } from '@city-mint/web/testing/replies/home';
import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const NOTICE = { announcementId: 'night:1', kind: 'maintenance', lang: 'zh', title: '今晚维护', text: '两点到三点' };

test('what a visitor can open without the system: nothing for axe', async ({ page }) => {
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
    ['结算通知', '结算结果'],
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
  api.answer('POST /api/app/price', () => ({ data: NO_PRICE_POINTS }));
  await openPage(page);
  await expect(page.getByRole('heading', { name: '今晚维护' })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('button', { name: '查看价格走势' }).click();
  await expect(dialog).toContainText('还没有走势');
  await checkAccessibility(page);
});

test('what is said without a network: nothing for axe', async ({ page }) => {
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
