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
import type { Timers } from '#platform/jobs/timers.ts';
import type { ProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { stopOnSignal } from '#platform/process/stop-on-signal.ts';
import { observeRounds } from '#rounds/metrics.ts';

/** Returns a check that the database answers and is writable; read-only connections are replaced. */
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

/** Returns a check that a node answers, and is on the configured chain. */
export function chainCheck(node: Pick<PublicClient, 'getChainId'>, chainId: number): ReadinessCheck {
  return async () => {
    const nodeChainId = await node.getChainId();
    return nodeChainId === chainId ? null : `the node is of chain ${nodeChainId}`;
  };
}

/** Registers gauges of due work: for the workers, which do it, and the api, which runs even when no worker does. */
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

type WatchedProcess = {
  readonly config: Config;
  readonly metrics: ProcessMetrics;
  readonly log: Logger;
  readonly db: Database;
  /** Undefined for a process that needs no chain. */
  readonly node?: Pick<PublicClient, 'getChainId'>;
  /** Further checks besides those of database and chain. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>;
  readonly timers: Pick<Timers, 'stop'>;
  /** The listener that wakes the timers. */
  readonly listener?: { stop(): Promise<void> };
  /** Closes further database connections. */
  readonly endOthers?: () => Promise<unknown>;
};

/**
 * Starts the health server of a process that answers no other calls, on METRICS_PORT if set. On a signal current work
 * finishes, then the health server, the connections and the process end. Resolves once the server listens.
 */
export async function monitorUntilSignal(watched: WatchedProcess): Promise<void> {
  const { config, metrics, log, db, node, timers, listener, endOthers } = watched;
  const health = await startHealthServer({
    host: config.HOST,
    port: config.METRICS_PORT,
    readiness: {
      database: databaseCheck(db),
      ...(node === undefined ? {} : { chain: chainCheck(node, config.CHAIN_ID) }),
      ...watched.readiness,
    },
    registry: metrics.registry,
    metricsToken: metricsToken(config),
    logger: log,
  });
  stopOnSignal(log, async () => {
    await listener?.stop();
    await timers.stop();
    await health.close();
    await Promise.all([db.destroy(), endOthers?.()]);
  });
}
