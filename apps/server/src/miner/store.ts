import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
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
 * Claims all unclaimed hash power of these users, of rounds whose liquidation is done, in the caller's transaction; of
 * concurrent callers one claims each order. Each becomes a machine, mining from the next UTC day on, and a grant to the
 * exchange, due at once. A machine lives as long as is set on the day of its claim. `callId` is the request id of the
 * claiming call, null for automatic claims. Throws when one of the users with hash power has no bound account.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function claimMachines(
  tx: Database,
  { userIds, callId }: { readonly userIds: readonly bigint[]; readonly callId: string | null },
): Promise<void> {
  if (userIds.length > 0) await sql`select claim_machines(${userIds}::bigint[], ${callId}::text)`.execute(tx);
}
