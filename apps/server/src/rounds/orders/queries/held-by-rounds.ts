import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { firstUnendedOrder } from './orders-under-way.ts';

/** A user's money in rounds, in base units: JU of orders that are not settled, FMC of stages that are not paid yet. */
export type HeldByRounds = { readonly frozen: TokenAmount; readonly vesting: TokenAmount };

/** Returns what rounds hold of a user's money. */
export async function readHeldByRounds(db: Database, userId: bigint): Promise<HeldByRounds> {
  const rows = await executePrepared(
    db,
    sql<{ frozen: bigint; vesting: bigint }>`
    select coalesce(sum(o.accepted) filter (where r.state <> 'minted'), 0) as frozen,
      coalesce(sum(held.amount), 0) as vesting
    from (
      -- Both bounds: by one alone the planner expects a third of the user's orders.
      select id, round_id, accepted from mint_order
      where user_id = ${userId} and id >= ${firstUnendedOrder} and id <= 9223372036854775807 offset 0
    ) o
    cross join lateral (select state from round where id = o.round_id and state <> 'ended' offset 0) r
    left join lateral (
      select sum(case g.stage when 2 then s.stage2 else s.stage3 end) as amount
      from (select stage2, stage3 from order_settlement where order_id = o.id and r.state = 'minted' offset 0) s
      cross join lateral (
        select stage from round_stage where round_id = o.round_id and stage > 1 and paid_at is null offset 0
      ) g
    ) held on true`,
  );
  const held = rows[0] ?? { frozen: 0n, vesting: 0n };
  return { frozen: tokenAmount(held.frozen), vesting: tokenAmount(held.vesting) };
}

/**
 * A subquery for what rounds hold of every user's money, as rows (user_id, ju, fmc) in base units: JU of orders whose
 * round is not being settled yet, FMC of later stages whose payment has not begun. What is being paid right now is in
 * neither.
 */
export const heldByRounds = sql`
  select o.user_id, o.accepted as ju, 0::numeric as fmc
  from mint_order o join round r on r.id = o.round_id
  where r.state in ('scheduled', 'open', 'full', 'failed')
    or r.state = 'cancelled'
      and not exists (select from round_step p where p.round_id = r.id and p.step = 'return')
  union all
  select s.user_id, 0::numeric, case g.stage when 2 then s.stage2 else s.stage3 end
  from round_stage g join order_settlement s on s.round_id = g.round_id
  where g.stage > 1 and g.paid_at is null
    and not exists (select from round_step p where p.round_id = g.round_id and p.step = 'stage' || g.stage)`;
