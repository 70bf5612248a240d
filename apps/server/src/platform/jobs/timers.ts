import type { Logger } from 'pino';
import { tracedJob } from '../tracing/active-span.ts';
import { createFailureLog } from './failure-log.ts';

export type Timer = {
  /** Runs the work now, or once more after the current run. */
  readonly wake: () => void;
};

export type Timers = {
  /**
   * Runs `work` immediately and then `intervalMs` after each end, never concurrently. Errors are logged, repeated ones
   * once, and the timer continues.
   */
  readonly everyMs: (name: string, intervalMs: number, work: (signal: AbortSignal) => Promise<void>) => Timer;
  /** Starts no further run and waits for the current ones; the signal of each run is aborted. */
  readonly stop: () => Promise<void>;
};

/** Called with each run of a job, for its metrics. */
export type JobObserver = {
  ran(job: string, run: { readonly tookMs: number; readonly failed: boolean }): void;
};

/** Returns the timers of one process. Due work is stored in rows, so a late or missed run only delays it. */
export function createTimers({ log, observer }: { log: Logger; observer?: JobObserver }): Timers {
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];

  const everyMs: Timers['everyMs'] = (name, intervalMs, work) => {
    const failureLog = createFailureLog({ log, job: name });
    let isAwake = false;
    let endPause = () => {};
    const loop = async () => {
      while (!stopping.signal.aborted) {
        isAwake = false;
        const startedAt = performance.now();
        const failed = await tracedJob(name, () => work(stopping.signal)).then(
          () => {
            failureLog.succeeded();
            return false;
          },
          (error: unknown) => {
            if (!stopping.signal.aborted) failureLog.failed(error);
            return true;
          },
        );
        observer?.ran(name, { tookMs: performance.now() - startedAt, failed });
        if (!isAwake)
          await new Promise<void>((resume) => {
            const timer = setTimeout(resume, intervalMs);
            endPause = () => {
              clearTimeout(timer);
              resume();
            };
            if (stopping.signal.aborted) endPause();
          });
      }
    };
    const wake = () => {
      isAwake = true;
      endPause();
    };
    stopping.signal.addEventListener('abort', wake);
    loops.push(loop());
    return { wake };
  };

  const stop = async () => {
    stopping.abort();
    await Promise.all(loops);
  };
  return { everyMs, stop };
}
