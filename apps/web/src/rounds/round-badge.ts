import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { OrderState } from '@city-mint/domain/rounds/order-state';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import type { BadgeKind } from '@city-mint/ui/badge.tsx';

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

const ENDED_NOTES = { minted: 'endedMinted', failed: 'endedFailed', cancelled: 'endedCancelled' } as const;

/**
 * Returns the text key for a round's state: the state, the outcome once it has ended, or its revocation before anyone
 * could join.
 */
export function roundNote({
  state,
  outcome,
  cancellation,
}: Pick<NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>, 'state' | 'outcome' | 'cancellation'>) {
  if (cancellation?.by === 'revocation') return 'revoked';
  return state === 'ended' && outcome !== null ? ENDED_NOTES[outcome] : state;
}
