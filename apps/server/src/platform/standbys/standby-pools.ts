import type pg from 'pg';
import { createPool, type DatabaseSettings } from '../database/database.ts';

/** The connections to one database of the cluster, a standby or not. */
export type StandbyPools = {
  /** Its host and port. */
  readonly name: string;
  readonly readers: pg.Pool;
  /** One more connection that only polls the position, so that no read delays it. */
  readonly watch: pg.Pool;
};

/** A read waits for a connection at most this long; then the primary answers it. */
const WAIT_MS = 500;
/** A database that does not answer a poll within this time is away. */
const POLL_MS = 1_000;

/** Returns pools of connections to the database at `url`, which the caller ends. */
export function openStandbyPools(url: string, settings: Omit<DatabaseSettings, 'url'>): StandbyPools {
  const connectTimeoutMs = 5_000;
  return {
    name: new URL(url).host,
    readers: createPool({ ...settings, url, connectTimeoutMs, waitMs: WAIT_MS }),
    watch: createPool({
      ...{ ...settings, url, connectTimeoutMs, maxConnections: 1 },
      ...{ waitMs: POLL_MS, statementTimeoutMs: POLL_MS, answerMs: POLL_MS },
    }),
  };
}
