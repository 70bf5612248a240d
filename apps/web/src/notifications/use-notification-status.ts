import { useEffect } from 'react';
import { followPermission, type NotificationStatus, useNotificationStore } from './device-notifications.ts';

/** Returns the status of this device's notifications, updated after changes in the browser's settings. */
export function useNotificationStatus(): NotificationStatus {
  useEffect(followPermission, []);
  return useNotificationStore(({ status }) => status);
}
