import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { KeyValues } from '#ui/key-values.tsx';
import { EVENT_BADGES } from '../event-badges.ts';

type Event = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number];

type EventDetailProps = {
  readonly event: Event;
  /** The transaction in the chain's explorer; null where the chain has none. */
  readonly explorerUrl: string | null;
};

/** Every field of a recharge or withdrawal. */
export function EventDetail({ event, explorerUrl }: EventDetailProps) {
  const t = useTranslations('assets');
  const none = t('detail.none');
  return (
    <Card className="pb-2">
      <div className="flex flex-col items-center gap-1 pt-2 pb-4 text-center">
        <p className="text-sm text-muted">{t(`record.${event.kind}`)}</p>
        <p className="text-2xl font-semibold">
          {event.kind === 'recharge' ? '+' : '−'}
          <Amount value={event.quantity} unit={event.currency} exact />
        </p>
        <span role="status">
          <Badge kind={EVENT_BADGES[event.status]}>{t(`record.status.${event.status}`)}</Badge>
        </span>
      </div>
      <KeyValues
        rows={[
          { label: t('detail.kind'), value: t(`record.${event.kind}`) },
          { label: t('detail.from'), value: <AddressText address={event.from} className="text-sm" /> },
          { label: t('detail.to'), value: <AddressText address={event.to} className="text-sm" /> },
          { label: t('detail.blockHeight'), value: event.blockHeight ?? none },
          { label: t('detail.time'), value: formatTime(event.at) },
          {
            label: t('detail.gasFee'),
            value: event.gasFee === null ? none : <Amount value={event.gasFee} unit="JU" exact />,
          },
          {
            label: t('detail.confirmations'),
            value: event.confirmations === null ? none : `${event.confirmations}/${event.confirmationsNeeded}`,
          },
          {
            label: t('detail.txHash'),
            value: event.txHash === null ? none : <AddressText address={event.txHash} className="text-sm" />,
          },
        ]}
      />
      {explorerUrl !== null && event.txHash !== null && (
        <a
          href={explorerUrl}
          target="_blank"
          rel="noreferrer"
          className="tap flex items-center justify-center gap-2 text-sm font-semibold text-accent-ink"
        >
          {t('detail.explorer')} <Icon name="external" />
        </a>
      )}
    </Card>
  );
}
