import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { type ComponentType, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type LazyCode, lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { ListRow } from '#ui/list-row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { disableNotifications, enableNotifications, type NotificationStatus } from './device-notifications.ts';
import { endPush } from './push-device.ts';
import { useNotificationStatus } from './use-notification-status.ts';

const pushChoices = lazyCode(['notify'], async () => (await import('./push-choices.tsx')).PushChoices);
const mailChoices = lazyCode(['mail', 'notify'], async () => (await import('./mail-choices.tsx')).MailChoices);

/** The status of this device's notifications, and a sheet to change it or to explain the obstacle. */
export function NotificationRow() {
  const t = useTranslations('notify');
  const status = useNotificationStatus();
  const isSignedIn = useSessionStore(({ session }) => session !== null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const turnOn = async () => {
    if ((await enableNotifications()) !== 'on') return;
    close();
    showToast(t('turnedOn'), 'success');
  };
  const turnOff = () => {
    disableNotifications();
    void endPush();
    close();
    showToast(t('turnedOff'), 'success');
  };
  return (
    <>
      <ListRow icon="clock" title={t('title')} value={t(`states.${status}`)} onClick={() => setIsOpen(true)} />
      <Sheet
        open={isOpen}
        onClose={close}
        title={t('title')}
        footer={<Change status={status} onTurnOn={() => void turnOn()} onTurnOff={turnOff} />}
      >
        <Explanation status={status} />
        {status === 'on' && isSignedIn && <Part code={pushChoices} />}
        {isSignedIn && <Part code={mailChoices} />}
      </Sheet>
    </>
  );
}

/** Nothing while its code is fetched, or cannot be. */
function Part({ code }: { readonly code: LazyCode<ComponentType> }) {
  const status = useLazyCode(code);
  return status.kind === 'ready' ? <status.part /> : null;
}

function Explanation({ status }: { readonly status: NotificationStatus }) {
  const t = useTranslations('notify');
  const hindrance =
    status === 'blocked' || status === 'install' || status === 'unsupported' ? t(`${status}Text`) : null;
  return (
    <div className="flex flex-col gap-4" role="status">
      {hindrance !== null && <Notice kind={status === 'blocked' ? 'danger' : 'pending'}>{hindrance}</Notice>}
      <p className="text-base leading-relaxed">{t('text')}</p>
    </div>
  );
}

type ChangeProps = {
  readonly status: NotificationStatus;
  readonly onTurnOn: () => void;
  readonly onTurnOff: () => void;
};

function Change({ status, onTurnOn, onTurnOff }: ChangeProps) {
  const t = useTranslations('notify');
  if (status === 'on') {
    return (
      <Button kind="soft" className="w-full" onClick={onTurnOff}>
        {t('disable')}
      </Button>
    );
  }
  return (
    <Button className="w-full" disabled={status !== 'off'} onClick={onTurnOn}>
      {t('enable')}
    </Button>
  );
}
