import { expect } from '@playwright/test';
import { enterSystem } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { systemAddresses } from './system/system-addresses.ts';

/** What is typed, and the amount as the page says it; two for a text that the page asks about. */
const TYPED = [
  ['id', '12,5', ['12 koma 5 JU']],
  ['id', '1.125', ['1 ribu 125 JU', '1 koma 125 JU']],
  ['vi', '0,5', ['0 phẩy 5 JU']],
  ['vi', '1.234,5', ['1 nghìn 234 phẩy 5 JU']],
  ['hi', '12,34,567.5', ['12 लाख 34 हज़ार 567 दशमलव 5 JU']],
  ['hi', '१२.५', ['12 दशमलव 5 JU']],
  ['en', '1,125', ['1 thousand 125 JU', '1 point 125 JU']],
  ['en', '1,1255', ['1 point 125 5 JU']],
  ['zh', '１２，３４５', ['1万2345 JU', '12 点 345 JU']],
  ['zh', '12,5', ['12 点 5 JU']],
] as const;

test('amounts typed key by key stay as they are, and are said or asked about in five languages', {
  tag: '@soak-2',
}, async ({ page }) => {
  await enterSystem(page, 116);
  for (const [language, typed, said] of TYPED) {
    await page.evaluate((lang) => localStorage.setItem('lang', lang), language);
    await page.goto(`${systemAddresses().url}/withdraw?currency=JU`);
    const field = page.locator('input[name="amount"]');
    await field.pressSequentially(typed);
    await expect(field).toHaveValue(typed);
    const form = page.locator('form', { has: field });
    for (const text of said) await expect(form.getByText(text).first()).toBeVisible();
    if (said.length === 1) continue;
    await form.getByRole('button', { name: said[1] }).click();
    await expect(form.getByText(`= ${said[1]}`)).toBeVisible();
  }
});

test('a long amount shows its first digits on a narrow phone once it is entered', async ({ page }) => {
  await enterSystem(page, 116);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${systemAddresses().url}/withdraw?currency=JU`);
  const field = page.locator('input[name="amount"]');
  await field.pressSequentially('12345.678901234567890123');
  await field.blur();
  expect(await field.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
