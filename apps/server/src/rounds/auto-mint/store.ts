import type { AutoMintSettings } from '@city-mint/domain/rounds/decide-auto-mint';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { AutoMint } from '#platform/database/generated/db.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { type AutoMintNow, NEVER_SET, toAutoMint } from './auto-mint-now.ts';

/** Returns a user's settings, or the defaults if the user never set any. */
export async function findAutoMint(db: Database, userId: bigint): Promise<AutoMintNow> {
  const settings = await db.selectFrom('auto_mint').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return settings === undefined ? NEVER_SET : toAutoMint(settings);
}

/**
 * Locks the settings of a token's user until the transaction ends and returns them. Waits for an opening that is
 * admitting, so that a user with a notification that auto-mint is off is not joined afterwards.
 */
export async function lockAutoMint(tx: Database, token: SessionToken): Promise<AutoMintNow> {
  const { rows } = await sql<Selectable<AutoMint>>`select * from auto_mint_hold(${token})`.execute(tx);
  return theOnly(rows);
}

/**
 * Writes changed settings of a token's user and returns them. Turning auto-mint on moves the user to the end of the
 * queue, resets the failed rounds, and stores the country.
 */
export async function saveAutoMint(
  tx: Database,
  { token, country = null }: { readonly token: SessionToken; readonly country?: string | null },
  { enabled, keep, perRoundMaximum, stopAfterLosses, parallelRounds }: AutoMintSettings,
): Promise<AutoMintNow> {
  const { rows } = await sql<Selectable<AutoMint>>`
    select * from auto_mint_set(${token}, ${enabled}, ${keep.toString()}::numeric,
      ${perRoundMaximum.toString()}::numeric, ${stopAfterLosses}::int, ${parallelRounds}::int,
      ${country}::text)`.execute(tx);
  return theOnly(rows);
}

function theOnly(rows: readonly Selectable<AutoMint>[]): AutoMintNow {
  const [settings] = rows;
  if (settings === undefined) throw new Error('a function of auto-mint returned no row');
  return toAutoMint(settings);
}
