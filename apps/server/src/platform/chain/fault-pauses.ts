import type { Patience } from './halt-patience.ts';
import type { ReadFault } from './read-fault.ts';
import type { Span } from './span.ts';

export type FaultPauses = {
  /** Whether the pause after the last fault is not over yet. */
  readonly isPausing: () => boolean;
  /** Records a fault; returns the milliseconds until the retry. */
  readonly record: (fault: ReadFault) => number;
  /** Ends the run of faults: a poll succeeded. */
  readonly end: () => void;
};

/** Calls for logs in a row without an answer after which fewer blocks are tried: a node may need too long for them. */
const UNANSWERED_BEFORE_NARROWER = 3;

/**
 * Returns the reaction to faults of nodes. Only answers about its size narrow the span, and calls for logs that
 * repeatedly get no answer while others do; a limit of the number of calls pauses for 1, 2, 4 … 30 seconds.
 */
export function createFaultPauses(
  span: Pick<Span, 'failed'>,
  { firstPauseMs = 1_000, longestPauseMs = 30_000, now = () => performance.now() }: Partial<Patience> = {},
): FaultPauses {
  let last: ReadFault | undefined;
  let inRow = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    isPausing: () => now() < pausedUntilMs,
    record(fault) {
      inRow = fault === last ? inRow + 1 : 1;
      last = fault;
      if (fault === 'too-large' || (fault === 'no-logs' && inRow % UNANSWERED_BEFORE_NARROWER === 0)) span.failed();
      const retryMs = fault === 'rate-limited' ? Math.min(firstPauseMs * 2 ** (inRow - 1), longestPauseMs) : 0;
      pausedUntilMs = now() + retryMs;
      return retryMs;
    },
    end() {
      last = undefined;
      pausedUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
