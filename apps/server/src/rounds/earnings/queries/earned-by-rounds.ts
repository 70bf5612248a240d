import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the WITH list of what rounds paid a user and cost them, one row per round and kind: `earned` has its `kind`,
 * `stage`, `amount` in base units, when it was paid (`at`, null = pending) and when it is due. `cost` is in JU and no
 * earning. `live` has the orders that were read for it, besides the sums that are cached for closed rounds.
 * docs/decisions/0023-earnings-cached-per-closed-round.md
 */
export function earnedByRounds(userId: bigint): RawBuilder<unknown> {
  return sql`
    live as materialized (
      select s.round_id, count(*) as orders, sum(s.stage1) as stage1, sum(s.stage2) as stage2, sum(s.stage3) as stage3,
        sum(s.split) as split, sum(order_cost(s)) as cost
      from mint_order o join order_settlement s on s.order_id = o.id
      where o.user_id = ${userId}
        and o.id > coalesce((select order_id from closed_earning_checkpoint where user_id = ${userId}), 0)
        and not exists (select 1 from closed_earning k where k.user_id = ${userId} and k.round_id = o.round_id)
      group by s.round_id
    ), own as (
      select round_id, stage1, stage2, stage3, split, cost from live
      union all
      select round_id, stage1, stage2, stage3, split, cost from closed_earning where user_id = ${userId}
    ), rewarded as materialized (
      select round_id, sum(reward) as reward
      from order_settlement where inviter_id = ${userId} and reward > 0 group by round_id
    ), earned as (
      select e.kind, e.stage, e.amount, e.at, e.due_at
      from own s
      join round r on r.id = s.round_id and r.state in ('minted', 'ended')
      join round_settlement rs on rs.round_id = r.id
      left join round_stage g2 on g2.round_id = r.id and g2.stage = 2
      left join round_stage g3 on g3.round_id = r.id and g3.stage = 3
      cross join lateral (values
        ('settle', 1, s.stage1, rs.settled_at, rs.settled_at), ('distribute', 2, s.stage2, g2.paid_at, g2.due_at),
        ('distribute', 3, s.stage3, g3.paid_at, g3.due_at), ('split', null, s.split, rs.settled_at, rs.settled_at),
        ('cost', null, s.cost, rs.settled_at, rs.settled_at)
      ) e (kind, stage, amount, at, due_at)
      where e.amount > 0
      union all
      select 'reward', null, s.reward, rs.settled_at, rs.settled_at
      from rewarded s
      join round r on r.id = s.round_id and r.state in ('minted', 'ended')
      join round_settlement rs on rs.round_id = r.id
    )`;
}
