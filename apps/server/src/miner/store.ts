import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { HashPowerClaim } from '#rounds/hash-power/commands.ts';
import type { SignedText } from '#session/commands/confirmations.ts';

/** Returns whether another user has this account at the exchange bound. */
export async function isUidTaken(db: Database, { userId, uid }: { userId: bigint; uid: string }): Promise<boolean> {
  const row = await db.selectFrom('exchange_account').select('user_id').where('uid', '=', uid).executeTakeFirst();
  return row !== undefined && row.user_id !== userId;
}

/** An account that a user names as theirs, and the code that the exchange showed for their address. */
export type NamedAccount = { readonly userId: bigint; readonly uid: string; readonly code: string };

/**
 * Remembers a named account, with what the wallet signed, until the exchange is asked; it replaces what the user named
 * before. Returns nothing.
 */
export async function nameAccount(
  tx: Database,
  {
    account: { userId, uid, code },
    callId,
    text: { message, signature },
  }: { readonly account: NamedAccount; readonly callId: string | null; readonly text: SignedText },
): Promise<void> {
  await sql`select ask_exchange_confirmation(${userId}, ${uid}, ${code}, ${callId}::text, ${message},
    ${signature})`.execute(tx);
}

/** Returns whether this is the account that the user named last, with this code, and it is not bound yet. */
export async function isNamed(db: Database, { userId, uid, code }: NamedAccount): Promise<boolean> {
  const row = await db
    .selectFrom('exchange_confirmation')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .where('code', '=', code)
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
