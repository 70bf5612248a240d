import type pg from 'pg';
import { createSharedAnswers } from '../shared-answers.ts';

/** A position in the write-ahead log, in bytes. Positions of different timelines do not compare. */
export type WalPosition = { readonly timeline: number; readonly bytes: bigint };

/** Commits are visible once they are flushed, so everything that anyone could have seen is before this position. */
const POSITION = {
  name: 'read-position',
  text: `
    select ('x' || left(pg_walfile_name(flushed), 8))::bit(32)::int as timeline, flushed - '0/0' as bytes
    from pg_current_wal_flush_lsn() flushed`,
};

/**
 * Returns a function that reads the primary's position, by a query that begins after its call. One query runs at a
 * time; calls that arrive during it share the next one. Rejects while the primary does not answer, and on a standby.
 */
export function createReadPosition(primary: pg.Pool): () => Promise<WalPosition> {
  // Of age 0: no call gets a reading that began before it.
  const { share } = createSharedAnswers({ maximumAgeMs: 0 });
  const read = async () => {
    const [position] = (await primary.query<WalPosition>(POSITION)).rows;
    if (position === undefined) throw new Error('the primary has no position');
    return position;
  };
  return () => share('position', read);
}

/** Returns the identifier of the primary's cluster, which its standbys share. */
export async function readSystem(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ system: string }>('select system from database_position(0)');
  const [row] = rows;
  if (row === undefined) throw new Error('the primary has no identifier');
  return row.system;
}
