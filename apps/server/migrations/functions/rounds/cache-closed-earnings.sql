-- Caches a user's sums of closed rounds (closed_earning) and moves the checkpoint. A closed round gets no more orders
-- and its settlement never changes, so its sum is final. An order that is not committed yet is of a round under way,
-- so the checkpoint stays below the first order of any such round. One statement reads everything: what it does not
-- see has a higher id than all it sees, or is of such a round.
create or replace function cache_closed_earnings(p_user bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  done bigint;
begin
  insert into closed_earning_checkpoint values (p_user, 0) on conflict do nothing;
  select order_id into done from closed_earning_checkpoint where user_id = p_user for update;
  with fresh as materialized (
    select o.id, o.round_id from mint_order o
    where o.user_id = p_user and o.id > done
      and not exists (select 1 from closed_earning k where k.user_id = p_user and k.round_id = o.round_id)
  ), closed as materialized (
    select s.round_id, coalesce(sum(s.stage1), 0) as stage1, coalesce(sum(s.stage2), 0) as stage2,
      coalesce(sum(s.stage3), 0) as stage3, coalesce(sum(s.split), 0) as split,
      sum(order_cost(s)) as cost
    from fresh f
      join round r on r.id = f.round_id and r.state in ('minted', 'ended')
      join order_settlement s on s.order_id = f.id
    group by s.round_id
  ), added as (
    insert into closed_earning (user_id, round_id, stage1, stage2, stage3, split, cost)
    select p_user, c.round_id, c.stage1, c.stage2, c.stage3, c.split, c.cost from closed c
  )
  update closed_earning_checkpoint set order_id = greatest(done, least(
    (select min(first_order_id) - 1 from round
      where due_at is not null and state in ('open', 'full', 'failed', 'settling', 'liquidating', 'cancelled')),
    coalesce((select min(f.id) - 1 from fresh f where f.round_id not in (select round_id from closed)),
      (select max(id) from mint_order where user_id = p_user), 0)))
  where user_id = p_user;
end
$$;

revoke all on function cache_closed_earnings from public;
grant execute on function cache_closed_earnings to city_mint_api;
