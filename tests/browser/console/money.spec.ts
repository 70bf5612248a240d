import { expect } from '@playwright/test';
import { DESK, enterConsole } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';

test.use(DESK);

test('the room of money shows what the ledger holds', async ({ page }) => {
  await enterConsole(page, { path: '/money', language: 'en' });
  const answer = await page.waitForResponse((response) => response.url().endsWith('/api/ops/funds'));
  const { data } = await answer.json();
  const shown = page.getByRole('button', { pressed: true }).locator('[data-value]').first();
  await expect(shown).toHaveAttribute('data-value', data.funds[0].balance);
});
