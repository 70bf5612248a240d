import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { classifyFault } from '#platform/http/classify-fault.ts';

const RETRY_MS = 2_000;

/**
 * Runs a check of a start until database and node answer it: a machine starts its processes in any order. Logs `what`
 * when it begins to wait and when it ends. Rejects with the check's error when waiting does not help, such as a node of
 * another chain.
 */
export async function waitUntilAvailable(
  what: string,
  check: () => Promise<void>,
  { log, retryMs = RETRY_MS }: { readonly log: Pick<Logger, 'warn' | 'info'>; readonly retryMs?: number },
): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await check();
      if (attempts > 1) log.info({ attempts }, `${what}: available`);
      return;
    } catch (error) {
      if (classifyFault(error) !== 'busy') throw error;
      if (attempts === 1) log.warn({ err: error }, `${what}: not available, waiting`);
      await sleep(retryMs);
    }
  }
}
