import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';

/** How long whatever is under way may take to finish. */
const GRACE_MS = 10_000;

/**
 * Ends this process in order on SIGTERM or SIGINT: `stop` lets work under way finish; after ten seconds the process
 * ends regardless. A process that runs this far has loaded its code: it is stored for the next start, as one that is
 * killed could not.
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
    stop().then(
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
