/** A round's window in UTC milliseconds: `closesAt` is the first millisecond after it. */
type Window = { readonly opensAt: number; readonly closesAt: number };

/**
 * Returns the end of a window after joins were paused from `pausedAt` until `resumedAt`: later by the part of the pause
 * that lies after the opening, so that a pause costs no time. A window that was over when the pause began
 * stays as it is. UTC milliseconds. docs/money-rules.md#3-states
 */
export function closesAfterPause(
  { opensAt, closesAt }: Window,
  { pausedAt, resumedAt }: { readonly pausedAt: number; readonly resumedAt: number },
): number {
  if (isWindowOver(closesAt, { now: resumedAt, pausedSince: pausedAt })) return closesAt;
  const stoppedSince = later(opensAt, pausedAt);
  return closesAt + later(0, resumedAt - stoppedSince);
}

/** The moment by the database's clock, and since when joins are paused (null = they are not); UTC milliseconds. */
export type PauseNow = { readonly now: number; readonly pausedSince: number | null };

/** Returns whether a window is over; while joins are paused no window ends. docs/money-rules.md#3-states */
export function isWindowOver(closesAt: number, { now, pausedSince }: PauseNow): boolean {
  return closesAt <= (pausedSince ?? now);
}

/** Returns how many milliseconds a window still has; they do not get fewer while joins are paused. */
export function remainingWindowMs({ opensAt, closesAt }: Window, { now, pausedSince }: PauseNow): number {
  return later(0, closesAt - later(opensAt, pausedSince ?? now));
}

/** Returns whether a pause has lasted longer than a limit, so that it cancels rounds. docs/money-rules.md#3-states */
export function isPauseTooLong({ now, pausedSince }: PauseNow, limitMs: number): boolean {
  return pausedSince !== null && now - pausedSince > limitMs;
}

function later(a: number, b: number): number {
  if (a > b) return a;
  return b;
}
