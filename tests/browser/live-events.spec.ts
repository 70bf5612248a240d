import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
import { systemAddresses } from './system/system-addresses.ts';

const LATEST = '/api/app/last/crowdfund';

/** Counts what the page asks for at these paths. */
function countRequests(page: Page): (path: string) => number {
  const counts = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
  });
  return (path) => counts.get(path) ?? 0;
}

const raised = (page: Page, value: string) =>
  page.getByRole('region', { name: /^Live/ }).locator(`data[value="${value}"]`);

test('joins of others show by live events, without asking for the round; without events it is asked for', async ({
  page,
}) => {
  const { url } = systemAddresses();
  const count = countRequests(page);
  const [round, other] = await Promise.all([
    openRound({ city: 'Live', quota: '1000' }),
    signInParticipant(fundedKey(36)),
  ]);
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === EVENTS_PATH);
  await page.goto(`${url}/city?city=${round.cityId}`);
  await expect(raised(page, '0').first()).toBeVisible();
  await page.locator('h1').click();
  expect((await opened).status()).toBe(200);
  // The beginning of the stream makes the round be fetched once more.
  await expect.poll(() => count(LATEST)).toBeGreaterThan(1);
  // From here on no answer about the round comes: what is shown comes by events.
  await page.route(`**${LATEST}`, () => undefined);
  await other.join(round, '123.4');
  await expect(raised(page, '123.4').first()).toBeVisible();
  await other.join(round, '100');
  await expect(raised(page, '223.4').first()).toBeVisible();
  expect(count(EVENTS_PATH)).toBe(1);
  await page.unroute(`**${LATEST}`);

  await page.route(`**${EVENTS_PATH}`, (route) => route.abort());
  await page.reload();
  await page.locator('h1').click();
  await expect(raised(page, '223.4').first()).toBeVisible();
  await other.join(round, '10.5');
  await expect(raised(page, '233.9').first()).toBeVisible();
  expect(count(EVENTS_PATH)).toBeGreaterThan(1);
});
