import { expect, type Locator } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';
import { openRound } from '../system/open-round.ts';
import { fundedKey, signInParticipant } from '../system/participant.ts';
import { readSettlement } from '../system/read-settlement.ts';

test.use(DESK);

const LOOKS = [
  { language: 'zh', colorScheme: 'light' },
  { language: 'en', colorScheme: 'dark' },
] as const;

for (const { language, colorScheme } of LOOKS) {
  test(`every room in ${language}, ${colorScheme}: nothing for axe, nothing wider than the desk, no error`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const { errors } = await enterConsole(page, { language, path: '/log' });
    const rooms = page.getByRole('navigation', { name: /^(栏目|Rooms)$/ });
    const links = await rooms.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const addresses = new Set(links);
    expect(addresses.size).toBeGreaterThan(10);
    const title = page.locator('main h1');
    for (const address of addresses) {
      await test.step(String(address), async () => {
        const left = (await title.textContent()) ?? '';
        await rooms.locator(`a[href="${address}"]`).last().click();
        // The room that is left stays on the screen until the code of the next one is there.
        await expect(title).not.toHaveText(left);
        await expect(page).toHaveURL(({ pathname }) => pathname === address);
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await checkAccessibility(page);
      });
    }
    expect([...errors.errors, ...errors.violations]).toEqual([]);
  });
}

/** Returns whose orders a table lists, by their rank. */
const participantsIn = (table: Locator) =>
  table
    .getByRole('row')
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('the orders of a round by their state: only those, also after a reload', async ({ page }) => {
  const [round, partly, fully] = await Promise.all([
    openRound({ city: 'States', quota: '4000', windowMs: 7_000 }),
    signInParticipant(fundedKey(60)),
    signInParticipant(fundedKey(61)),
  ]);
  // The reserve covers the loss of who joined last; of the other's much is left.
  await partly.join(round, '3000');
  await fully.join(round, '20');
  await readSettlement(round.roundId);
  const [claimable, ended] = [partly, fully].map(({ account }) => `/participants/${account.address}`);
  const state = page.getByLabel('State', { exact: true });
  const table = page.getByRole('table', { name: 'Orders' });
  const expectOrders = (orders: unknown[]) => expect.poll(() => participantsIn(table)).toEqual(orders);

  await enterConsole(page, { path: `/rounds/${round.roundId}`, language: 'en' });
  await expectOrders([claimable, ended]);
  await state.selectOption('Claimable');
  await expectOrders([claimable]);
  await page.reload();
  await expect(state).toHaveValue('claimable');
  await expectOrders([claimable]);
  await state.selectOption('Ended');
  await expectOrders([ended]);
  await state.selectOption('Minted');
  await expect(page.getByText('No orders')).toBeVisible();
  await state.selectOption('All');
  await expectOrders([claimable, ended]);
});

test('in a browser whose language is none charts are drawn', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'language', { value: 'x@posix', configurable: true }),
  );
  await enterConsole(page, { path: '/money', language: 'en' });
  await expect(page.locator('main canvas').first()).toBeVisible();
});

test('a page that fails leaves the others in reach', async ({ page }) => {
  await page.route('**/api/ops/rounds', (route) => route.fulfill({ json: { code: 200, msg: '', data: { items: 1 } } }));
  await enterConsole(page, { path: '/rounds', language: 'en' });
  await expect(page.getByText('This page failed')).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
});

test('a room that is read every few seconds says that it could not be read, until it is', async ({ page }) => {
  const overview = '**/api/ops/overview';
  await page.route(overview, (route) => route.abort());
  await enterConsole(page, { path: '/', language: 'en' });
  const failure = page.getByRole('alert').filter({ hasText: 'Try again' });
  await expect(failure).toBeVisible();
  // While it is read again, by itself, the failure is still on the screen.
  await page.waitForRequest(overview);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await failure.isVisible()).toBe(true);
  await page.unroute(overview);
  await expect(failure).toHaveCount(0);
});
