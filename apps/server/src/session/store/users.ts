import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { AppUser } from '#platform/database/generated/db.ts';

export type User = Selectable<AppUser>;

/** Inserts the user of an address (EIP-55); returns undefined where there is one already. */
export async function insertUser(tx: Database, address: string): Promise<User | undefined> {
  return tx
    .insertInto('app_user')
    .values({ address })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns the user of an address (EIP-55), or undefined where it is not registered. */
export async function findUser(db: Database, address: string): Promise<User | undefined> {
  return db.selectFrom('app_user').selectAll().where('address', '=', address).executeTakeFirst();
}
