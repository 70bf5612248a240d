-- Stores the weights of the next `p_chunk` users with an attributed amount on a pool's day: the weight of the rank at
-- the day's end times the amount attributed over 30 UTC days. When no user remains, fixes the release instead: the
-- day's share of the pool's current balance, or nothing when no user has a weight. Returns `gathered` or `released`, or
-- `waiting` while orders settled by the day's end are not attributed. Throws unless the day is open and its release is
-- not fixed. The release includes every user, whatever `p_chunk` is.
-- Twin: packages/domain/src/team/attribution.ts, compared by apps/server/src/team/attribution.db.test.ts.
-- Uses: functions/team/rank-weight.sql
create or replace function gather_pool_day(p_day int, p_pool text, p_chunk int) returns text
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  gathering pool_day;
  last bigint;
  day_end timestamptz := timestamptz 'epoch' + (p_day + 1) * interval '24 hours';
begin
  select * into gathering from pool_day where day = p_day and pool = p_pool and release is null for update;
  if not found or coalesce(p_chunk, 0) < 1 then
    raise exception 'day % of the pool of % is not open, or its release is fixed, or the range is empty', p_day, p_pool
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  if team_is_behind(day_end) then
    return 'waiting';
  end if;
  with attributed as materialized (
    select user_id, sum(case p_pool when 'nodes' then nodes else levels end) as amount from team_attribution
    where user_id > gathering.gathered_to and day between p_day - 29 and p_day
    group by user_id having sum(case p_pool when 'nodes' then nodes else levels end) > 0
    order by user_id limit p_chunk
  ), weighed as (
    select a.user_id, a.amount,
      a.amount * rank_weight(p_pool, coalesce(s.node_type, 0), coalesce(s.team_level, 0)) as weight
    from attributed a left join lateral (
      select node_type, team_level from team_status_change c
      where c.user_id = a.user_id and c.changed_at < day_end order by c.id desc limit 1
    ) s on true
  ), stored as (
    insert into pool_share (day, pool, user_id, weight, attributed)
    select p_day, p_pool, user_id, weight, amount from weighed where weight > 0 order by user_id
  )
  select max(user_id) into last from attributed;
  if last is not null then
    update pool_day set gathered_to = last where day = p_day and pool = p_pool;
    return 'gathered';
  end if;
  perform release_pool_day(p_day, p_pool);
  return 'released';
end
$$;

-- Fixes the release of a pool's day whose weights are all stored; no process may call it: gather_pool_day() does.
-- Twin: packages/domain/src/rewards/release-pool.ts, compared by apps/server/src/rewards/pools.db.test.ts.
create or replace function release_pool_day(p_day int, p_pool text) returns void
  language sql set search_path = public, pg_temp as $$
  update pool_day d set weights = t.weights, balance = t.balance,
    release = case when t.weights = 0 then 0 else div(t.balance * t.bps, rule_whole_bps()) end
  from (
    select coalesce((select sum(weight) from pool_share where day = p_day and pool = p_pool), 0) as weights,
      ledger_balance(case p_pool when 'nodes' then account_nodes() else account_levels() end) as balance,
      case p_pool when 'nodes' then nodes_release_bps else levels_release_bps end as bps
    from pool_setting where from_day <= p_day order by from_day desc limit 1
  ) t where d.day = p_day and d.pool = p_pool
$$;

revoke all on function gather_pool_day, release_pool_day from public;
grant execute on function gather_pool_day to city_mint_worker;
