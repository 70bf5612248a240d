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

/** Waits until a statement that contains `text` waits for a lock of another transaction; throws after ten seconds. */
export async function untilBlocked(owner: Database, text: string): Promise<void> {
  const isBlocked = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and position(${text} in query) > 0 and pid <> pg_backend_pid()`.execute(owner);
    return rows.length > 0;
  };
  if (!(await waitUntil(isBlocked, 10_000))) throw new Error(`nothing waits in ${text}`);
}
