import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { AppUser } from '#platform/database/generated/db.ts';

export type User = Selectable<AppUser>;

/** Inserts the user of an address (EIP-55); returns undefined when it exists already. */
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

/** Inserts users for those of the addresses (EIP-55) that have none; returns their ids. */
export async function insertUsers(tx: Database, addresses: readonly string[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    insert into app_user (address) select distinct address from unnest(${addresses}::text[]) t (address)
    order by address on conflict (address) do nothing returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the ids of the users of these addresses (EIP-55), by address. */
export async function findUserIds(db: Database, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ address: string; id: bigint }>`
    select address, id from app_user where address = any(${addresses}::text[])`.execute(db);
  return new Map(rows.map(({ address, id }) => [address, id]));
}
