import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { formatClock } from '#platform/format.ts';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { EVENT_BADGES } from '../event-badges.ts';

type Event = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number];

/** A recharge or withdrawal in the list, with a link to its details. */
export function EventCard({ event }: { readonly event: Event }) {
  const t = useTranslations('assets');
  const isRecharge = event.kind === 'recharge';
  return (
    <Link
      to="/record-detail"
      search={{ id: event.eventId }}
      className="flex min-h-[0.6rem] flex-wrap items-center gap-x-3 px-4 py-2.5 active:bg-sunken"
    >
      <span
        aria-hidden="true"
        className={`inline-flex size-10 shrink-0 items-center justify-center rounded-full ${isRecharge ? 'bg-success-soft text-success' : 'bg-sunken text-muted'}`}
      >
        <Icon name={isRecharge ? 'recharge' : 'withdraw'} />
      </span>
      <span className="flex-1">
        <span className="block font-medium">{t(`record.${event.kind}`)}</span>
        <span className="block text-xs whitespace-nowrap text-muted figures">{formatClock(event.at)}</span>
      </span>
      <span className="ml-auto flex flex-col items-end gap-1">
        <span className="font-semibold">
          {isRecharge ? '+' : '−'}
          <Amount value={event.quantity} unit={event.currency} />
        </span>
        <Badge kind={EVENT_BADGES[event.status]}>
          {t(`record.status.${event.status}`)}
          {event.status === 'in-progress' && event.confirmations !== null && (
            <span className="ml-1 figures">
              {event.confirmations}/{event.confirmationsNeeded}
            </span>
          )}
        </Badge>
      </span>
    </Link>
  );
}
