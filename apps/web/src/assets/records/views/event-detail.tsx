import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { useRechargeStations } from '../../recharge/views/recharge-stations.ts';
import { MoneyPath } from '../../views/money-path.tsx';
import { useWithdrawalStations } from '../../withdraw/views/withdrawal-stations.ts';
import { EVENT_BADGES } from '../event-badges.ts';
import { WholeText } from './whole-text.tsx';

type Event = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number];

type EventDetailProps = {
  readonly event: Event;
  /** The transaction in the chain's explorer; null if the chain has none. */
  readonly explorerUrl: string | null;
};

/** The amount of a recharge or withdrawal and its path. */
export function EventHero({ event }: Pick<EventDetailProps, 'event'>) {
  const t = useTranslations('assets.record');
  const isRecharge = event.kind === 'recharge';
  return (
    <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink print:border print:border-line print:bg-surface print:text-ink">
      <Guilloche seed={event.eventId} className="absolute -top-16 -right-16 size-60 text-hero-line opacity-20" />
      <div className="relative flex flex-col gap-4">
        <div className="pair items-start">
          <div className="min-w-0">
            <p className="text-sm text-hero-muted print:text-muted">{t(event.kind)}</p>
            <p className="text-2xl font-semibold">
              {isRecharge ? '+' : '−'}
              <Amount value={event.quantity} unit={event.currency} exact />
            </p>
          </div>
          <span role="status">
            <Badge kind={EVENT_BADGES[event.status]}>{t(`status.${event.status}`)}</Badge>
          </span>
        </div>
        <div className="print:hidden">
          {isRecharge ? <RechargeWay event={event} /> : <WithdrawalWay event={event} />}
        </div>
      </div>
    </section>
  );
}

/** Every field of a recharge or withdrawal; can be printed as a receipt. */
export function EventDetail({ event, explorerUrl }: EventDetailProps) {
  const t = useTranslations('assets.detail');
  return (
    <>
      <Card className="py-2">
        <Fields event={event} />
      </Card>
      <div className="flex flex-wrap justify-center gap-x-3 print:hidden">
        <Button kind="plain" size="small" onClick={() => window.print()}>
          <Icon name="record" /> {t('receipt')}
        </Button>
        {explorerUrl !== null && event.txHash !== null && (
          <a
            href={explorerUrl}
            target="_blank"
            rel="noreferrer"
            className="tap flex items-center justify-center gap-2 px-4 text-sm font-semibold text-accent-ink"
          >
            {t('explorer')} <Icon name="external" />
          </a>
        )}
      </div>
    </>
  );
}

function RechargeWay({ event }: { readonly event: Event }) {
  const t = useTranslations('assets.deposit');
  const stage = ({ 'in-progress': 'confirming', completed: 'credited', failed: 'failed' } as const)[event.status];
  const stations = useRechargeStations({ stage, confirmations: event.confirmations ?? 0 }, event.confirmationsNeeded);
  return <MoneyPath label={t('path')} stations={stations} />;
}

function WithdrawalWay({ event }: { readonly event: Event }) {
  const t = useTranslations('assets.withdraw');
  const stations = useWithdrawalStations({ ...event, state: 'completed' }, false);
  return <MoneyPath label={t('progress')} stations={stations} />;
}

function Fields({ event }: { readonly event: Event }) {
  const t = useTranslations('assets.detail');
  const kind = useTranslations('assets.record');
  const none = t('none');
  const { blockHeight, gasFee, confirmations, txHash } = event;
  return (
    <KeyValues
      rows={[
        { label: t('kind'), value: kind(event.kind) },
        { label: t('time'), value: formatTime(event.at) },
        { label: t('from'), value: <WholeText text={event.from} /> },
        { label: t('to'), value: <WholeText text={event.to} /> },
        { label: t('txHash'), value: txHash === null ? none : <WholeText text={txHash} /> },
        { label: t('blockHeight'), value: blockHeight ?? none },
        {
          label: t('confirmations'),
          value: confirmations === null ? none : `${confirmations}/${event.confirmationsNeeded}`,
        },
        { label: t('gasFee'), value: gasFee === null ? none : <Amount value={gasFee} unit="JU" exact /> },
      ]}
    />
  );
}
