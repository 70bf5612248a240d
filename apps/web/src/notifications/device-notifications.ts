import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { create } from 'zustand';

/** Whether this device notifies of settlements. `install`: the page must be on the home screen first (iOS). */
export type NotificationStatus = 'on' | 'off' | 'blocked' | 'install' | 'unsupported';

const WANTED_KEY = 'fmc.notify';

/** The browser's permission, and the user's choice. */
export type NotificationFacts = {
  /** Null if the browser has no notifications. */
  readonly permission: NotificationPermission | null;
  readonly hasServiceWorker: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  readonly isWanted: boolean;
};

/** Returns the status that follows from the browser's permission and the user's choice. */
export function notificationStatus(facts: NotificationFacts): NotificationStatus {
  const { permission, hasServiceWorker, userAgent, touchPoints, isWanted } = facts;
  if (permission === null || !hasServiceWorker) {
    // An iPad identifies as a Mac; no Mac has more than one touch point.
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

/** Asks for the browser's permission if it is undecided; call it only from a tap. Returns the resulting status. */
export async function enableNotifications(): Promise<NotificationStatus> {
  if (refresh() === 'off') {
    await Notification.requestPermission();
    browserStorage.setItem(WANTED_KEY, 'on');
  }
  return refresh();
}

/** Shows none from now on; the browser's permission stays. */
export function disableNotifications(): void {
  browserStorage.removeItem(WANTED_KEY);
  refresh();
}

/** Returns whether notifications are shown, by the current choice of any tab and the browser's settings. */
export function areNotificationsOn(): boolean {
  return refresh() === 'on';
}

/**
 * Updates the status whenever the user returns, maybe from the browser's settings. Returns the function that stops it.
 */
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
 * Shows a notification that opens `path` of this page; one with the same tag replaces it. Does nothing while
 * notifications are off.
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
