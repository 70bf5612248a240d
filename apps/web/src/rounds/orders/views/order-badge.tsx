import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { ORDER_LABELS } from '@city-mint/domain/rounds/order-state';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { ORDER_BADGES } from '../../round-badge.ts';

type Order = Pick<ReplyOf<'POST /api/biz/mine/mint'>['items'][number], 'state' | 'outcome'>;

/** The state of an order; an ended one shows its outcome, so that a success never looks like a failure. */
export function OrderBadge({ order }: { readonly order: Order }) {
  const { state, outcome } = order;
  const name = useOrderStateName(order);
  return <Badge kind={ORDER_BADGES[state === 'ended' && outcome !== null ? outcome : state]}>{name}</Badge>;
}

/** Returns the text of an order's badge. */
export function useOrderStateName({ state, outcome }: Order): string {
  const t = useTranslations('rounds');
  const label = t(`mine.states.${ORDER_LABELS[state]}`);
  if (state !== 'ended' || outcome === null) return label;
  const result = t(`outcomes.${outcome}`);
  return outcome === 'cancelled' ? result : `${result} · ${label}`;
}
