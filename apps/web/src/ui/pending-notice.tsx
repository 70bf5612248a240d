import { Notice } from '@city-mint/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readApi } from '#platform/api.ts';
import { usePendingRetries } from '#platform/pending-retries.ts';
import { AddressText } from './address-text.tsx';
import { useSecondsUntil } from './auto-retry.ts';

/** After this many attempts without an outcome the notice says how to reach the operator. */
const ATTEMPTS_BEFORE_CONTACT = 3;

type PendingNoticeProps = { readonly title: string; readonly text: string; readonly requestId: string };

/** A request that moves money with an unknown outcome: the reason, the time of the next retry, and the contact. */
export function PendingNotice({ title, text, requestId }: PendingNoticeProps) {
  const t = useTranslations('ui.pending');
  const status = usePendingRetries((retries) => retries[requestId]);
  const seconds = useSecondsUntil(status?.retryAt ?? null);
  return (
    <Notice kind="pending">
      <div role="status">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5">{text}</p>
        {status?.text != null && <p className="mt-1.5 font-semibold">{status.text}</p>}
      </div>
      {status !== undefined && seconds > 0 && <p className="mt-0.5 figures">{t('retryIn', { seconds })}</p>}
      {status !== undefined && status.attempts >= ATTEMPTS_BEFORE_CONTACT && <Contact requestId={requestId} />}
    </Notice>
  );
}

const contactKeys = { all: ['contacts'] as const };

function Contact({ requestId }: { readonly requestId: string }) {
  const t = useTranslations('ui.pending');
  const qa = useQuery({
    queryKey: contactKeys.all,
    queryFn: ({ signal }) => readApi('POST /api/app/qa', {}, signal),
    meta: { silent: true },
  });
  const contacts = (qa.data?.contacts ?? []).filter(({ url }) => /^(https:|mailto:)/.test(url));
  return (
    <div className="mt-1.5">
      <p>{t('contact')}</p>
      <AddressText address={requestId} whole className="text-sm" />
      <p className="flex flex-wrap gap-x-4">
        {contacts.map(({ label, url }) => (
          <a key={url} href={url} target="_blank" rel="noreferrer" className="tap inline-flex items-center underline">
            {label}
          </a>
        ))}
      </p>
    </div>
  );
}
