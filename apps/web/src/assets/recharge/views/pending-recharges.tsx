import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { ConfirmationBar } from '../../views/confirmation-bar.tsx';

type PendingRechargesProps = { readonly recharges: ReplyOf<'POST /api/app/user/asset'>['pendingRecharges'] };

/** Recharges that are on chain and not final yet. */
export function PendingRecharges({ recharges }: PendingRechargesProps) {
  const t = useTranslations('assets');
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('pendingTitle')}</SectionTitle>
      <Card className="flex flex-col divide-y divide-line py-1">
        {recharges.map((recharge) => (
          <Link
            key={recharge.eventId}
            to="/record-detail"
            search={{ id: recharge.eventId }}
            className="flex flex-col gap-2 py-3"
          >
            <span className="pair">
              <Amount value={recharge.quantity} unit={recharge.currency} className="font-semibold" />
              <span className="text-xs text-pending figures">
                {t('confirmations', {
                  count: String(recharge.confirmations ?? 0),
                  needed: String(recharge.confirmationsNeeded),
                })}
              </span>
            </span>
            <ConfirmationBar count={recharge.confirmations ?? 0} needed={recharge.confirmationsNeeded} />
          </Link>
        ))}
      </Card>
    </section>
  );
}
