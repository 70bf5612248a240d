import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { BadgeKind } from '@city-mint/ui/badge.tsx';

type Status = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number]['status'];

/** The badge of each state of a recharge or withdrawal. */
export const EVENT_BADGES: Record<Status, BadgeKind> = {
  'in-progress': 'pending',
  completed: 'success',
  failed: 'danger',
};
