import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { PendingNotice } from '#ui/pending-notice.tsx';
import type { JoinBody } from './join-flow.ts';

/** A join with an unknown outcome. */
export function PendingJoin({ pending }: { readonly pending: PendingRequest<JoinBody> }) {
  const t = useTranslations('rounds.pending');
  const cityName = useCityName();
  const { city, amount } = pending.body;
  return (
    <PendingNotice
      requestId={pending.requestId}
      title={t('title')}
      text={t('text', { city: cityName(city), amount })}
    />
  );
}
