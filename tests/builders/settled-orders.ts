import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { buildPlan, openRound } from './rounds.ts';

/**
 * Adds a minted round with this many settled orders of different amounts, every second one with an inviter, and without
 * transfers. Its files are due. Returns its id.
 */
export async function buildSettledOrders(db: Database, { city, orders }: { city: string; orders: number }) {
  const { roundId } = await openRound(db, buildPlan({ city }));
  await sql`
    with joined as (
      insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      select ${roundId}, n, n, n + 999, n + 999, gen_random_uuid(), now(), n % 10 = 0
      from generate_series(1, ${orders}::int) n
      returning id, user_id, rank, accepted, late
    )
    insert into order_settlement (order_id, round_id, user_id, rank, amount, late, principal, fee, inviter_id,
      inviter_qualified, reward, split, stage1, stage2, stage3)
    select id, ${roundId}, user_id, rank, accepted, late, accepted - rank, rank,
      case when rank % 2 = 0 then rank % 7 + 1 end, case when rank % 2 = 0 then rank % 3 = 0 end, rank % 5, 1,
      accepted * 4000000000000000000000, accepted * 3000000000000000000000, accepted * 3000000000000000000001
    from joined`.execute(db);
  await sql`update round set state = 'minted', order_count = ${orders}, due_at = null where id = ${roundId}`.execute(
    db,
  );
  await sql`insert into round_settlement
    (round_id, outcome, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
    values (${roundId}, 'minted', ${orders}, 0, 1, 2, 3, '{"principal": "4"}')`.execute(db);
  return roundId;
}
