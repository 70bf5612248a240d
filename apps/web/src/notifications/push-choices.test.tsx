import { within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { installFakeNotifications } from '#testing/fake-notifications.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const { notify: texts } = zh;
const NONE = { opens: false, settled: false, stage: false, credited: false, 'sign-in': false };
const SUBSCRIPTION = { endpoint: 'https://push.example/1', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const { endpoint, ...keys } = SUBSCRIPTION;

/** A browser whose push service answers or not; returns whether it is subscribed. */
function installFakePush({ isAway = false } = {}) {
  let isSubscribed = false;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      isSubscribed = false;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    async subscribe() {
      if (isAway) throw new DOMException('push service error', 'AbortError');
      isSubscribed = true;
      return subscription;
    },
  };
  Reflect.set(navigator, 'serviceWorker', { getRegistration: async () => ({ pushManager }) });
  return () => isSubscribed;
}

async function openSheet(publicKey: string | null = 'B'.repeat(87)) {
  const visitor = await prepareVisitor();
  visitor.network.reply('POST /api/app/push/key', { publicKey });
  visitor.network.reply('POST /api/app/user/pushEvents', NONE);
  visitor.network.reply('POST /api/app/user/mail', { isOffered: false, email: null, state: 'none', ...NONE });
  localStorage.setItem('fmc.notify', 'on');
  onTestFinished(() => localStorage.removeItem('fmc.notify'));
  const page = await visitor.open('/my');
  await page.user.click(await page.screen.findByRole('button', { name: new RegExp(`^${texts.title}`) }));
  return { ...page, network: visitor.network, sheet: await page.screen.findByRole('dialog', { name: texts.title }) };
}

describe('PushChoices', () => {
  test('subscribes the browser at the first choice, and ends the subscription with the last', async () => {
    installFakeNotifications('granted');
    const isSubscribed = installFakePush();
    const { network, sheet, user, screen } = await openSheet();
    network.reply('POST /api/app/user/pushSave', { ...NONE, settled: true });
    const settled = await within(sheet).findByLabelText(texts.push.events.settled);
    await user.click(settled);
    expect(await screen.findByText(texts.push.saved)).toBeVisible();
    expect(settled).toBeChecked();
    expect(isSubscribed()).toBe(true);
    const fields = { pushUrl: endpoint, ...keys, language: 'zh' };
    const requests = () => network.calls('POST /api/app/user/pushSave');
    expect(requests()[0]).toEqual({ ...fields, ...NONE, settled: true });
    network.reply('POST /api/app/user/pushSave', NONE);
    await user.click(settled);
    expect(await within(sheet).findByLabelText(texts.push.events.settled)).not.toBeChecked();
    expect(isSubscribed()).toBe(false);
  });

  test('says that the push service of the browser does not answer, and saves nothing', async () => {
    installFakeNotifications('granted');
    installFakePush({ isAway: true });
    const { network, sheet, user, screen } = await openSheet();
    await user.click(await within(sheet).findByLabelText(texts.push.events.opens));
    expect(await screen.findByText(texts.push.failed)).toBeVisible();
    expect(network.calls('POST /api/app/user/pushSave')).toHaveLength(0);
  });

  test('are not offered where the system sends none', async () => {
    installFakeNotifications('granted');
    installFakePush();
    const { network, sheet } = await openSheet(null);
    await expect.poll(() => network.calls('POST /api/app/push/key')).toHaveLength(1);
    expect(within(sheet).queryByText(texts.push.title)).toBeNull();
  });
});
