import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type SentSwap, SWAP_LIFETIME_MS } from './sent-swaps.ts';

type LoggedSwap = Pick<
  ReplyOf<'POST /api/app/user/swapLog'>['items'][number],
  'txHash' | 'status' | 'confirmations' | 'confirmationsNeeded'
>;

/** `sent`: in no block, as far as is known; `expired`: nor can one make it good any more, its deadline is over. */
export type SentSwapStage = 'sent' | 'confirming' | 'completed' | 'reverted' | 'expired';

/** How far a swap is that this device has sent. */
export type TrackedSwap = {
  readonly swap: SentSwap;
  readonly stage: SentSwapStage;
  /** The log has it. */
  readonly isLogged: boolean;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
};

type TrackInput = {
  readonly logged: readonly LoggedSwap[];
  /** The status of each transaction's receipt by hash; null while it is in no block. */
  readonly receipts: ReadonlyMap<string, 'success' | 'reverted' | null>;
  readonly confirmationsNeeded: number;
  /** UTC milliseconds. */
  readonly now: number;
};

/** What a block's time may be ahead or behind the server's. */
const CLOCK_MARGIN_MS = 60_000;
const STAGES = { 'in-progress': 'confirming', completed: 'completed', failed: 'reverted' } as const;

/** Returns how far each swap is: as the log says, or as its receipt does until the log has it. */
export function trackSwaps(sent: readonly SentSwap[], input: TrackInput): readonly TrackedSwap[] {
  const { logged, receipts, confirmationsNeeded, now } = input;
  return sent.map((swap) => {
    const entry = logged.find(({ txHash }) => txHash === swap.hash);
    if (entry !== undefined) {
      const { status, confirmations } = entry;
      const stage = STAGES[status];
      return { swap, stage, isLogged: true, confirmations, confirmationsNeeded: entry.confirmationsNeeded };
    }
    const receipt = receipts.get(swap.hash) ?? null;
    const isOver = now > swap.sentAt + SWAP_LIFETIME_MS + CLOCK_MARGIN_MS;
    const waiting = isOver ? 'expired' : 'sent';
    const stage = receipt === null ? waiting : receipt === 'success' ? 'confirming' : 'reverted';
    return { swap, stage, isLogged: false, confirmations: 0, confirmationsNeeded };
  });
}
