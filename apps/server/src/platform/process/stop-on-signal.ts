import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { stopTracing } from '../tracing/start-tracing.ts';

/** Maximum time for current work to finish. */
const GRACE_MS = 10_000;

/**
 * Ends this process in order on SIGTERM or SIGINT: `stop` lets current work finish, then the last spans are sent; after
 * ten seconds the process ends regardless. At this point the process has loaded its code, so it stores the compiled
 * code for the next start; a killed process could not.
 */
export function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  flushCompileCache();
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    const deadline = setTimeout(() => {
      logger.error('stopped with work under way');
      process.exit(1);
    }, GRACE_MS);
    deadline.unref();
    stop()
      .then(stopTracing)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
