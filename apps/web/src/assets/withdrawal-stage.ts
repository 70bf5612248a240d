import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type State = ReplyOf<'POST /api/app/user/withdrawStatus'>['state'];

/** The steps of a withdrawal as they are shown, in order. */
export const WITHDRAWAL_STEPS = ['requested', 'signed', 'submitted', 'confirming', 'completed'] as const;

/** How many of the steps are done. A transaction that the wallet sent counts as submitted before the server has seen it. */
export function stepsDone(state: State, sentByWallet: boolean): number {
  switch (state) {
    case 'requested':
    case 'approved':
      return 1;
    case 'signed':
      return sentByWallet ? 3 : 2;
    case 'submitted':
      return 3;
    case 'confirming':
      return 3;
    case 'completed':
      return 5;
    case 'returned':
      return 0;
  }
}
