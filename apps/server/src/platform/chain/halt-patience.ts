import type { IntegrityErrorCode } from './chain-integrity-error.ts';

export type Patience = {
  /** How long temporary errors of a node are retried before they halt the reader. */
  readonly haltAfterMs: number;
  /** The pause after the first error; it doubles up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Number of consecutive errors, urgent or not, that halts the reader. */
  readonly errorsBeforeHalt: number;
  /** A monotonic clock in milliseconds. */
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
 * Errors that the majority of the nodes confirms and a retry cannot fix: a payment that the ledger does not know, a
 * final block that was replaced. Money may be leaving the vault.
 */
const URGENT: ReadonlySet<IntegrityErrorCode> = new Set(['unexplained-event', 'block-changed']);

/** Nothing is wrong, something is not there yet: it is waited for without end, and an alarm reports the delay. */
const ENDLESS: ReadonlySet<IntegrityErrorCode> = new Set(['missing-data']);

export type HaltPatience = {
  /** Whether the pause after the last error is not over yet. */
  readonly isPausing: () => boolean;
  /** Records an integrity error; returns whether it halts the reader, and otherwise the time of the retry. */
  readonly record: (code: IntegrityErrorCode) => {
    readonly halts: boolean;
    readonly errorsInRow: number;
    readonly retryMs: number;
  };
  /** Ends the run of errors: the nodes answer correctly again. */
  readonly end: () => void;
};

/**
 * Returns the retry policy for consecutive integrity errors. A node that answers wrongly for some seconds (empty logs)
 * is asked again for minutes, with growing pauses, and the reader then continues automatically; urgent errors halt it
 * at the third, missing data never.
 */
export function createHaltPatience(settings: Partial<Patience> = {}): HaltPatience {
  const { haltAfterMs, firstPauseMs, longestPauseMs, errorsBeforeHalt, now } = { ...DEFAULT, ...settings };
  let errorsInRow = 0;
  let missingInRow = 0;
  let startedMs = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    isPausing: () => now() < pausedUntilMs,
    record(code) {
      const isEndless = ENDLESS.has(code);
      if (!isEndless && errorsInRow === 0) startedMs = now();
      if (isEndless) missingInRow += 1;
      else errorsInRow += 1;
      const inRow = isEndless ? missingInRow : errorsInRow;
      const isUrgent = URGENT.has(code);
      const retryMs = isUrgent ? 0 : Math.min(firstPauseMs * 2 ** (inRow - 1), longestPauseMs);
      pausedUntilMs = now() + retryMs;
      const isOver = isUrgent || now() - startedMs >= haltAfterMs;
      return { halts: !isEndless && errorsInRow >= errorsBeforeHalt && isOver, errorsInRow: inRow, retryMs };
    },
    end() {
      errorsInRow = 0;
      missingInRow = 0;
      pausedUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
