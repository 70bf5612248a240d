import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayOf } from './array-of.ts';

/** Keeps a binding for the figures of everyone above; gives when it was made. */
export async function insertBinding(tx: Database, binding: { userId: bigint; inviterId: bigint }): Promise<Date> {
  const { bound_at } = await tx
    .insertInto('team_bind')
    .values({ user_id: binding.userId, inviter_id: binding.inviterId })
    .returning('bound_at')
    .executeTakeFirstOrThrow();
  return bound_at;
}

export type Binding = { readonly id: bigint; readonly userId: bigint; readonly inviterId: bigint };

/** Bindings that no figure knows of yet, the oldest first. */
export async function listBindings(tx: Database, limit: number): Promise<Binding[]> {
  const rows = await tx
    .selectFrom('team_bind')
    .select(['id', 'user_id', 'inviter_id'])
    .where('rolled_up', '=', sql<boolean>`false`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, userId: row.user_id, inviterId: row.inviter_id }));
}

export async function markBindings(tx: Database, bindings: readonly Binding[]): Promise<void> {
  const ids = bindings.map(({ id }) => id);
  await sql`update team_bind set rolled_up = true where id = any(${arrayOf(ids)}::bigint[])`.execute(tx);
}
