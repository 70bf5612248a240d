import Fastify from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { registerHealth } from './register-health.ts';
import type { ReadinessCheck } from './server-deps.ts';

export type HealthServerSettings = {
  readonly host: string;
  /** 0 = any free one; undefined = no server. */
  readonly port: number | undefined;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  readonly registry: Registry;
  /** Like the API's: undefined = no one may read the metrics, null = everyone may. */
  readonly metricsToken: string | null | undefined;
  readonly logger: Logger;
};

/** Starts health and metrics of a process that answers no other calls; returns a function that closes them. */
export async function startHealthServer(settings: HealthServerSettings): Promise<{ close(): Promise<void> }> {
  const { host, port, readiness, registry, metricsToken, logger } = settings;
  if (port === undefined) return { close: async () => undefined };
  const app = Fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  registerHealth(app, { readiness, metrics: { registry }, settings: { metricsToken }, logger });
  const address = await app.listen({ host, port });
  logger.info({ address }, 'health and metrics');
  return { close: () => app.close() };
}
