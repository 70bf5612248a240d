import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount, useShownAmount } from '#ui/amount.tsx';
import { OrderBadge } from './order-badge.tsx';

type Order = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];

/** An order in the list; a tap opens its details. */
export function OrderCard({ order, onOpen }: { readonly order: Order; readonly onOpen: (orderId: string) => void }) {
  const t = useTranslations('rounds');
  const cityName = useCityName();
  return (
    <button
      type="button"
      onClick={() => onOpen(order.orderId)}
      className="flex w-full flex-col gap-3 rounded-xl bg-surface p-4 text-left shadow-card active:bg-sunken"
    >
      <span className="w-full">
        <span className="block pb-0.5 font-display text-lg leading-tight font-semibold">{cityName(order.city)}</span>
        <span className="pair items-center gap-y-1">
          <span className="text-xs text-muted">
            {t('place', { phase: String(order.phase), number: String(order.number) })}
          </span>
          <OrderBadge order={order} />
        </span>
      </span>
      <span className="pair w-full items-end">
        <span className="flex flex-col">
          <Amount value={order.accepted} unit="JU" className="text-xl font-semibold" />
          <span className="text-xs text-muted figures">
            {t('mine.rankShort', { rank: String(order.rank) })}
            {order.late && ` · ${t('late')}`}
            {order.automatic && ` · ${t('mine.automatic')}`}
          </span>
        </span>
        <span className="flex flex-col items-end text-right text-xs text-muted">
          <OrderResult order={order} />
          <span className="figures">{formatTime(order.joinedAt)}</span>
        </span>
      </span>
    </button>
  );
}

/** The expected result before the settlement; the actual one after it, FMC first on success. */
function OrderResult({ order }: { readonly order: Order }) {
  const t = useTranslations('rounds.mine');
  const shown = useShownAmount();
  if (order.outcome === null) return <Expected order={order} />;
  const isLoss = order.outcome === 'failed' && order.netJu?.startsWith('-') === true;
  return (
    <>
      {order.outcome === 'minted' && (
        <Amount value={order.fmcPaid} unit="FMC" signed className="text-base font-semibold text-success" />
      )}
      {order.fmcDue !== '0' && <span className="figures">{t('due', { amount: shown(order.fmcDue) })}</span>}
      {order.netJu !== null && (
        // A success has a negative result in JU because of its fee; that is not a loss.
        <span className={`text-sm font-medium ${isLoss ? 'text-danger' : 'text-ink'}`}>
          {t('net')} <Amount value={order.netJu} unit="JU" signed />
        </span>
      )}
    </>
  );
}

function Expected({ order }: { readonly order: Order }) {
  const t = useTranslations('rounds.mine');
  const shown = useShownAmount();
  if (order.unreadable) return <span className="text-sm text-danger">{t('unreadable')}</span>;
  return (
    <>
      {order.estimatedFmc !== null && (
        <span className="text-sm">{t('estimated', { amount: shown(order.estimatedFmc) })}</span>
      )}
      {order.maximumLoss !== null && (
        <span className="figures">{t('atMost', { amount: shown(order.maximumLoss) })}</span>
      )}
    </>
  );
}
