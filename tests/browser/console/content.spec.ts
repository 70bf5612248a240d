import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type Browser, expect } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole, secondOperator } from '../fixtures/enter-console.ts';
import { gotoQuiet } from '../fixtures/goto-quiet.ts';
import { test } from '../fixtures/test.ts';
import { systemAddresses } from '../system/system-addresses.ts';

test.use(DESK);

const KEY = 'home.title';

/** Opens a preview as a reader of th, who sees its text and that it is not published, and cannot sign in. */
async function showsPreview(browser: Browser, url: string): Promise<void> {
  const reader = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await reader.addInitScript(() => localStorage.setItem('lang', 'th'));
  await gotoQuiet(reader, url);
  await expect(reader.getByText('ตัวอย่าง: ข้อความนี้ยังไม่เผยแพร่')).toBeVisible();
  await expect(reader.getByText('ซิตี้ มินต์ ทดสอบ').first()).toBeVisible();
  await checkAccessibility(reader);
  const login = reader.evaluate(() =>
    fetch('/api/app/user/login', { method: 'POST', body: '{}' }).then(String, String),
  );
  expect(await login).toBe('TypeError: a preview changes nothing');
  await reader.close();
}

test('a text is changed in th by two operators, and the page says it', async ({ page, browser }) => {
  const desk = await enterConsole(page, { path: `/content?key=${KEY}`, language: 'en' });
  const field = page.getByLabel('New text (ไทย)');
  await field.fill('<b>ซิตี้</b>');
  await expect(page.getByText('No links, markup or hidden characters: <b')).toBeVisible();
  await checkAccessibility(page);
  await field.fill('ซิตี้ มินต์ ทดสอบ');
  await page.getByRole('button', { name: 'Preview in the page' }).click();
  const preview = (await page.getByRole('link', { name: 'Open the preview' }).getAttribute('href')) ?? '';
  await showsPreview(browser, preview);
  await page.getByRole('button', { name: 'Propose' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Reason').fill('said as people say it');
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).click();
  const link = sheet.getByRole('link', { name: /\/proposals\/\d+$/ });
  const proposal = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;

  const second = await secondOperator(browser, { path: proposal, language: 'zh' });
  await second.page.getByRole('button', { name: '确认…' }).click();
  await second.page.getByLabel('理由').fill('已核对');
  await second.page.getByRole('button', { name: '签名并确认' }).click();
  await expect(second.page.getByText('已生效')).toBeVisible();

  const texts: unknown = await (await fetch(new URL('/api/app/lang', systemAddresses().url))).json();
  expect(texts).toMatchObject({ data: { lang: { th: { [KEY]: 'ซิตี้ มินต์ ทดสอบ' } } } });
  const reader = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await reader.addInitScript(() => localStorage.setItem('lang', 'th'));
  await gotoQuiet(reader, `${systemAddresses().url}/index`);
  await expect(reader.getByText('ซิตี้ มินต์ ทดสอบ').first()).toBeVisible();
  await reader.close();
  expect([...desk.errors.errors, ...desk.errors.violations]).toEqual([]);
});

test('the overview shows the figures of the API, and leads to its rooms', async ({ page }) => {
  const answers: { data: ReplyOf<'POST /api/ops/overview'> }[] = [];
  const isRecharge = ({ kind, currency }: { kind: string; currency: string }) =>
    kind === 'deposit' && currency === 'JU';
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/ops/overview')) answers.push(await response.json());
  });
  const desk = await enterConsole(page, { path: '/', language: 'zh' });
  await expect(page.getByRole('heading', { name: '等待处理' })).toBeVisible();
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(1);
  await checkAccessibility(page);
  const shown = await page.locator('[data-line="recharges"] [data-value]').first().getAttribute('data-value');
  const sums = answers.map(({ data }) => data.money?.flows.find(isRecharge)?.amount);
  expect(sums).toContain(shown);
  await page.getByRole('link', { name: '内容', exact: true }).click();
  for (const tab of ['问答', '联系方式', '公告', '风险与费用说明']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await checkAccessibility(page);
  }
  expect([...desk.errors.errors, ...desk.errors.violations]).toEqual([]);
});
