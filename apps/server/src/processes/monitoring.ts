import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { PublicClient } from 'viem';
import { observeWithdrawals } from '#assets/metrics.ts';
import { observeGrants } from '#miner/metrics.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { ReadinessCheck } from '#platform/http/server-deps.ts';
import { startHealthServer } from '#platform/http/start-health-server.ts';
import type { ProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { observeRounds } from '#rounds/metrics.ts';

/** Returns a check of whether the database answers and can be written; a connection that cannot write is replaced. */
export function databaseCheck(db: Database): ReadinessCheck {
  return async () => {
    await sql`do $$ begin
      if current_setting('transaction_read_only') = 'on' then
        raise exception 'the database can only be read' using errcode = 'read_only_sql_transaction';
      end if;
    end $$`.execute(db);
    return null;
  };
}

/** Returns a check of whether a node answers, and is on the configured chain. */
export function chainCheck(node: Pick<PublicClient, 'getChainId'>, chainId: number): ReadinessCheck {
  return async () => {
    const nodeChainId = await node.getChainId();
    return nodeChainId === chainId ? null : `the node is of chain ${nodeChainId}`;
  };
}

/**
 * Registers gauges of the work that is due: for the workers, which do it, and the api, which runs when no worker does.
 */
export function observeWork(registry: Registry, db: Database): void {
  observeRounds(registry, db);
  observeWithdrawals(registry, db);
  observeGrants(registry, db);
}

/**
 * Returns the bearer token of a monitor; undefined (in production without one) = no one may read, null = no token is
 * needed.
 */
export function metricsToken({ METRICS_TOKEN, NODE_ENV }: Config): string | null | undefined {
  return METRICS_TOKEN ?? (NODE_ENV === 'production' ? undefined : null);
}

/**
 * Starts the health server of a process that answers no other calls, on METRICS_PORT if that is set; returns what
 * closes it.
 */
export function startMonitoring({
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
