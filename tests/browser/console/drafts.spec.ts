import { expect, type Page, type Request } from '@playwright/test';
import { DESK, enterConsole } from '../fixtures/enter-console.ts';
import { pressEnter } from '../fixtures/press-enter.ts';
import { test } from '../fixtures/test.ts';

test.use(DESK);

const phaseOf = (page: Page) => page.locator('[data-field="phase"] input').first();

/** Opens a new draft, which is saved with a phase of 7. */
async function openDraft(page: Page): Promise<void> {
  await enterConsole(page, { path: '/plans', language: 'en' });
  const begin = page.getByRole('button', { name: 'Begin a draft' });
  // Until the server has said which role it is, buttons are disabled.
  await pressEnter(begin);
  await phaseOf(page).fill('7');
  await expect(page.getByText(/^Saved \(version \d+\)$/)).toBeVisible();
}

/** Whether a request saves a draft with this phase. */
const saves = (request: Request, phase: string) =>
  request.url().endsWith('/api/ops/drafts/save') && request.postDataJSON().fields.phase === phase;

const openLog = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
};

test('text typed during a save is saved when the page is left', { tag: '@soak-1' }, async ({ page }) => {
  await openDraft(page);
  const address = page.url();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/ops/drafts/save', async (route) => {
    // The server stores the first one, and its answer stays under way.
    const response = await route.fetch();
    if (saves(route.request(), '8')) await released.promise;
    await route.fulfill({ response });
  });
  const sent = page.waitForRequest((request) => saves(request, '8'));
  await phaseOf(page).fill('8');
  await sent;
  const last = page.waitForResponse((answer) => saves(answer.request(), '9'));
  await phaseOf(page).fill('9');
  await openLog(page);
  expect((await last).ok()).toBe(true);
  released.resolve();
  await page.goBack();
  await expect(phaseOf(page)).toHaveValue('9');
  await page.goto(address);
  await expect(phaseOf(page)).toHaveValue('9');
});

test('a draft is saved when its page is closed right after the last key', { tag: '@soak-4' }, async ({ page }) => {
  await openDraft(page);
  const address = page.url();
  await phaseOf(page).fill('9');
  await page.goto('about:blank');
  // Nothing says when what a closed page has sent is stored.
  await expect(async () => {
    await page.goto(address);
    await expect(phaseOf(page)).toHaveValue(/./);
    expect(await phaseOf(page).inputValue()).toBe('9');
  }).toPass();
});
