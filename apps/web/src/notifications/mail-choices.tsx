import { readEmail } from '@city-mint/api-contract/mail/read-email';
import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { useField } from '@city-mint/ui/use-field.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { commandApi } from '#platform/api.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { EventChoices } from './event-choices.tsx';
import { openDevice } from './mail-device.ts';
import { type Mail, mailKeys, mailQuery } from './mail-queries.ts';
import type { Choices } from './push-queries.ts';

/** Of a new address: the events of its own account. */
const FIRST_CHOICES: Choices = { opens: false, settled: true, stage: true, credited: true, 'sign-in': true };

type Wanted = { readonly email: string; readonly choices: Choices; readonly again?: boolean };

/** The account's e-mail address for notices, and switches for their events; nothing where the system sends no mail. */
export function MailChoices() {
  const t = useTranslations('mail');
  const tSaved = useTranslations('notify.push');
  const client = useQueryClient();
  const address = useSessionStore(({ session }) => session?.address ?? '');
  const { data: mail } = useQuery(mailQuery(address));
  if (mail === undefined || (!mail.isOffered && mail.email === null)) return null;

  const save = async ({ email, choices, again = false }: Wanted, done: string) => {
    const { language } = useLanguageStore.getState();
    const fields = { email, again, language, device: openDevice(), ...choices };
    const answer = await commandApi('POST /api/app/user/mailSave', fields);
    if (answer === null) return;
    if (!answer.ok) return showToast(answer.msg, 'danger');
    client.setQueryData(mailQuery(address).queryKey, answer.data);
    showToast(done, 'success');
  };
  const remove = async () => {
    const answer = await commandApi('POST /api/app/user/mailRemove', {});
    if (answer === null) return;
    if (!answer.ok) return showToast(answer.msg, 'danger');
    await client.invalidateQueries({ queryKey: mailKeys.all });
    showToast(t('removed'), 'success');
  };
  const { email } = mail;
  if (email === null || mail.state === 'refused') {
    return <AddressForm mail={mail} onEnter={(entered) => void save(entered, t('sent'))} onRemove={remove} />;
  }
  const { opens, settled, stage, credited, 'sign-in': signIn } = mail;
  const choices = { opens, settled, stage, credited, 'sign-in': signIn };
  return (
    <EventChoices
      title={t('title')}
      lead={
        <>
          <p className="mb-1 text-base break-all">{email}</p>
          {mail.state === 'unconfirmed' && <Notice kind="pending">{t('unconfirmed')}</Notice>}
        </>
      }
      choices={choices}
      onChange={(wanted) => void save({ email, choices: wanted }, tSaved('saved'))}
    >
      <p className="mt-2 text-sm break-words text-muted">{t('text')}</p>
      <div className="mt-1 flex flex-wrap gap-2">
        {mail.state === 'unconfirmed' && (
          <Button kind="soft" size="small" onClick={() => void save({ email, choices, again: true }, t('sent'))}>
            {t('again')}
          </Button>
        )}
        <Button kind="plain" size="small" onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </div>
    </EventChoices>
  );
}

type AddressFormProps = {
  readonly mail: Mail;
  readonly onEnter: (entered: Wanted) => void;
  readonly onRemove: () => Promise<void>;
};

/** The field of a new address; also that of one whose server refuses mail. */
function AddressForm({ mail, onEnter, onRemove }: AddressFormProps) {
  const t = useTranslations('mail');
  const field = useField((text) => (readEmail(text) === null ? t('format') : null));
  const isUsable = field.problem === null;
  return (
    <form
      noValidate
      className="mt-5 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onEnter({ email: field.text, choices: FIRST_CHOICES });
        else field.touch();
      }}
    >
      <h3 className="text-base font-semibold">{t('title')}</h3>
      {mail.state === 'refused' && (
        <>
          <p className="text-base break-all">{mail.email}</p>
          <Notice kind="danger">{t('refused')}</Notice>
        </>
      )}
      <TextField
        label={t('label')}
        // Of the type "email" a browser would change the typed text.
        inputMode="email"
        autoComplete="email"
        error={field.visibleProblem ?? undefined}
        onChange={({ target }) => field.change(target.value)}
        onBlur={() => field.text !== '' && field.touch()}
      />
      <p className="text-sm break-words text-muted">{t('text')}</p>
      <Button type="submit" kind="soft" disabled={!isUsable} onDisabledClick={field.touch}>
        {t('send')}
      </Button>
      {mail.state === 'refused' && (
        <Button kind="plain" size="small" onClick={() => void onRemove()}>
          {t('remove')}
        </Button>
      )}
    </form>
  );
}
