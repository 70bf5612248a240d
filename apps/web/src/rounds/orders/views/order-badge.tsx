import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { ORDER_LABELS } from '@city-mint/domain/rounds/order-state';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { ORDER_BADGES } from '../../round-badge.ts';

type Order = Pick<ReplyOf<'POST /api/biz/mine/mint'>['items'][number], 'state' | 'outcome' | 'netJu'>;

/** The state of an order after its outcome; a failure that cost nothing is not in red. */
export function OrderBadge({ order }: { readonly order: Order }) {
  const { state, outcome, netJu } = order;
  const name = useOrderStateName(order);
  const kind = ORDER_BADGES[state === 'ended' && outcome !== null ? outcome : state];
  return <Badge kind={kind === 'danger' && netJu === '0' ? 'neutral' : kind}>{name}</Badge>;
}

/** Returns the text of an order's badge: its outcome, and its state if that says more. */
export function useOrderStateName({ state, outcome }: Pick<Order, 'state' | 'outcome'>): string {
  const t = useTranslations('rounds');
  const label = t(`mine.states.${ORDER_LABELS[state]}`);
  if ((state !== 'ended' && state !== 'claimable') || outcome === null) return label;
  const result = t(`outcomes.${outcome}`);
  return outcome === 'cancelled' ? result : `${result} · ${label}`;
}
