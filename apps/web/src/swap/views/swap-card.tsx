import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';

type Swap = ReplyOf<'POST /api/app/user/swapLog'>['items'][number];

/** The badge of each status of a swap. */
export const SWAP_BADGES: Record<Swap['status'], BadgeKind> = {
  'in-progress': 'pending',
  completed: 'success',
  failed: 'danger',
};

/** A swap in the list, with a link to its details. */
export function SwapCard({ swap }: { readonly swap: Swap }) {
  const t = useTranslations('swap.detail');
  const { status, sold, received, confirmations, confirmationsNeeded } = swap;
  const hasFailed = status === 'failed';
  return (
    <Link
      to="/swapDetail"
      search={{ id: swap.swapId }}
      className="flex flex-wrap items-center gap-x-3 rounded-xl bg-surface p-4 shadow-card active:bg-sunken"
    >
      <span
        className={`inline-flex size-10 shrink-0 items-center justify-center rounded-full ${hasFailed ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent-ink'}`}
      >
        <Icon name={hasFailed ? 'close' : 'swap'} />
      </span>
      <span className="flex-1">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {sold.currency} → {received.currency}
          {status !== 'completed' && (
            <Badge kind={SWAP_BADGES[status]}>
              {t(`statuses.${status}`)}
              {status === 'in-progress' && (
                <span className="ml-1 figures">
                  {confirmations}/{confirmationsNeeded}
                </span>
              )}
            </Badge>
          )}
        </span>
        <span className="block text-xs whitespace-nowrap text-muted figures">{formatTime(swap.at)}</span>
      </span>
      {hasFailed ? (
        <span className="ml-auto text-sm text-muted">
          <Amount value={sold.amount} unit={sold.currency} />
        </span>
      ) : (
        <span className="ml-auto flex flex-col items-end">
          <span className="font-semibold text-success">
            +<Amount value={received.amount} unit={received.currency} />
          </span>
          <span className="text-xs text-muted">
            −<Amount value={sold.amount} unit={sold.currency} />
          </span>
        </span>
      )}
    </Link>
  );
}
