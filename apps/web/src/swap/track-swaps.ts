import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type SentSwap, SWAP_LIFETIME_MS } from './sent-swaps.ts';

type LoggedSwap = Pick<
  ReplyOf<'POST /api/app/user/swapLog'>['items'][number],
  'txHash' | 'status' | 'confirmations' | 'confirmationsNeeded'
>;

/** `sent`: no known block includes it; `expired`: its deadline has passed, so no block can execute it any more. */
export type SentSwapStage = 'sent' | 'confirming' | 'completed' | 'reverted' | 'expired';

/** The progress of a swap sent from this device. */
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
  /** The status of each transaction's receipt by hash; null while no block includes it. */
  readonly receipts: ReadonlyMap<string, 'success' | 'reverted' | null>;
  readonly confirmationsNeeded: number;
  /** UTC milliseconds. */
  readonly now: number;
};

/** Possible difference between a block's time and the server's. */
const CLOCK_MARGIN_MS = 60_000;
const STAGES = { 'in-progress': 'confirming', completed: 'completed', failed: 'reverted' } as const;

/** Returns the progress of each swap from the log, or from its receipt until the log has it. */
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
