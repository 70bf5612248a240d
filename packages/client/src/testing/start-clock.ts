import { act, configure } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Noon of a day in Singapore, the time zone of the tests of components. */
export const NOON = Date.UTC(2026, 10, 20, 4);

/** A clock that moves only when the test moves it: not while the test waits for what is to be shown. */
export type FakeClock = {
  /** Lets so many milliseconds pass, with what is due in them. */
  advance(milliseconds: number): Promise<void>;
};

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;
const STEP_MS = 5;
const PATIENCE_MS = 60_000;
const waitForReal = globalThis.setTimeout;

/** Stops the clock and the timers of the page at a time until the test ends. */
export function startClock(now = NOON): FakeClock {
  vi.useFakeTimers({ now, toFake: [...TIMERS] });
  let waitedMs = 0;
  // By this name Testing Library finds out that timers are faked. What is due is done; only when nothing comes of
  // waiting any more, its own time limit is.
  const advanceTimersByTime = () => {
    vi.advanceTimersByTime(waitedMs > PATIENCE_MS ? PATIENCE_MS : 0);
  };
  Reflect.set(globalThis, 'jest', { advanceTimersByTime });
  // Code that is fetched on demand arrives in real time.
  configure({
    unstable_advanceTimersWrapper: async (step) => {
      await new Promise((resolve) => waitForReal(resolve, STEP_MS));
      waitedMs += STEP_MS;
      return act(async () => step());
    },
  });
  onTestFinished(() => {
    configure({ unstable_advanceTimersWrapper: (step) => act(async () => step()) });
    Reflect.deleteProperty(globalThis, 'jest');
    vi.useRealTimers();
  });
  return {
    advance: async (milliseconds) => {
      waitedMs = 0;
      await act(() => vi.advanceTimersByTimeAsync(milliseconds));
    },
  };
}
