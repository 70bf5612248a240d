import { Badge } from '@city-mint/ui/badge.tsx';
import { Button } from '@city-mint/ui/button.tsx';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { useTranslations } from 'use-intl';
import { goTo } from '#platform/router/location.ts';
import { Link } from '#platform/router/router.tsx';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { ConfirmationMeter } from '../../views/confirmation-bar.tsx';
import { MoneyPath } from '../../views/money-path.tsx';
import type { RechargeStage, TrackedRecharge } from '../track-recharges.ts';
import { useRechargeStations } from './recharge-stations.ts';
import { STAGE_BADGES } from './tracked-recharges.tsx';

type RechargePictureProps = {
  /** The latest pending recharge; null if there is none, then the picture explains how one arrives. */
  readonly recharge: TrackedRecharge | null;
  readonly confirmationsNeeded: number;
  readonly vault: string;
  /** The screen that sent the user to recharge. */
  readonly back: string | null;
  readonly onDismiss: (hash: string) => void;
};

/** The path of a recharge from the wallet through the vault to the available balance, updated with each block. */
export function RechargePicture(props: RechargePictureProps) {
  const { recharge, confirmationsNeeded, vault, back, onDismiss } = props;
  const t = useTranslations('assets');
  const stations = useRechargeStations(recharge, confirmationsNeeded);
  return (
    <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche seed={vault} className="absolute -top-16 -left-16 size-60 text-hero-line opacity-20" />
      <div className="relative flex flex-col gap-4">
        {recharge === null ? (
          <h2 className="font-display text-lg font-semibold">{t('deposit.howTitle')}</h2>
        ) : (
          <Heading recharge={recharge} />
        )}
        <MoneyPath label={t('deposit.path')} stations={stations} />
        {recharge === null ? (
          <p className="text-sm text-hero-muted">{t('deposit.how', { count: String(confirmationsNeeded) })}</p>
        ) : (
          <Progress recharge={recharge} onDismiss={onDismiss} />
        )}
        {recharge === null && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-hero-muted">
            {t('deposit.vault')} <AddressText address={vault} className="text-sm text-hero-ink" />
          </p>
        )}
        {back !== null && recharge !== null && <WayBack stage={recharge.stage} back={back} />}
      </div>
    </section>
  );
}

function Heading({ recharge }: { readonly recharge: TrackedRecharge }) {
  const t = useTranslations('assets');
  return (
    <div className="pair items-center">
      <h2 className="text-2xl font-semibold">
        <Amount value={recharge.amount} unit={recharge.currency} className={isCredited(recharge) ? 'text-gold' : ''} />
      </h2>
      <span role="status">
        <Badge kind={STAGE_BADGES[recharge.stage]}>{t(`deposit.stages.${recharge.stage}`)}</Badge>
      </span>
    </div>
  );
}

function Progress({
  recharge,
  onDismiss,
}: { readonly recharge: TrackedRecharge } & Pick<RechargePictureProps, 'onDismiss'>) {
  const t = useTranslations('assets');
  const { stage, confirmations, confirmationsNeeded, eventId, hash, canDismiss } = recharge;
  return (
    <div className="flex flex-col gap-1 text-sm text-hero-muted">
      {stage === 'failed' ? (
        <p className="text-brick">{t('deposit.failedText')}</p>
      ) : (
        <>
          <ConfirmationMeter count={confirmations} needed={confirmationsNeeded} />
          <p className="figures">
            {t('confirmations', { count: String(confirmations), needed: String(confirmationsNeeded) })}
          </p>
        </>
      )}
      <div className="pair items-center">
        <AddressText address={hash} className="text-sm" />
        {canDismiss && (
          <button type="button" className={ON_HERO} onClick={() => onDismiss(hash)}>
            {t('deposit.dismiss')}
          </button>
        )}
        {eventId !== null && (
          <Link to="/record-detail" search={{ id: eventId }} className={ON_HERO}>
            {t('withdraw.details')}
          </Link>
        )}
      </div>
    </div>
  );
}

const ON_HERO = 'tap inline-flex items-center text-sm font-semibold text-hero-line active:opacity-70';

/** The link back to the round for which the user recharges; it becomes the main action after the credit. */
function WayBack({ stage, back }: { readonly stage: RechargeStage; readonly back: string }) {
  const t = useTranslations('assets.deposit');
  if (stage !== 'credited') return <p className="text-sm text-hero-muted">{t('backSoon')}</p>;
  return (
    <Button className="bg-hero-line! text-hero!" onClick={() => goTo(back)}>
      {t('back')}
    </Button>
  );
}

function isCredited({ stage }: TrackedRecharge): boolean {
  return stage === 'credited';
}
