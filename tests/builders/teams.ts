import type { Database } from '@city-mint/server/platform/database/database';
import { inTransaction } from '@city-mint/server/platform/database/transaction';
import { sql } from 'kysely';

/**
 * Binds a user to an inviter as the call does, without a signature. Returns the refusal, or undefined when it is done.
 */
export async function bind(db: Database, userId: bigint, inviterId: bigint): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    const refusal = await bindInviter(tx, userId, inviterId);
    if (refusal === undefined) {
      await sql`insert into team_bind (user_id, inviter_id) values (${userId}, ${inviterId})`.execute(tx);
    }
    return refusal;
  });
}

/** The same in the caller's transaction, without the record that the team's figures count. */
export async function bindInviter(tx: Database, userId: bigint, inviterId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ refusal: string | null }>`
    select bind_inviter(${userId}, ${inviterId}) as refusal`.execute(tx);
  return rows[0]?.refusal ?? undefined;
}

/** Binds each user to the one before it, as a chain; faster than one by one, without any check. */
export async function bindChain(db: Database, users: readonly bigint[]): Promise<void> {
  const list = `{${users.join(',')}}`;
  await sql`update participant p set inviter_id = t.above
    from (select u, lag(u) over (order by n) as above from unnest(${list}::bigint[]) with ordinality t (u, n)) t
    where p.user_id = t.u and t.above is not null`.execute(db);
  await sql`insert into team_bind (user_id, inviter_id)
    select user_id, inviter_id from participant where user_id = any(${list}::bigint[]) and inviter_id is not null
    order by user_id`.execute(db);
}

export type BuiltOrder = { readonly userId: bigint; readonly amount: bigint; readonly reward?: bigint };

/**
 * Adds a settled round (settlement and orders, no transfers, no files) with order ids far above the server's. Returns
 * its id.
 */
export async function buildSettledRound(
  db: Database,
  round: { outcome: 'minted' | 'failed'; orders: readonly BuiltOrder[]; settledAt?: Date },
): Promise<bigint> {
  const { outcome, orders } = round;
  const state = outcome === 'minted' ? 'minted' : 'ended';
  const settledAt = round.settledAt ?? null;
  const { rows } = await sql<{ id: bigint }>`
    insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, quota, minimum, wallet_maximum,
      late_ms)
    select 0, 0, 1, coalesce(max(id), 0) + 1, ${state}, now() - interval '1 hour', now(), 1, 0, 0, 0 from round
    returning id`.execute(db);
  const roundId = rows[0]?.id ?? 0n;
  await sql`insert into round_settlement
    (round_id, outcome, settled_at, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals,
      file_due_at)
    select ${roundId}::bigint, ${outcome}, coalesce(${settledAt}::timestamptz, clock_timestamp()),
      ${orders.length}::int, 0, 0, 0, 0, '{}', null`.execute(db);
  const column = (of: (order: BuiltOrder) => bigint) => `{${orders.map(of).join(',')}}`;
  await sql`
    insert into order_settlement (order_id, round_id, user_id, rank, amount, late, inviter_id, reward)
    select (select greatest(max(order_id), 1000000000000) from order_settlement) + n, ${roundId}, u, n, amount, false,
      case when ${outcome} = 'minted' then p.inviter_id end, case when p.inviter_id is not null then reward end
    from unnest(${column((order) => order.userId)}::bigint[], ${column((order) => order.amount)}::numeric[],
      ${column((order) => order.reward ?? 0n)}::numeric[]) with ordinality t (u, amount, reward, n)
    left join participant p on p.user_id = u`.execute(db);
  return roundId;
}
