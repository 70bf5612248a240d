import type { Logger } from 'pino';
import type { Config } from '#platform/config/settings.ts';
import { createFailureLog } from '#platform/jobs/failure-log.ts';
import { createLogger } from '#platform/log/create-logger.ts';
import { traceFields } from '#platform/tracing/active-span.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';

/** Returns the logger of a process; with a collector configured its lines name their trace, and spans are sent. */
export async function startLogger(name: string, config: Config): Promise<Logger> {
  const { LOG_LEVEL: level, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  const log = createLogger({ name, level, ...(endpoint === undefined ? {} : { fields: traceFields }) });
  const failures = createFailureLog({ log, job: 'send traces' });
  await startTracing({
    ...{ service: name, endpoint, share },
    onSent: (error) => (error === undefined ? failures.succeeded() : failures.failed(error)),
  });
  return log;
}
