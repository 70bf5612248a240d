import { waitUntil } from '@city-mint/devnet/wait-until';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Runs `race` while another transaction, over the owner's connections, holds what `holding` locks; `release` ends that
 * transaction. Returns what `race` does.
 */
export async function whileHeld<Result>(
  owner: Database,
  holding: (tx: Database) => Promise<unknown>,
  race: (release: () => void) => Promise<Result>,
): Promise<Result> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holder = owner.transaction().execute(async (tx) => {
    await holding(tx);
    held();
    await released;
  });
  await Promise.race([isHeld, holder]);
  try {
    return await race(release);
  } finally {
    release();
    await holder;
  }
}

/**
 * Returns how many statements that contain `text` wait for a lock of another transaction. A statement that was just
 * granted its lock is not counted, though its wait event remains until it wakes up, which a busy machine delays.
 */
export async function countBlocked(owner: Database, text = ''): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity a where datname = current_database()
    and position(${text} in query) > 0 and pid <> pg_backend_pid()
    and exists (select 1 from pg_locks l where l.pid = a.pid and not l.granted)`.execute(owner);
  return rows.length;
}

/** Waits until a statement that contains `text` waits for a lock of another transaction; throws after ten seconds. */
export async function untilBlocked(owner: Database, text: string): Promise<void> {
  const isBlocked = async () => (await countBlocked(owner, text)) > 0;
  if (!(await waitUntil(isBlocked))) throw new Error(`nothing waits in ${text}`);
}
