import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { ordersUnderWay } from './orders-under-way.ts';

/** A user's money in rounds, in base units: JU of orders that are not settled, FMC of stages that are not paid yet. */
export type HeldByRounds = { readonly frozen: TokenAmount; readonly vesting: TokenAmount };

/**
 * Returns what rounds hold of a user's money: JU of the orders under way, and FMC of orders since the first round that
 * has stages to pay. A round that is stuck before it is settled makes neither read what was joined since.
 */
export async function readHeldByRounds(db: Database, userId: bigint): Promise<HeldByRounds> {
  const rows = await executePrepared(
    db,
    sql<{ frozen: bigint; vesting: bigint }>`
    select (
      select coalesce(sum(o.accepted), 0)
      from (${ordersUnderWay({ userId, states: ['active', 'failed', 'cancelled'] })}) w
      cross join lateral (select accepted from mint_order where id = w.id offset 0) o
    ) as frozen, (
      select coalesce(sum(case g.stage when 2 then s.stage2 else s.stage3 end), 0)
      from (
        -- Both bounds: by one alone the planner expects a third of the user's orders.
        select id, round_id from mint_order
        where user_id = ${userId} and id >= ${firstMintedOrder} and id <= 9223372036854775807 offset 0
      ) o
      cross join lateral (select state from round where id = o.round_id and state = 'minted' offset 0) r
      cross join lateral (select stage2, stage3 from order_settlement where order_id = o.id offset 0) s
      cross join lateral (
        select stage from round_stage where round_id = o.round_id and stage > 1 and paid_at is null offset 0
      ) g
    ) as vesting`,
  );
  const held = rows[0] ?? { frozen: 0n, vesting: 0n };
  return { frozen: tokenAmount(held.frozen), vesting: tokenAmount(held.vesting) };
}

/** The first order of any round whose later stages are not all paid. */
const firstMintedOrder = sql`coalesce((select first_order_id from round
  where state <> 'ended' and first_order_id > 0 and state = 'minted' order by first_order_id limit 1),
  9223372036854775807)`;

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
