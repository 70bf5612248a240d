import type { AutoMintSettings } from '@city-mint/domain/rounds/decide-auto-mint';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type AutoMintNow, NEVER_SET, toAutoMint } from './auto-mint-now.ts';

/** Returns a user's settings, or the defaults if the user never set any. */
export async function findAutoMint(db: Database, userId: bigint): Promise<AutoMintNow> {
  const settings = await db.selectFrom('auto_mint').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return settings === undefined ? NEVER_SET : toAutoMint(settings);
}

/**
 * Locks a user's settings until the transaction ends and returns them. Waits for an opening that is admitting, so that
 * a user with a notification that auto-mint is off is not joined afterwards.
 */
export async function lockAutoMint(tx: Database, userId: bigint): Promise<AutoMintNow> {
  await sql`select auto_mint_lock(false)`.execute(tx);
  await tx
    .insertInto('auto_mint')
    .values({ user_id: userId, enabled: false, keep: 0n, per_round_maximum: 0n, stop_after_losses: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const settings = await tx
    .selectFrom('auto_mint')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toAutoMint(settings);
}

/**
 * Writes changed settings and returns them. Turning auto-mint on moves the user to the end of the queue, resets the
 * failed rounds, and stores the country.
 */
export async function saveAutoMint(
  tx: Database,
  { userId, country = null }: { readonly userId: bigint; readonly country?: string | null },
  { settings, turned }: { readonly settings: AutoMintSettings; readonly turned: 'on' | 'off' | 'neither' },
): Promise<AutoMintNow> {
  const switched = {
    on: {
      queue_position: sql<bigint>`nextval('auto_mint_queue')`,
      enabled_at: sql<Date>`clock_timestamp()`,
      off_reason: null,
    },
    off: { queue_position: null, enabled_at: null, off_reason: 'user' },
    neither: {},
  } as const;
  const changed = await tx
    .updateTable('auto_mint')
    .set({
      enabled: settings.enabled,
      keep: settings.keep,
      per_round_maximum: settings.perRoundMaximum,
      stop_after_losses: settings.stopAfterLosses,
      parallel_rounds: settings.parallelRounds,
      version: sql<number>`version + 1`,
      changed_at: sql<Date>`clock_timestamp()`,
      ...switched[turned],
      ...(turned === 'on' ? { failed_rounds: 0, region: country } : {}),
    })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAutoMint(changed);
}
