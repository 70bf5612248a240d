import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** An account at the exchange that it confirmed for a user. */
export type ExchangeAccount = { readonly userId: bigint; readonly uid: string; readonly boundAt: Date };

/** Returns the account at the exchange that a user has bound; undefined where there is none. */
export function findAccountOf(db: Database, userId: bigint): Promise<ExchangeAccount | undefined> {
  return accounts(db).where('user_id', '=', userId).executeTakeFirst();
}

/** Returns the account with this UID and its user; undefined where it is not bound. */
export function findAccountByUid(db: Database, uid: string): Promise<ExchangeAccount | undefined> {
  return accounts(db).where('uid', '=', uid).executeTakeFirst();
}

function accounts(db: Database) {
  return db.selectFrom('exchange_account').select(['user_id as userId', 'uid', 'bound_at as boundAt']);
}

const confirmationState = z.enum(['waiting', 'rejected', 'taken']);

/** An account at the exchange that a user named, and the exchange's decision so far. */
export type AskedAccount = {
  readonly uid: string;
  readonly state: z.output<typeof confirmationState>;
  readonly askedAt: Date;
  readonly attempts: number;
  readonly lastError: string | null;
};

/** Returns the account that a user named last; undefined where there is none. */
export async function findAskedAccount(db: Database, userId: bigint): Promise<AskedAccount | undefined> {
  const row = await db
    .selectFrom('exchange_confirmation')
    .select(['uid', 'state', 'asked_at as askedAt', 'attempts', 'last_error as lastError'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, state: confirmationState.parse(row.state) };
}
