import { type PushService, startPushService } from '@city-mint/tests/setup/push-service';
import { expect, type Page, type Worker } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { untilControlled } from './fixtures/until-controlled.ts';
import { openRound } from './system/open-round.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

test.use({ serviceWorkers: 'allow' });

let service: PushService;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.stop());

/**
 * A headless Chromium subscribes only at Google's push service. Here the page gets a subscription at ours, whose key
 * pair the test holds: the message is encrypted for it, decrypted here and passed to the browser, which wakes the
 * service worker as for any push message.
 */
async function installPush(page: Page): Promise<void> {
  const fields = service.subscribe();
  await page.addInitScript(({ pushUrl, p256dh, auth }) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    localStorage.setItem('fmc.notify', 'on');
    const subscription = {
      endpoint: pushUrl,
      toJSON: () => ({ endpoint: pushUrl, keys: { p256dh, auth } }),
      unsubscribe: async () => localStorage.removeItem('test.push') === undefined,
    };
    const find = async () => (localStorage.getItem('test.push') === null ? null : subscription);
    Reflect.set(PushManager.prototype, 'getSubscription', find);
    Reflect.set(PushManager.prototype, 'subscribe', async () => {
      localStorage.setItem('test.push', 'yes');
      return subscription;
    });
  }, fields);
}

/** Passes a decrypted message to the browser. */
async function deliver(page: Page, content: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const message = { origin, registrationId: await registered, data: JSON.stringify(content) };
  await devtools.send('ServiceWorker.deliverPushMessage', message);
}

/** Takes the place of what Chromium shows only with a window: its notifications are a list. */
function installNotifications(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const shown: { readonly tag: string }[] = [];
    const { prototype } = ServiceWorkerRegistration;
    Reflect.set(prototype, 'showNotification', async (title: string, options: { readonly tag: string }) => {
      const close = () => void shown.splice(shown.indexOf(notification), 1);
      const notification = { title, ...options, close };
      shown.push(notification);
    });
    Reflect.set(prototype, 'getNotifications', async ({ tag }: { readonly tag?: string } = {}) =>
      shown.filter((each) => tag === undefined || each.tag === tag),
    );
  });
}

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const list = await Reflect.get(globalThis, 'registration').getNotifications();
    return list.map(({ title, body, tag }: Notification) => ({ title, body, tag }));
  });

/** Taps a notification's action, or without one the notification itself. */
function tap(worker: Worker, action: string) {
  return worker.evaluate(async (name) => {
    Reflect.set(Reflect.get(globalThis, 'WindowClient').prototype, 'focus', () => Promise.resolve());
    const [notification] = await Reflect.get(globalThis, 'registration').getNotifications();
    const done: Promise<unknown>[] = [];
    const event = Object.defineProperties(new Event('notificationclick'), {
      notification: { value: notification },
      action: { value: name },
      waitUntil: { value: (promise: Promise<unknown>) => void done.push(promise) },
    });
    globalThis.dispatchEvent(event);
    await Promise.all(done);
  }, action);
}

test('a browser shows an opening while the page is closed: chosen, received, tapped, stopped', {
  tag: '@soak-3',
}, async ({ page, context }) => {
  const { url } = systemAddresses();
  await context.grantPermissions(['notifications'], { origin: url });
  await installPush(page);
  const { client } = await enterSystem(page, 97);
  await page.goto(`${url}/my`);
  await untilControlled(page);
  await page.getByRole('button', { name: /^结算通知/ }).click();
  const sheet = page.getByRole('dialog', { name: '结算通知' });
  await sheet.getByLabel('新一轮开始').click();
  await expect(page.getByText('已保存')).toBeVisible();
  await checkAccessibility(page);

  const { roundId, cityId, city } = await openRound({ city: 'Push', quota: '500' });
  const arrived = () => service.messages.find(({ content }) => content['tag'] === `open ${roundId}`);
  await expect.poll(arrived).toBeDefined();
  const content = arrived()?.content ?? {};
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('the page has a service worker');
  await installNotifications(worker);
  await deliver(page, content);
  const notice = { title: 'City Mint', body: '开始新一轮，可以参与了。', tag: `open ${roundId}` };
  await expect.poll(() => shown(worker)).toEqual([notice]);
  // The server may send it twice.
  await deliver(page, content);
  expect(await shown(worker)).toEqual([notice]);
  await tap(worker, '');
  await expect(page).toHaveURL(`${url}/city?city=${cityId}&round=${roundId}`);
  await expect(page.getByRole('region', { name: city })).toBeVisible();
  expect(await shown(worker)).toEqual([]);

  // Without the session.
  await page.evaluate(() => localStorage.removeItem('fmc.session'));
  await deliver(page, content);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  await tap(worker, 'stop');
  const pushUrl = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.pushManager.getSubscription())?.endpoint ?? '';
  });
  const choices = dataOf(await client.call('POST /api/app/user/pushEvents', { pushUrl }));
  expect(Object.values(choices)).not.toContain(true);
});
