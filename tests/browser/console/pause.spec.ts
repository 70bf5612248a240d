import { CONSOLE_OPERATORS } from '@city-mint/devnet/operators';
import { expect } from '@playwright/test';
import { secondOperator } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';
import { systemAddresses } from '../system/system-addresses.ts';

// It runs after all others (playwright.config.ts), which share the system.
test('an operator pauses swaps in the console: the page says so until a second one lets them go on', async ({
  page,
  browser,
}) => {
  const paused = page.getByText('系统维护中，暂停兑换');
  const first = await secondOperator(browser, { operator: CONSOLE_OPERATORS[0], path: '/limits', language: 'en' });
  const part = first.page.getByRole('listitem').filter({ hasText: 'Swap' });
  await part.getByRole('button', { name: 'Pause: Swap' }).click();
  const pause = first.page.getByRole('dialog', { name: 'Pause a part of the system' });
  await pause.getByLabel('Reason').fill('the pool is looked at');
  await pause.getByRole('button', { name: 'Sign with the wallet' }).click();
  await expect(pause.getByText('It has taken effect')).toBeVisible();
  await first.page.keyboard.press('Escape');
  await expect(part.getByText('the pool is looked at')).toBeVisible();
  await page.goto(`${systemAddresses().url}/swap`);
  await expect(paused).toBeVisible();

  await part.getByRole('button', { name: 'Resume: Swap' }).click();
  const resume = first.page.getByRole('dialog', { name: 'Resume a part of the system' });
  await resume.getByLabel('Reason').fill('nothing was wrong');
  await resume.getByRole('button', { name: 'Sign with the wallet' }).click();
  const link = await resume.getByRole('link', { name: /\/proposals\/\d+$/ }).getAttribute('href');
  const second = await secondOperator(browser, { path: new URL(link ?? '', first.page.url()).pathname });
  await second.page.getByRole('button', { name: '确认…' }).click();
  await second.page.getByLabel('理由').fill('已核对');
  await second.page.getByRole('button', { name: '签名并确认' }).click();
  await expect(second.page.getByText('已生效')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('卖出', { exact: true })).toBeVisible();
  await expect(paused).toHaveCount(0);
  await second.page.goto(new URL('/log?action=unpause', second.page.url()).href);
  await expect(second.page.getByText('已验证').first()).toBeVisible();
  for (const { errors } of [first, second]) expect([...errors.errors, ...errors.violations]).toEqual([]);
});
