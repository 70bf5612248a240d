import { expect, type Locator } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';
import { openRound } from '../system/open-round.ts';
import { fundedKey, signInParticipant } from '../system/participant.ts';

test.use(DESK);

const LOOKS: readonly { language: 'zh' | 'en'; colorScheme: 'light' | 'dark'; tag: string | [] }[] = [
  { language: 'zh', colorScheme: 'light', tag: '@soak-4' },
  { language: 'en', colorScheme: 'dark', tag: [] },
];

/** Returns where the links of the navigation lead. */
const addressesOf = async (rooms: Locator) =>
  new Set(await rooms.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href'))));

for (const { language, colorScheme, tag } of LOOKS) {
  const title = `every room in ${language}, ${colorScheme}: nothing for axe, nothing wider than the desk, no error`;
  test(title, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const { errors } = await enterConsole(page, { language, path: '/log' });
    const rooms = page.getByRole('navigation', { name: /^(栏目|Rooms)$/ });
    const addresses = await addressesOf(rooms);
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

test('new orders of a round and their results appear without a reload', async ({ page }) => {
  const [round, first, second] = await Promise.all([
    openRound({ city: 'Watched', quota: '100' }),
    signInParticipant(fundedKey(64)),
    signInParticipant(fundedKey(66)),
  ]);
  await enterConsole(page, { path: `/rounds/${round.roundId}`, language: 'en' });
  await expect(page.getByText('No orders', { exact: true })).toBeVisible();
  const table = page.getByRole('table', { name: 'Orders' });
  await first.join(round, '60');
  await expect(table.getByRole('cell', { name: 'Active', exact: true })).toHaveCount(1);
  await second.join(round, '40');
  await expect(table.getByRole('cell', { name: 'Minted', exact: true })).toHaveCount(2);
  await expect(table.getByRole('cell', { name: 'Active', exact: true })).toHaveCount(0);
});

test('in a browser whose language is none charts are drawn', { tag: '@soak-5' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'language', { value: 'x@posix', configurable: true }),
  );
  await enterConsole(page, { path: '/money', language: 'en' });
  await expect(page.locator('main canvas').first()).toBeVisible();
});

test('a page that fails leaves the others in reach', { tag: '@soak-5' }, async ({ page }) => {
  await page.route('**/api/ops/rounds', (route) => route.fulfill({ json: { code: 200, msg: '', data: { items: 1 } } }));
  await enterConsole(page, { path: '/rounds', language: 'en' });
  await expect(page.getByText('This page failed')).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
});

test('a room that is read every few seconds says that it could not be read, until it is', { tag: '@soak-1' }, async ({
  page,
}) => {
  const overview = '**/api/ops/overview/journal';
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

test('a finding of a health check is in the reader’s language, with its figures', async ({ page }) => {
  const found = [
    { name: 'journal', problem: { code: 'unsealed', seconds: 900 } },
    { name: 'anchors', problem: { code: 'roots-differ', count: 2 } },
    { name: 'indexer', problem: { code: 'reading-halted', detail: 'block 7 was changed' } },
  ];
  await page.route('**/api/ops/overview/alarms', async (route) => {
    const response = await route.fetch();
    const answer: { data: object } = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, checks: found } } });
  });
  await enterConsole(page, { path: '/', language: 'en' });
  for (const text of [
    'waited 15 minutes for its seal',
    '2 roots differ',
    'Reading was halted',
    'block 7 was changed',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await checkAccessibility(page);
});

test('every room with the API down says so, and how to go on', { tag: '@soak-5' }, async ({ page }) => {
  await enterConsole(page, { path: '/log', language: 'en' });
  await page.route(/\/api\/ops\/(?!me|session)/, (route) => route.abort());
  const rooms = page.getByRole('navigation', { name: 'Rooms' });
  for (const address of await addressesOf(rooms)) {
    // The link to the room that is shown reads nothing again.
    if (address === '/log') continue;
    await test.step(String(address), async () => {
      await rooms.locator(`a[href="${address}"]`).last().click();
      await expect(page.locator('main').getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    });
  }
  await checkAccessibility(page);
});
