import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { create } from 'zustand';

/** Whether this device tells what rounds came to: `install` needs the page on the home screen first (iOS). */
export type NotificationStatus = 'on' | 'off' | 'blocked' | 'install' | 'unsupported';

const WANTED_KEY = 'fmc.notify';

/** What the browser allows, and whether the user wants it. */
export type NotificationFacts = {
  /** Null where the browser has no notifications. */
  readonly permission: NotificationPermission | null;
  readonly hasServiceWorker: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  readonly isWanted: boolean;
};

/** Returns the status that follows from what the browser allows and the user wants. */
export function notificationStatus(facts: NotificationFacts): NotificationStatus {
  const { permission, hasServiceWorker, userAgent, touchPoints, isWanted } = facts;
  if (permission === null || !hasServiceWorker) {
    // An iPad says that it is a Mac; no Mac has more than one touch point.
    const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
    return isIos ? 'install' : 'unsupported';
  }
  if (permission === 'denied') return 'blocked';
  return permission === 'granted' && isWanted ? 'on' : 'off';
}

function readStatus(): NotificationStatus {
  return notificationStatus({
    permission: 'Notification' in globalThis ? Notification.permission : null,
    hasServiceWorker: 'serviceWorker' in navigator,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isWanted: browserStorage.getItem(WANTED_KEY) === 'on',
  });
}

export const useNotificationStore = create<{ readonly status: NotificationStatus }>(() => ({ status: readStatus() }));

function refresh(): NotificationStatus {
  const status = readStatus();
  useNotificationStore.setState({ status });
  return status;
}

/** Asks the browser where it has not been asked yet: only from a tap. Returns the status that it came to. */
export async function enableNotifications(): Promise<NotificationStatus> {
  if (refresh() === 'off') {
    await Notification.requestPermission();
    browserStorage.setItem(WANTED_KEY, 'on');
  }
  return refresh();
}

/** Shows none from now on; what the browser allows stays as it is. */
export function disableNotifications(): void {
  browserStorage.removeItem(WANTED_KEY);
  refresh();
}

/** Whether notifications are shown, by what another tab has chosen since and the browser's settings allow now. */
export function areNotificationsOn(): boolean {
  return refresh() === 'on';
}

/** Reads the status again whenever the reader returns, perhaps from the browser's settings. Returns how to end it. */
export function followPermission(): () => void {
  refresh();
  document.addEventListener('visibilitychange', refresh);
  addEventListener('focus', refresh);
  return () => {
    document.removeEventListener('visibilitychange', refresh);
    removeEventListener('focus', refresh);
  };
}

/**
 * Shows a notification that opens `path` of this page; one with the same tag takes its place. It does nothing unless
 * they are on.
 */
export async function showNotification(notification: {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}): Promise<void> {
  if (!areNotificationsOn()) return;
  const { title, body, tag, path } = notification;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(title, {
    body,
    tag,
    data: path,
    icon: '/icon-192.png',
    lang: document.documentElement.lang,
  });
}
