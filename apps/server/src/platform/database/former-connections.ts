import pg from 'pg';
import type { Fence } from './fence.ts';

/** Records the timeline of a new connection's database; null for a standby, which may be promoted in place. */
export type RecordTimeline = (client: pg.PoolClient, timeline: number | null) => void;

/**
 * Closes connections of a pool that were opened before a promotion which the process has seen since, in use or not.
 * They lead to a former primary, where reads are stale and commits may be lost. A primary never changes its timeline.
 * Returns the function that records the timeline of a new connection.
 */
export function dropFormer(pool: pg.Pool, fence: Fence): RecordTimeline {
  const open = new Map<pg.PoolClient, number>();
  let current = 0;
  const dropOlder = () => {
    for (const [client, timeline] of open) {
      if (timeline >= current || !(client instanceof pg.Client)) continue;
      client.connection.stream.destroy(new Error('Connection terminated: it led to a former primary'));
    }
  };
  pool.on('remove', (client) => void open.delete(client));
  fence.onPromotion((timeline) => {
    current = timeline;
    dropOlder();
  });
  return (client, timeline) => {
    if (timeline === null) return;
    open.set(client, timeline);
    dropOlder();
  };
}
