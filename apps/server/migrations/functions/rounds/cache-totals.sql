-- Adds to a user's cached totals (cached_earning, cached_order) the orders whose rounds were minted or have ended since
-- the last time, and the rewards of settled rounds; moves the checkpoint. Such a round gets no more orders and its
-- settlement never changes, so the added rows are final. Later stages are added when they are paid. Until then they are
-- in uncached_stage, so that for each round and stage either all of a user's cached orders are there or all are added.
-- One call adds at most p_orders orders, so that progress is committed even if all of them take long; returns whether
-- there are more.
-- Uses: functions/rounds/order-net.sql
create or replace function cache_totals(p_user bigint, p_orders int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  done cached_checkpoint;
  to_order bigint;
  step_end bigint;
  to_time timestamptz;
begin
  insert into cached_checkpoint (user_id) values (p_user) on conflict do nothing;
  select * into done from cached_checkpoint where user_id = p_user for update;

  -- An uncommitted order belongs to an unsettled round, and its id is not below that of the round's first order. It is
  -- also less than an hour old: no transaction takes longer.
  to_order := greatest(done.order_id, least(
    (select min(first_order_id) - 1 from round where state not in ('minted', 'ended') and first_order_id > 0),
    coalesce((select max(id) from mint_order where user_id = p_user), 0)
  ), (
    select id from mint_order where user_id = p_user and joined_at < clock_timestamp() - interval '1 hour'
    order by id desc limit 1
  ));
  step_end := (
    select id from mint_order where user_id = p_user and id > done.order_id order by id offset p_orders - 1 limit 1);
  step_end := least(to_order, step_end);
  -- A settlement that is not committed yet, or not paid, has a later time than this.
  to_time := greatest(done.rewards_to, least(
    (select min(s.settled_at) from round r join round_settlement s on s.round_id = r.id
      where r.state not in ('minted', 'ended') and r.first_order_id > 0),
    clock_timestamp() - interval '1 hour'));

  with candidate as materialized (
    select id, true as is_new from mint_order
    where user_id = p_user and id > done.order_id and id <= step_end
    union all
    select order_id, false from uncached_order where user_id = p_user
  ), settled as materialized (
    select c.id, s.round_id, s.amount, rs.outcome, rs.settled_at, g2.due_at as due2, g2.paid_at as paid2,
      g3.due_at as due3, g3.paid_at as paid3,
      coalesce(s.stage1, 0) as stage1, coalesce(s.stage2, 0) as stage2, coalesce(s.stage3, 0) as stage3,
      coalesce(s.split, 0) as split, coalesce(s.principal, s.refund) as returned,
      coalesce(s.compensation, 0) as compensation, coalesce(s.hash_power, 0) as hash_power,
      order_cost(s) as cost, order_net(s) as net
    from candidate c
      join order_settlement s on s.order_id = c.id
      join round r on r.id = s.round_id and r.state in ('minted', 'ended')
      join round_settlement rs on rs.round_id = s.round_id
      left join round_stage g2 on g2.round_id = s.round_id and g2.stage = 2
      left join round_stage g3 on g3.round_id = s.round_id and g3.stage = 3
  ), forgotten as (
    delete from uncached_order n using settled e where n.user_id = p_user and n.order_id = e.id
  ), remembered as (
    insert into uncached_order (user_id, order_id)
    select p_user, c.id from candidate c where c.is_new and not exists (select from settled e where e.id = c.id)
  ), later as materialized (
    select v.stage, v.due_at, e.round_id, sum(v.amount) as amount
    from settled e cross join lateral (values (2, e.stage2, e.due2, e.paid2), (3, e.stage3, e.due3, e.paid3)
    ) v (stage, amount, due_at, paid_at)
    where v.amount > 0 and v.due_at is not null and v.paid_at is null group by 1, 2, 3
  ), waiting as (
    insert into uncached_stage as k (user_id, stage, due_at, round_id, amount)
    select p_user, stage, due_at, round_id, amount from later
    on conflict (user_id, stage, due_at, round_id) do update set amount = k.amount + excluded.amount
  ), paid_since as (
    delete from uncached_stage u using round_stage g
    where u.user_id = p_user and u.stage in (2, 3) and u.due_at <= (select clock_timestamp())
      and g.round_id = u.round_id and g.stage = u.stage and g.paid_at is not null
    returning u.stage, u.amount, g.paid_at
  ), moved as (
    update cached_checkpoint k set order_id = step_end, rewards_to = to_time, stage2 = k.stage2 + c.stage2,
      stage3 = k.stage3 + c.stage3
    from (
      select coalesce(sum(amount) filter (where stage = 2), 0) as stage2,
        coalesce(sum(amount) filter (where stage = 3), 0) as stage3
      from (select stage, amount from later union all select stage, -amount from paid_since) change
    ) c
    where k.user_id = p_user
  ), counted as (
    insert into cached_order as k (user_id, at, outcome, orders, joined, returned, compensation, split, net, fmc,
      hash_power)
    select p_user, date_trunc('day', settled_at, 'UTC'), outcome, count(*), sum(amount), sum(returned),
      sum(compensation), sum(split), sum(net), sum(stage1 + stage2 + stage3), sum(hash_power)
    from settled group by 2, 3
    on conflict (user_id, at, outcome) do update set orders = k.orders + excluded.orders,
      joined = k.joined + excluded.joined, returned = k.returned + excluded.returned,
      compensation = k.compensation + excluded.compensation, split = k.split + excluded.split,
      net = k.net + excluded.net, fmc = k.fmc + excluded.fmc, hash_power = k.hash_power + excluded.hash_power
  ), rewarded as (
    -- Round by round, by key, whatever the planner expects.
    select rs.settled_at, s.reward from round_settlement rs cross join lateral (
      select reward from order_settlement
      where inviter_id = p_user and round_id = rs.round_id and reward > 0 offset 0
    ) s
    where rs.settled_at >= done.rewards_to and rs.settled_at < to_time
  ), paid as (
    select v.* from settled e cross join lateral (values
      (e.settled_at, e.stage1, 0, 0, e.split, e.cost, 0),
      (case when e.stage2 > 0 then e.paid2 end, 0, e.stage2, 0, 0, 0, 0),
      (case when e.stage3 > 0 then e.paid3 end, 0, 0, e.stage3, 0, 0, 0)
    ) v (at, stage1, stage2, stage3, split, cost, reward)
    where v.at is not null
    union all
    select paid_at, 0, case stage when 2 then amount else 0 end, case stage when 3 then amount else 0 end, 0, 0, 0
    from paid_since
    union all
    select settled_at, 0, 0, 0, 0, 0, reward from rewarded
  )
  insert into cached_earning as k (user_id, hours, at, stage1, stage2, stage3, split, cost, reward)
  select p_user, w.hours, date_trunc(w.part, p.at, 'UTC'), sum(stage1), sum(stage2), sum(stage3), sum(split), sum(cost),
    sum(reward)
  from paid p cross join (values (1, 'hour'), (24, 'day')) w (hours, part)
  group by 2, 3
  on conflict (user_id, hours, at) do update set stage1 = k.stage1 + excluded.stage1,
    stage2 = k.stage2 + excluded.stage2, stage3 = k.stage3 + excluded.stage3, split = k.split + excluded.split,
    cost = k.cost + excluded.cost, reward = k.reward + excluded.reward;
  return step_end < to_order;
end
$$;

revoke all on function cache_totals from public;
grant execute on function cache_totals to city_mint_api;
