import { expect } from '@playwright/test';
import { DESK, enterConsole } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';

test.use(DESK);

test('who leaves a draft while it is not saved yet finds it as they left it', async ({ page }) => {
  await enterConsole(page, { path: '/plans', language: 'en' });
  const begin = page.getByRole('button', { name: 'Begin a draft' });
  // Until the server has said which role it is, buttons are disabled.
  await expect(begin).toBeEnabled();
  await begin.press('Enter');
  const phase = page.locator('[data-field="phase"] input').first();
  await phase.fill('7');
  await expect(page.getByText(/^Saved \(version \d+\)$/)).toBeVisible();
  const address = page.url();
  await phase.fill('8');
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await expect(async () => {
    await page.goto(address);
    await expect(phase).toHaveValue('8', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});
