import { type RawBuilder, sql } from 'kysely';
import { cachedEarnings, ordersNotCached, type TotalsOf } from './cached-earnings.ts';

/**
 * Returns the WITH list of what rounds paid a user and cost them: `earned` has its `kind`, `stage`, `amount` in base
 * units, when it was paid (`at`, null = pending) and when it is due; one row per round and kind, or a cached sum that
 * lies within one of the spans between the bounds (none = within a UTC day). `cost` is in JU and no earning.
 * `to_cache` has the number of orders and rewards that were read for it and could be cached.
 * docs/decisions/0023-totals-cached-of-many-orders.md
 */
export function earnedByRounds(totalsOf: TotalsOf, bounds: readonly number[] = []): RawBuilder<unknown> {
  const { userId, isCached } = totalsOf;
  return sql`
    own as materialized (
      select o.*, r.state, rs.settled_at from (
        select s.round_id, count(*) as orders, sum(s.stage1) as stage1, sum(s.stage2) as stage2,
          sum(s.stage3) as stage3, sum(s.split) as split, sum(s.cost) as cost
        from (${ordersNotCached(totalsOf)}) o cross join lateral (
          select round_id, stage1, stage2, stage3, split, order_cost(s) as cost
          from order_settlement s where s.order_id = o.id offset 0
        ) s
        group by s.round_id
      ) o
      join round r on r.id = o.round_id and r.state in ('minted', 'ended')
      join round_settlement rs on rs.round_id = o.round_id
    ), rewarded as materialized (
      ${isCached ? rewardsNotCached(userId) : allRewards(userId)}
    ), to_cache as (
      select (select coalesce(sum(orders) filter (where state = 'ended'), 0) from own)
        + (select coalesce(sum(orders) filter (where settled_at < clock_timestamp() - interval '1 hour'), 0)
          from rewarded) as orders
    ), earned as (
      select e.kind, e.stage, e.amount, e.at, e.due_at
      from own s
      left join round_stage g2 on g2.round_id = s.round_id and g2.stage = 2
      left join round_stage g3 on g3.round_id = s.round_id and g3.stage = 3
      cross join lateral (values
        ('settle', 1, s.stage1, s.settled_at, s.settled_at), ('distribute', 2, s.stage2, g2.paid_at, g2.due_at),
        ('distribute', 3, s.stage3, g3.paid_at, g3.due_at), ('split', null, s.split, s.settled_at, s.settled_at),
        ('cost', null, s.cost, s.settled_at, s.settled_at)
      ) e (kind, stage, amount, at, due_at)
      where e.amount > 0
      union all
      select 'reward', null, reward, settled_at, settled_at from rewarded
      ${isCached ? sql`union all select kind, stage, amount, at, at from (${cachedEarnings(userId, bounds)}) k` : sql``}
    )`;
}

function allRewards(userId: bigint): RawBuilder<unknown> {
  return sql`
    select w.reward, w.orders, rs.settled_at from (
      select round_id, sum(reward) as reward, count(*) as orders
      from order_settlement where inviter_id = ${userId} and reward > 0 group by round_id
    ) w
    join round r on r.id = w.round_id and r.state in ('minted', 'ended')
    join round_settlement rs on rs.round_id = w.round_id`;
}

/** Those of rounds that were settled since: round by round, by their keys. */
function rewardsNotCached(userId: bigint): RawBuilder<unknown> {
  return sql`
    select w.reward, w.orders, rs.settled_at
    from round_settlement rs cross join lateral (
      select sum(reward) as reward, count(*) as orders from order_settlement
      where inviter_id = ${userId} and round_id = rs.round_id and reward > 0 offset 0
    ) w
    join round r on r.id = rs.round_id and r.state in ('minted', 'ended')
    where rs.settled_at >= (select rewards_to from cached_checkpoint where user_id = ${userId})
      and rs.settled_at < 'infinity' and w.orders > 0`;
}
