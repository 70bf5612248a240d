import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { ORDER_LABELS } from '@city-mint/domain/rounds/order-state';
import { useTranslations } from 'use-intl';
import { formatTime, groupDigits } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { Badge } from '#ui/badge.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { ORDER_BADGES } from '../round-badge.ts';

type Order = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];

/** An order in the list; a tap opens its details. */
export function OrderCard({ order, onOpen }: { readonly order: Order; readonly onOpen: (orderId: string) => void }) {
  const t = useTranslations('rounds');
  return (
    <button
      type="button"
      onClick={() => onOpen(order.orderId)}
      onPointerEnter={preloadSheet}
      className="flex w-full flex-col gap-3 rounded-xl bg-surface p-4 text-left shadow-card active:bg-sunken"
    >
      <span className="flex w-full items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="block truncate pb-0.5 font-display text-lg leading-tight font-semibold">{order.city}</span>
          <span className="text-xs text-muted">
            {t('place', { phase: String(order.phase), number: String(order.number) })}
          </span>
        </span>
        <Badge kind={ORDER_BADGES[order.state]}>{t(`mine.states.${ORDER_LABELS[order.state]}`)}</Badge>
      </span>
      <span className="flex w-full items-end justify-between gap-3">
        <span className="flex flex-col">
          <Amount value={order.accepted} unit="JU" className="text-xl font-semibold" />
          <span className="text-xs text-muted figures">
            {t('mine.rankShort', { rank: String(order.rank) })}
            {order.automatic && ` · ${t('mine.automatic')}`}
          </span>
        </span>
        <span className="flex flex-col items-end text-xs text-muted">
          <OrderResult order={order} />
          <span className="figures">{formatTime(order.joinedAt)}</span>
        </span>
      </span>
    </button>
  );
}

function OrderResult({ order }: { readonly order: Order }) {
  const t = useTranslations('rounds.mine');
  if (order.estimatedFmc !== null) {
    return (
      <>
        <span className="text-sm">{t('estimated', { amount: groupDigits(displayDecimal(order.estimatedFmc)) })}</span>
        {order.maximumLoss !== null && (
          <span className="figures">{t('atMost', { amount: groupDigits(displayDecimal(order.maximumLoss)) })}</span>
        )}
      </>
    );
  }
  if (order.netJu === null) return null;
  // What a success brought is FMC: its fee alone would look like a loss.
  const isMinted = order.outcome === 'minted';
  const isLoss = !isMinted && order.netJu.startsWith('-');
  return (
    <>
      {isMinted && (
        <span className="text-sm font-medium text-success">
          <Amount value={order.fmcPaid} unit="FMC" signed />
          {order.fmcDue !== '0' && ` · ${t('due', { amount: groupDigits(displayDecimal(order.fmcDue)) })}`}
        </span>
      )}
      <span className={`text-sm font-medium ${isMinted ? 'text-ink' : isLoss ? 'text-danger' : 'text-success'}`}>
        {t(isMinted ? 'inJu' : 'net')} <Amount value={order.netJu} unit="JU" signed />
      </span>
    </>
  );
}
