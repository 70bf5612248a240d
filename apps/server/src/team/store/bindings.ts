import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayLiteral } from './array-literal.ts';

/** Stores a binding for the roll-up to add to the figures of everyone above; returns once it is written. */
export async function insertBinding(tx: Database, binding: { userId: bigint; inviterId: bigint }): Promise<void> {
  await tx.insertInto('team_bind').values({ user_id: binding.userId, inviter_id: binding.inviterId }).execute();
}

export type PendingBinding = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly inviterId: bigint;
  /** The UTC day on which it was made, YYYY-MM-DD. */
  readonly day: string;
};

/** Returns at most `limit` bindings that are not rolled up yet, the oldest first. */
export async function listPendingBindings(tx: Database, limit: number): Promise<PendingBinding[]> {
  const rows = await tx
    .selectFrom('team_bind')
    .select(['id', 'user_id', 'inviter_id'])
    .select(sql<string>`to_char(bound_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .where('rolled_up', '=', sql<boolean>`false`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, userId: row.user_id, inviterId: row.inviter_id, day: row.day }));
}

/** Stores that these bindings are rolled up; returns once it is written. */
export async function setBindingsRolledUp(tx: Database, ids: readonly bigint[]): Promise<void> {
  await sql`update team_bind set rolled_up = true where id = any(${arrayLiteral(ids)}::bigint[])`.execute(tx);
}
