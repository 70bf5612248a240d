import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { SignedText } from '#session/commands/confirmations.ts';

/** Returns whether this account at the exchange is bound to another user. */
export async function isUidTaken(db: Database, { userId, uid }: { userId: bigint; uid: string }): Promise<boolean> {
  const row = await db.selectFrom('exchange_account').select('user_id').where('uid', '=', uid).executeTakeFirst();
  return row !== undefined && row.user_id !== userId;
}

/** A user's claim to an account, with the code that the exchange showed for the user's address. */
export type NamedAccount = { readonly userId: bigint; readonly uid: string; readonly code: string };

/**
 * Stores an account that a token's user named, with the wallet's text and signature, until the exchange is asked;
 * replaces the user's previous one. Returns nothing.
 */
export async function nameAccount(
  tx: Database,
  {
    account: { token, uid, code },
    callId,
    text: { message, signature },
  }: {
    readonly account: Omit<NamedAccount, 'userId'> & { readonly token: SessionToken };
    readonly callId: string | null;
    readonly text: SignedText;
  },
): Promise<void> {
  await sql`select ask_exchange_confirmation(${token}, ${uid}, ${code}, ${callId}::text, ${message},
    ${signature})`.execute(tx);
}

/** Returns whether this account and code are the last that the user named, and it is not bound yet. */
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
 * Claims all unclaimed hash power of these users, of rounds whose liquidation is done, in the caller's transaction;
 * each order is claimed by only one of several concurrent callers. Each becomes a machine, which mines from the next
 * UTC day on, and a grant to the exchange, due immediately. A machine lives as long as set on the day of its claim.
 * `callId` is the request id of the claiming call, null for automatic claims. Throws when one of the users with hash
 * power has no bound account. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function claimMachines(
  tx: Database,
  { userIds, callId }: { readonly userIds: readonly bigint[]; readonly callId: string | null },
): Promise<void> {
  if (userIds.length > 0) await sql`select claim_machines(${userIds}::bigint[], ${callId}::text)`.execute(tx);
}

/** The same for the user of a session's token. */
export async function claimOwnMachines(tx: Database, token: SessionToken, callId: string | null): Promise<void> {
  await sql`select claim_own_machines(${token}, ${callId}::text)`.execute(tx);
}
