import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { ConfirmationBar } from '../../views/confirmation-bar.tsx';
import type { RechargeStage, TrackedRecharge } from '../track-recharges.ts';

/** The badge of each stage of a recharge. */
export const STAGE_BADGES: Record<RechargeStage, BadgeKind> = {
  sent: 'pending',
  confirming: 'pending',
  credited: 'success',
  failed: 'danger',
};

type TrackedRechargesProps = {
  readonly recharges: readonly TrackedRecharge[];
  readonly onDismiss: (hash: string) => void;
};

/** Recharges between the wallet and the system assets. */
export function TrackedRecharges({ recharges, onDismiss }: TrackedRechargesProps) {
  const t = useTranslations('assets.deposit');
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('tracked')}</SectionTitle>
      <ul className="flex flex-col gap-3">
        {recharges.map((recharge) => (
          <li key={recharge.hash}>
            <Tracked recharge={recharge} onDismiss={onDismiss} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tracked({
  recharge,
  onDismiss,
}: {
  readonly recharge: TrackedRecharge;
  readonly onDismiss: (hash: string) => void;
}) {
  const t = useTranslations('assets');
  const { stage, confirmations, confirmationsNeeded, eventId } = recharge;
  return (
    <Card className="flex flex-col gap-3">
      <div className="pair items-start">
        <Amount value={recharge.amount} unit={recharge.currency} className="text-lg font-semibold" />
        <span role="status">
          <Badge kind={STAGE_BADGES[stage]}>{t(`deposit.stages.${stage}`)}</Badge>
        </span>
      </div>
      {stage === 'failed' ? (
        <p className="text-sm text-danger">{t('deposit.failedText')}</p>
      ) : (
        <>
          <ConfirmationBar count={confirmations} needed={confirmationsNeeded} />
          <p className="text-xs text-muted figures">
            {t('confirmations', { count: String(confirmations), needed: String(confirmationsNeeded) })}
          </p>
        </>
      )}
      <div className="pair items-center text-sm text-muted">
        <AddressText address={recharge.hash} className="text-sm" />
        {recharge.canDismiss && (
          <Button kind="plain" size="small" onClick={() => onDismiss(recharge.hash)}>
            {t('deposit.dismiss')}
          </Button>
        )}
        {eventId !== null && (
          <Link to="/record-detail" search={{ id: eventId }} className={buttonClass('plain', 'small')}>
            {t('withdraw.details')}
          </Link>
        )}
      </div>
    </Card>
  );
}
