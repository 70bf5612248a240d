import { expect } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole, secondOperator } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';

test.use(DESK);

const ROOMS = ['/money', '/rewards', '/limits', '/regions', '/chain', '/journal'];

test('rooms of money, machines, limits, chain and journal show what the ledger holds, in both languages', async ({
  page,
  browser,
}) => {
  const desk = await enterConsole(page, { path: '/money', language: 'en' });
  const answer = await page.waitForResponse((response) => response.url().endsWith('/api/ops/funds'));
  const { data } = await answer.json();
  const shown = page.getByRole('button', { pressed: true }).locator('[data-value]').first();
  await expect(shown).toHaveAttribute('data-value', data.funds[0].balance);
  const other = await secondOperator(browser, { path: '/money', language: 'zh' });
  for (const [at, of] of [
    [desk.page, desk],
    [other.page, other],
  ] as const) {
    for (const room of ROOMS) {
      await at.goto(new URL(room, at.url()).href);
      await expect(at.locator('main h1')).toBeVisible();
      await expect(at.locator('main [aria-busy="true"]')).toHaveCount(0);
      await checkAccessibility(at);
    }
    expect([...of.errors.errors, ...of.errors.violations]).toEqual([]);
  }
});
