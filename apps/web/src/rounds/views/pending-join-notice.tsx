import { useTranslations } from 'use-intl';
import { Notice } from '#ui/notice.tsx';

/** A join whose answer has not come, after a network error or a reload. */
export function PendingJoinNotice({ city, amount }: { readonly city: string; readonly amount: string }) {
  const t = useTranslations('rounds.pending');
  return (
    <div role="status">
      <Notice kind="pending">
        <p className="font-semibold">{t('title')}</p>
        <p className="mt-0.5">{t('text', { city, amount })}</p>
      </Notice>
    </div>
  );
}
