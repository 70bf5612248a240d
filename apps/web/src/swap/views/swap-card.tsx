import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatTime } from '#platform/format.ts';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { Icon } from '#ui/icon.tsx';

type Swap = ReplyOf<'POST /api/app/user/swapLog'>['items'][number];

/** A final swap in the list, with a link to its details. */
export function SwapCard({ swap }: { readonly swap: Swap }) {
  return (
    <Link
      to="/swapDetail"
      search={{ id: swap.swapId }}
      className="flex items-center gap-3 rounded-xl bg-surface p-4 shadow-card active:bg-sunken"
    >
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Icon name="swap" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {swap.sold.currency} → {swap.received.currency}
        </span>
        <span className="block text-xs text-muted figures">{formatTime(swap.at)}</span>
      </span>
      <span className="flex flex-col items-end">
        <span className="font-semibold text-success">
          +<Amount value={swap.received.amount} unit={swap.received.currency} />
        </span>
        <span className="text-xs text-muted">
          −<Amount value={swap.sold.amount} unit={swap.sold.currency} />
        </span>
      </span>
    </Link>
  );
}
