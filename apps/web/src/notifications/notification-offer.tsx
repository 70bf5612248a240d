import { Button } from '@city-mint/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { showToast } from '#platform/toast-store.ts';
import { enableNotifications } from './device-notifications.ts';
import { useNotificationStatus } from './use-notification-status.ts';

/** Offers to notify of the round's result, if the browser can and notifications are neither on nor blocked. */
export function NotificationOffer() {
  const t = useTranslations('notify');
  const status = useNotificationStatus();
  if (status !== 'off') return null;
  const accept = async () => {
    if ((await enableNotifications()) === 'on') showToast(t('turnedOn'), 'success');
  };
  return (
    <Button kind="plain" size="small" onClick={() => void accept()}>
      {t('offer')}
    </Button>
  );
}
