import type { Logger } from 'pino';

/** How often a failure that repeats is logged. */
const LOG_AGAIN_MS = 300_000;

export type FailureLog = {
  readonly failed: (error: unknown) => void;
  readonly succeeded: () => void;
};

/**
 * Returns a log of one job's failures. The same failure in a row is logged once and then every five minutes, since a
 * job runs each second; the end of a run of them is logged too.
 */
export function createFailureLog(settings: {
  readonly log: Logger;
  readonly job: string;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}): FailureLog {
  const { log, job, now = () => performance.now() } = settings;
  let last: { readonly text: string; readonly loggedAtMs: number } | undefined;
  let failures = 0;
  return {
    failed(error) {
      failures += 1;
      const text = firstLineOf(error);
      if (last?.text === text && now() - last.loggedAtMs < LOG_AGAIN_MS) return;
      last = { text, loggedAtMs: now() };
      log.error({ err: error, job, failures }, 'a job failed and will be tried again');
    },
    succeeded() {
      if (failures > 1) log.info({ job, failures }, 'a job succeeds again');
      last = undefined;
      failures = 0;
    },
  };
}

/** The other lines of an error of viem repeat the call, whose block differs each time. */
function firstLineOf(error: unknown): string {
  return String(error).split('\n', 1)[0] ?? '';
}
