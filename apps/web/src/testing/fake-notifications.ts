import { onTestFinished } from 'vitest';

type ShownNotification = { readonly title: string; readonly options: NotificationOptions | undefined };

/** The browser's notifications, of which happy-dom has none. */
export type FakeNotifications = {
  /** What has been shown so far. */
  readonly shown: readonly ShownNotification[];
  /** What the user answers when the page asks; they are asked only while nothing is decided. */
  answerWith(permission: NotificationPermission): void;
  /** Changes the permission in the settings of the browser; the page learns it when the user returns. */
  set(permission: NotificationPermission): void;
  /** How often the user was asked. */
  asked(): number;
};

/** Replaces the browser's notifications, with this permission, until the test ends. */
export function installFakeNotifications(first: NotificationPermission = 'default'): FakeNotifications {
  const shown: ShownNotification[] = [];
  let permission = first;
  let answer: NotificationPermission = 'granted';
  let asked = 0;
  const Fake = {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      asked += 1;
      if (permission === 'default') permission = answer;
      return permission;
    },
  };
  const registration = {
    showNotification: async (title: string, options?: NotificationOptions) => void shown.push({ title, options }),
  };
  Reflect.set(globalThis, 'Notification', Fake);
  Reflect.set(navigator, 'serviceWorker', { getRegistration: async () => registration });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'Notification');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return {
    shown,
    answerWith(next) {
      answer = next;
    },
    set(next) {
      permission = next;
    },
    asked: () => asked,
  };
}
