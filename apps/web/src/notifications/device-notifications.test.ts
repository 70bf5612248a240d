import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  areNotificationsOn,
  disableNotifications,
  enableNotifications,
  type NotificationFacts,
  notificationStatus,
  showNotification,
  useNotificationStore,
} from './device-notifications.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16)';

describe('notificationStatus', () => {
  const able: NotificationFacts = {
    permission: 'default',
    hasServiceWorker: true,
    userAgent: ANDROID,
    touchPoints: 5,
    isWanted: false,
  };

  test.each<[string, Partial<NotificationFacts>, ReturnType<typeof notificationStatus>]>([
    ['not asked yet', {}, 'off'],
    ['allowed and wanted', { permission: 'granted', isWanted: true }, 'on'],
    ['allowed, turned off here', { permission: 'granted' }, 'off'],
    ['wanted, forgotten by the browser', { isWanted: true }, 'off'],
    ['blocked', { permission: 'denied', isWanted: true }, 'blocked'],
    ['an iPhone’s browser', { permission: null, userAgent: IPHONE }, 'install'],
    ['an iPad, which says it is a Mac', { permission: null, userAgent: MAC }, 'install'],
    ['a Mac without them', { permission: null, userAgent: MAC, touchPoints: 0 }, 'unsupported'],
    ['a wallet’s browser', { permission: null }, 'unsupported'],
    ['a private window', { permission: 'granted', hasServiceWorker: false }, 'unsupported'],
  ])('%s', (_name, facts, status) => {
    expect(notificationStatus({ ...able, ...facts })).toBe(status);
  });
});

describe('in a browser', () => {
  const shown: unknown[] = [];
  const browser = { permission: 'default', answer: 'granted', asked: 0 };
  const notification = { title: 'London', body: 'You get 1 FMC', tag: 'round 1', path: '/city?city=1' };

  beforeEach(() => {
    Object.assign(browser, { permission: 'default', answer: 'granted', asked: 0 });
    shown.length = 0;
    vi.stubGlobal('Notification', {
      get permission() {
        return browser.permission;
      },
      async requestPermission() {
        browser.asked += 1;
        browser.permission = browser.answer;
        return browser.answer;
      },
    });
    const registration = {
      showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
    };
    vi.stubGlobal('navigator', {
      userAgent: ANDROID,
      maxTouchPoints: 5,
      serviceWorker: { getRegistration: async () => registration },
    });
    vi.stubGlobal('document', { documentElement: { lang: 'zh' } });
    disableNotifications();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('default: asks and shows nothing before a tap, which asks the browser once', async () => {
    await showNotification(notification);
    expect([browser.asked, shown]).toEqual([0, []]);
    expect(await enableNotifications()).toBe('on');
    expect(await enableNotifications()).toBe('on');
    expect([browser.asked, areNotificationsOn()]).toEqual([1, true]);
    await showNotification(notification);
    const { path, ...rest } = notification;
    expect(shown).toEqual([{ ...rest, data: path, icon: '/icon-192.png', lang: 'zh' }]);
  });

  test('behavior: shows none after the user disables them, although the browser allows it', async () => {
    await enableNotifications();
    disableNotifications();
    expect(useNotificationStore.getState().status).toBe('off');
    await showNotification(notification);
    expect(shown).toEqual([]);
  });

  test('error: does not ask again when blocked', async () => {
    browser.answer = 'denied';
    expect(await enableNotifications()).toBe('blocked');
    expect(await enableNotifications()).toBe('blocked');
    expect(browser.asked).toBe(1);
    // Allowed in the browser's settings again: the user's choice takes effect.
    browser.permission = 'granted';
    expect(areNotificationsOn()).toBe(true);
  });
});
