import type { IntegrityErrorCode } from './chain-integrity-error.ts';

export type Patience = {
  /** How long errors that a node may cure by itself are retried before they halt the reading. */
  readonly haltAfterMs: number;
  /** The pause after the first of them; it doubles up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** How many errors in a row halt it, of either kind. */
  readonly errorsBeforeHalt: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
};

const DEFAULT: Patience = {
  haltAfterMs: 300_000,
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  errorsBeforeHalt: 3,
  now: () => performance.now(),
};

/**
 * What the majority of the nodes confirms and no retry cures: a payment that the ledger does not know, a final block
 * that was replaced. Money may be leaving meanwhile.
 */
const URGENT: ReadonlySet<IntegrityErrorCode> = new Set(['unexplained-event', 'block-changed']);

export type HaltPatience = {
  /** Whether the pause after the last error is not over yet. */
  readonly isPausing: () => boolean;
  /** Records an integrity error; returns whether it halts the reading, and when it is retried otherwise. */
  readonly record: (code: IntegrityErrorCode) => {
    readonly halts: boolean;
    readonly errorsInRow: number;
    readonly retryMs: number;
  };
  /** Ends the run of errors: the nodes are right again. */
  readonly end: () => void;
};

/**
 * Returns how long integrity errors in a row are borne. A node that answers wrongly for some seconds (empty logs) is
 * asked again with growing pauses for minutes, and reading goes on by itself; what is urgent halts at the third error.
 */
export function createHaltPatience(settings: Partial<Patience> = {}): HaltPatience {
  const { haltAfterMs, firstPauseMs, longestPauseMs, errorsBeforeHalt, now } = { ...DEFAULT, ...settings };
  let errorsInRow = 0;
  let startedMs = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    isPausing: () => now() < pausedUntilMs,
    record(code) {
      if (errorsInRow === 0) startedMs = now();
      errorsInRow += 1;
      const isUrgent = URGENT.has(code);
      const retryMs = isUrgent ? 0 : Math.min(firstPauseMs * 2 ** (errorsInRow - 1), longestPauseMs);
      pausedUntilMs = now() + retryMs;
      const isOver = isUrgent || now() - startedMs >= haltAfterMs;
      return { halts: errorsInRow >= errorsBeforeHalt && isOver, errorsInRow, retryMs };
    },
    end() {
      errorsInRow = 0;
      pausedUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
