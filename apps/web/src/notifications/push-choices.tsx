import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { commandApi } from '#platform/api.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { findPush, pushFields, startPush } from './push-device.ts';
import { type Choices, choicesQuery, keyQuery } from './push-queries.ts';

const EVENTS = ['settled', 'stage', 'credited', 'opens', 'sign-in'] as const satisfies readonly (keyof Choices)[];
/** Switches for the events of which this browser is notified while the page is closed; nothing where that is off. */
export function PushChoices() {
  const t = useTranslations('notify.push');
  const client = useQueryClient();
  const address = useSessionStore(({ session }) => session?.address ?? '');
  const { data: key } = useQuery(keyQuery);
  const { data: choices } = useQuery(choicesQuery(address));
  const publicKey = key?.publicKey ?? null;
  if (publicKey === null || choices === undefined) return null;

  const change = async (event: keyof Choices, isOn: boolean) => {
    const subscription = await findPush()
      .then((current) => current ?? startPush(publicKey))
      .catch(() => null);
    if (subscription === null) return showToast(t('failed'), 'danger');
    const { language } = useLanguageStore.getState();
    const wanted = { ...choices, [event]: isOn };
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
    <fieldset className="mt-5 flex flex-col gap-1">
      <legend className="mb-1 text-base font-semibold">{t('title')}</legend>
      {EVENTS.map((event) => (
        <label key={event} className="tap flex cursor-pointer items-center gap-3 text-base">
          <input
            type="checkbox"
            checked={choices[event]}
            onChange={({ target }) => void change(event, target.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 break-words">{t(`events.${event}`)}</span>
        </label>
      ))}
      <p className="mt-2 text-sm break-words text-muted">{t('text')}</p>
    </fieldset>
  );
}
