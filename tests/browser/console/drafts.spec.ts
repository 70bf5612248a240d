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
  const saved = page.waitForResponse((answer) => {
    const sent = answer.url().endsWith('/api/ops/drafts/save') ? answer.request().postDataJSON() : null;
    return sent?.fields.phase === '8';
  });
  await phase.fill('8');
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  expect((await saved).ok()).toBe(true);
  await page.goto(address);
  await expect(phase).toHaveValue('8');
});
