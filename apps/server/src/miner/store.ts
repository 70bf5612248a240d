import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { HashPowerClaim } from '#rounds/hash-power/commands.ts';

/** Returns the exchange account that a user bound; undefined before the first claim. */
export async function findUid(db: Database, userId: bigint): Promise<string | undefined> {
  const row = await db.selectFrom('exchange_account').select('uid').where('user_id', '=', userId).executeTakeFirst();
  return row?.uid;
}

/** Returns whether another user bound this exchange account. */
export async function isUidTaken(db: Database, { userId, uid }: { userId: bigint; uid: string }): Promise<boolean> {
  const row = await db.selectFrom('exchange_account').select('user_id').where('uid', '=', uid).executeTakeFirst();
  return row !== undefined && row.user_id !== userId;
}

/** Binds an exchange account permanently. Returns false when it is bound already, or the user has bound another. */
export async function insertAccount(tx: Database, { userId, uid }: { userId: bigint; uid: string }): Promise<boolean> {
  const row = await tx
    .insertInto('exchange_account')
    .values({ user_id: userId, uid })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Inserts one machine per claimed order, mining from the next UTC day on, and its grant to the exchange, due at once.
 * A machine lives as long as is set on the day of its claim. `callId` is the request id of the claiming call, null for
 * automatic claims. Throws when one of the users has no bound account.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function insertMachines(
  tx: Database,
  { claims, callId }: { readonly claims: readonly HashPowerClaim[]; readonly callId: string | null },
): Promise<void> {
  if (claims.length === 0) return;
  const { rows } = await sql<{ granted: number }>`
    select insert_machines(${claims.map(({ orderId }) => orderId)}::bigint[], ${callId}::text) as granted`.execute(tx);
  if (rows[0]?.granted !== claims.length) throw new Error('hash power was claimed without an exchange account');
}
