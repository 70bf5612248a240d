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
    with made as (
      insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
      select c.user_id, c.order_id, c.round_id, c.hash_power, t.now, utc_day(t.now) + 1,
        utc_day(t.now) + s.machine_lifetime_days
      from unnest(${claims.map(({ userId }) => userId)}::bigint[], ${claims.map(({ orderId }) => orderId)}::bigint[],
        ${claims.map(({ roundId }) => roundId)}::bigint[],
        ${claims.map(({ hashPower }) => hashPower.toString())}::numeric[])
        as c (user_id, order_id, round_id, hash_power)
      cross join (select clock_timestamp() as now) t
      cross join lateral (
        select machine_lifetime_days from mining_setting where from_day <= utc_day(t.now) order by from_day desc limit 1
      ) s
      order by c.user_id, c.order_id
      returning id, user_id, hash_rate
    ), granted as (
      insert into exchange_grant (machine_id, user_id, uid, hash_rate, call_id)
      select made.id, made.user_id, a.uid, made.hash_rate, ${callId}::text
      from made join exchange_account a using (user_id) order by made.id
      returning 1
    ) select count(*)::int as granted from granted`.execute(tx);
  if (rows[0]?.granted !== claims.length) throw new Error('hash power was claimed without an exchange account');
}
