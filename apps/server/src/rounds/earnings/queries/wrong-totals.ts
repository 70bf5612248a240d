import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns the ids of users whose cached totals differ from their orders and rewards. */
export async function findWrongTotals(db: Database): Promise<bigint[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    with own as (
      select rs.outcome, rs.settled_at, s.*
      from cached_checkpoint k
      join mint_order o on o.user_id = k.user_id and o.id <= k.order_id
      join order_settlement s on s.order_id = o.id
      join round_settlement rs on rs.round_id = o.round_id
      where not exists (select from uncached_order n where n.user_id = o.user_id and n.order_id = o.id)
    ), orders as (
      select user_id, date_trunc('day', settled_at, 'UTC') as at, outcome, count(*)::int, sum(amount),
        sum(coalesce(principal, refund)), sum(coalesce(compensation, 0)), sum(coalesce(split, 0)),
        sum(coalesce(principal, refund) + coalesce(split, 0) + coalesce(compensation, 0) - amount),
        sum(coalesce(stage1, 0) + coalesce(stage2, 0) + coalesce(stage3, 0)), sum(coalesce(hash_power, 0))
      from own group by 1, 2, 3
    ), later as (
      select o.user_id, g.stage, g.due_at, g.paid_at, o.round_id, u.user_id is not null as is_waiting,
        case g.stage when 2 then o.stage2 else o.stage3 end as amount
      from own o join round_stage g on g.round_id = o.round_id and g.stage > 1
      left join uncached_stage u on u.user_id = o.user_id and u.round_id = o.round_id and u.stage = g.stage
    ), waiting as (
      select user_id, stage, due_at, round_id, sum(amount) from later where is_waiting group by 1, 2, 3, 4
    ), pending as (
      select user_id, coalesce(sum(amount) filter (where stage = 2), 0),
        coalesce(sum(amount) filter (where stage = 3), 0)
      from cached_checkpoint left join uncached_stage using (user_id) group by 1
    ), checkpoints as (
      select user_id, stage2, stage3 from cached_checkpoint
    ), paid as (
      select user_id, settled_at as at, coalesce(stage1, 0) as stage1, 0 as stage2, 0 as stage3,
        coalesce(split, 0) as split, amount - coalesce(principal, refund) - coalesce(compensation, 0) as cost,
        0 as reward
      from own
      union all
      select user_id, paid_at, 0, case stage when 2 then amount else 0 end, case stage when 3 then amount else 0 end,
        0, 0, 0
      from later where not is_waiting and amount > 0
      union all
      select k.user_id, rs.settled_at, 0, 0, 0, 0, 0, s.reward
      from cached_checkpoint k join order_settlement s on s.inviter_id = k.user_id and s.reward > 0
      join round_settlement rs on rs.round_id = s.round_id and rs.settled_at < k.rewards_to
    ), earnings as (
      select user_id, w.hours::smallint, date_trunc(w.part, at, 'UTC') as at, sum(stage1), sum(stage2), sum(stage3),
        sum(split), sum(cost), sum(reward)
      from paid cross join (values (1, 'hour'), (24, 'day')) w (hours, part) group by 1, 2, 3
    )
    select user_id from (
      (table orders except all table cached_order) union all (table cached_order except all table orders)
    ) o
    union
    select user_id from (
      (table earnings except all table cached_earning) union all (table cached_earning except all table earnings)
    ) e
    union
    select user_id from (
      (table waiting except all table uncached_stage) union all (table uncached_stage except all table waiting)
    ) u
    union
    select user_id from (table pending except all table checkpoints) k
    order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
