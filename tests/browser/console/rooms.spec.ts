import { expect } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';

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
