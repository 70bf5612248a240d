import { expect, type Page, type Worker } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem, fillJoin } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { untilControlled } from './fixtures/until-controlled.ts';
import { openRound } from './system/open-round.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

test.use({ serviceWorkers: 'allow' });

const PERMISSION = 'test.permission';
const SHOWN = 'test.shown';

/**
 * Takes the place of what Chromium has only with a window: the permission is what it answers to the page or what a test
 * sets, and what the page shows is listed.
 */
async function installPermission(page: Page, first: NotificationPermission): Promise<void> {
  await page.addInitScript(
    ({ key, shown, initial }) => {
      const ask = Notification.requestPermission.bind(Notification);
      Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem(key) ?? initial });
      Notification.requestPermission = async () => {
        const answer = await ask();
        sessionStorage.setItem(key, answer);
        return answer;
      };
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        const before: unknown[] = JSON.parse(sessionStorage.getItem(shown) ?? '[]');
        sessionStorage.setItem(shown, JSON.stringify([...before, { title, body: options?.body, data: options?.data }]));
      };
    },
    { key: PERMISSION, shown: SHOWN, initial: first },
  );
}

test('after joining a notification is offered; it shows the round’s outcome while the page is hidden', async ({
  page,
  context,
}) => {
  const { url } = systemAddresses();
  await context.grantPermissions(['notifications'], { origin: url });
  await installPermission(page, 'default');
  const { client } = await enterSystem(page, 98);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const round = await openRound({ city: 'Bell', quota: '500' });
  await (await fillJoin(page, round, '320')).click();
  const sheet = page.getByRole('dialog', { name: '订单已接受' });
  await sheet.getByRole('button', { name: '结算后通知我' }).click();
  await expect(page.getByText('通知已开启')).toBeVisible();
  await expect(sheet.getByRole('button', { name: '结算后通知我' })).toHaveCount(0);
  await checkAccessibility(page);
  // As behind another window: a test's page is always visible.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const { roundId, termsHash, cityId } = round;
  dataOf(
    await client.call('POST /api/biz/crowdfund', { roundId, amount: '180', termsHash, requestId: crypto.randomUUID() }),
  );
  const notifications = () =>
    page.evaluate((shown): unknown[] => JSON.parse(sessionStorage.getItem(shown) ?? '[]'), SHOWN);
  await expect.poll(notifications).toHaveLength(1);
  const { items } = dataOf(await client.call('POST /api/biz/mine/mint', {}));
  const details = await Promise.all(
    items.map(async ({ orderId }) => dataOf(await client.call('POST /api/biz/mint/detail', { orderId }))),
  );
  const fmc = details.flatMap(({ settlement }) => settlement?.minted?.stages.map(({ amount }) => Number(amount)) ?? []);
  const total = fmc.reduce((sum, amount) => sum + amount, 0).toLocaleString('en');
  expect(await notifications()).toEqual([
    { title: `${round.city} 铸造成功`, body: `您得到 ${total} FMC`, data: `/city?city=${cityId}&round=${roundId}` },
  ]);
});

/**
 * Taps a notification with these data, as the browser tells the service worker; its own permission to take the focus
 * and to open a window comes only with a real tap. Returns whether the notification was closed, and windows opened.
 */
function tapNotification(worker: Worker, data: unknown) {
  return worker.evaluate(async (value) => {
    const opened: string[] = [];
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    Reflect.set(Reflect.get(globalThis, 'WindowClient').prototype, 'focus', () => Promise.resolve());
    Reflect.set(Reflect.get(globalThis, 'clients'), 'openWindow', async (url: string) => void opened.push(url));
    const done: Promise<unknown>[] = [];
    const event = Object.defineProperties(new Event('notificationclick'), {
      notification: { value: { data: value, close } },
      waitUntil: { value: (promise: Promise<unknown>) => void done.push(promise) },
    });
    globalThis.dispatchEvent(event);
    await Promise.all(done);
    return { isClosed, opened };
  }, data);
}

test('a tap on the notification opens its round in the page that is open, else in a new one; no other site', {
  tag: '@soak-2',
}, async ({ page, context }) => {
  const { url } = systemAddresses();
  const { cityId, roundId, city } = await openRound({ city: 'Tap', quota: '500' });
  const path = `/city?city=${cityId}&round=${roundId}`;
  await page.goto(`${url}/my`);
  await untilControlled(page);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('the page has a service worker');

  expect(await tapNotification(worker, path)).toEqual({ isClosed: true, opened: [] });
  await expect(page).toHaveURL(url + path);
  await expect(page.getByRole('region', { name: city })).toBeVisible();
  expect(await tapNotification(worker, 'https://evil.example/city')).toEqual({ isClosed: true, opened: [] });
  expect(await tapNotification(worker, '//evil.example/city')).toEqual({ isClosed: true, opened: [] });
  await expect(page).toHaveURL(url + path);
  await page.goto('about:blank');
  // The browser lists the page that was left for a moment longer, and never says that it did not go anywhere.
  const countPages = () => worker.evaluate(async () => (await Reflect.get(globalThis, 'clients').matchAll()).length);
  await expect.poll(countPages).toBe(0);
  expect(await tapNotification(worker, path)).toEqual({ isClosed: true, opened: [url + path] });
  expect(await tapNotification(worker, null)).toEqual({ isClosed: true, opened: [`${url}/index`] });
});
