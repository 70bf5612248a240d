import type { OrderState } from '@city-mint/domain/rounds/order-state';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import type { BadgeKind } from '#ui/badge.tsx';

/** The badge of each state of a round. */
export const ROUND_BADGES: Record<RoundState, BadgeKind> = {
  scheduled: 'neutral',
  open: 'success',
  full: 'pending',
  settling: 'pending',
  minted: 'success',
  failed: 'danger',
  liquidating: 'danger',
  cancelled: 'neutral',
  ended: 'neutral',
};

/** The badge of each state of an order. */
export const ORDER_BADGES: Record<OrderState, BadgeKind> = {
  active: 'pending',
  minted: 'success',
  failed: 'danger',
  claimable: 'danger',
  cancelled: 'neutral',
  ended: 'neutral',
};
