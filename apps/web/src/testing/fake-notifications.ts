import { onTestFinished } from 'vitest';

type ShownNotification = { readonly title: string; readonly options: NotificationOptions | undefined };

/** The browser's notifications, which happy-dom lacks. */
export type FakeNotifications = {
  /** Notifications shown so far. */
  readonly shown: readonly ShownNotification[];
  /** Sets the user's answer to the permission prompt, which appears only while the permission is undecided. */
  answerWith(permission: NotificationPermission): void;
  /** Changes the permission in the browser's settings; the page notices it when the user returns. */
  set(permission: NotificationPermission): void;
  /** Returns the number of prompts. */
  asked(): number;
};

/** Replaces the browser's notifications, with this permission, until the test ends; returns its controls. */
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
