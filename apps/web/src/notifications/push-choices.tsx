import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { commandApi } from '#platform/api.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { EventChoices } from './event-choices.tsx';
import { findPush, pushFields, startPush } from './push-device.ts';
import { type Choices, choicesQuery, keyQuery } from './push-queries.ts';

/** Switches for the events of which this browser is notified while the page is closed; nothing where that is off. */
export function PushChoices() {
  const t = useTranslations('notify.push');
  const client = useQueryClient();
  const address = useSessionStore(({ session }) => session?.address ?? '');
  const { data: key } = useQuery(keyQuery);
  const { data: choices } = useQuery(choicesQuery(address));
  const publicKey = key?.publicKey ?? null;
  if (publicKey === null || choices === undefined) return null;

  const change = async (wanted: Choices) => {
    const subscription = await findPush()
      .then((current) => current ?? startPush(publicKey))
      .catch(() => null);
    if (subscription === null) return showToast(t('failed'), 'danger');
    const { language } = useLanguageStore.getState();
    const answer = await commandApi('POST /api/app/user/pushSave', {
      ...pushFields(subscription),
      ...wanted,
      language,
    });
    if (answer === null) return;
    if (!answer.ok) return showToast(answer.msg, 'danger');
    client.setQueryData(choicesQuery(address).queryKey, answer.data);
    showToast(t('saved'), 'success');
    if (!Object.values(answer.data).includes(true)) await subscription.unsubscribe();
  };
  return (
    <EventChoices title={t('title')} choices={choices} onChange={(wanted) => void change(wanted)}>
      <p className="mt-2 text-sm break-words text-muted">{t('text')}</p>
    </EventChoices>
  );
}
