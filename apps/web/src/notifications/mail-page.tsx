import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { commandApi } from '#platform/api.ts';
import { useEntry } from '#platform/router/location.ts';
import { showToast } from '#platform/toast-store.ts';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { type MailLink, readMailLink } from './mail-link.ts';
import { mailKeys } from './mail-queries.ts';

/**
 * Where the links of a mail lead: confirms an address or stops its mails, without a session. It only does so by a tap,
 * because mail scanners open every link.
 */
export function MailPage() {
  const t = useTranslations('mail.link');
  // Another link in the same tab changes only the fragment, as another entry.
  useEntry(({ key }) => key);
  const link = readMailLink(location.hash);
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/index" />
      {link === null ? <Notice kind="danger">{t('incomplete')}</Notice> : <Action key={link.token} {...link} />}
    </Page>
  );
}

/** One button, and then its result. */
function Action({ does, token }: MailLink) {
  const t = useTranslations('mail.link');
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<'none' | 'done' | 'invalid'>('none');
  const act = async () => {
    const answer =
      does === 'confirm'
        ? await commandApi('POST /api/app/mail/confirm', { confirmToken: token })
        : await commandApi('POST /api/app/mail/stop', { stopToken: token });
    if (answer === null) return;
    if (!answer.ok && answer.error !== 'not-found') return showToast(answer.msg, 'danger');
    setOutcome(answer.ok ? 'done' : 'invalid');
    await client.invalidateQueries({ queryKey: mailKeys.all });
  };
  return (
    <div role="status" className="flex flex-col gap-4">
      {outcome === 'none' && (
        <>
          <p className="text-base leading-relaxed">{t(does === 'confirm' ? 'confirmText' : 'stopText')}</p>
          <Button onClick={() => void act()}>{t(does)}</Button>
        </>
      )}
      {outcome === 'done' && <Notice kind="success">{t(does === 'confirm' ? 'confirmed' : 'stopped')}</Notice>}
      {outcome === 'invalid' && <Notice kind="danger">{t('invalid')}</Notice>}
    </div>
  );
}
