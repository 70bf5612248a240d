import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';

type Events = ReplyOf<'POST /api/app/user/assetEventLog'>['items'];

/** Pending withdrawals, each with a link to its steps, where the wallet may have to send a transaction. */
export function PendingWithdrawals({ withdrawals }: { readonly withdrawals: Events }) {
  const t = useTranslations('assets');
  return (
    <section aria-label={t('pendingWithdrawals')} className="flex flex-col gap-2.5">
      <SectionTitle>{t('pendingWithdrawals')}</SectionTitle>
      <Card className="flex flex-col divide-y divide-line py-1">
        {withdrawals.map(({ eventId, withdrawalId, quantity, currency, at }) => (
          <Link
            key={eventId}
            to="/withdraw"
            search={withdrawalId === null ? {} : { id: withdrawalId }}
            className="flex min-h-[0.54rem] items-center justify-between gap-3 py-2"
          >
            <Amount value={quantity} unit={currency} className="font-semibold" />
            <span className="flex items-center gap-3 text-xs text-muted figures">
              {formatTime(at)}
              <Icon name="next" className="text-sm" />
            </span>
          </Link>
        ))}
      </Card>
    </section>
  );
}
