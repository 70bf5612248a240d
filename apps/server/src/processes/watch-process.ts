import type { Logger } from 'pino';
import type { Config } from '#platform/config/settings.ts';
import type { ReadinessCheck } from '#platform/http/server-deps.ts';
import { startHealthServer } from '#platform/http/start-health-server.ts';
import type { ProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { metricsToken } from './metrics-token.ts';

/** Lets a monitor watch a process that answers no other calls, where METRICS_PORT is set. */
export function watchProcess({
  config,
  metrics,
  readiness,
  log,
}: {
  config: Config;
  metrics: ProcessMetrics;
  readiness: Readonly<Record<string, ReadinessCheck>>;
  log: Logger;
}): Promise<{ close(): Promise<void> }> {
  return startHealthServer({
    host: config.HOST,
    port: config.METRICS_PORT,
    readiness,
    registry: metrics.registry,
    metricsToken: metricsToken(config),
    logger: log,
  });
}
