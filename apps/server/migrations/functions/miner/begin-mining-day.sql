-- Begins the payment of a mining day that is over: counts its machines a last time, since a claim of the evening before
-- may have committed late, and freezes its emission, by the settings of that day and at most the part that no computed
-- settlement will draw. Returns false while a claim is not committed: if someone holds a claim open until its machine's
-- first day is over, that machine would be paid from an amount that was computed without it (lock 4207300026,
-- apps/server/src/platform/database/advisory-locks.ts). Divides the users of a day with more than `p_chunk` machines
-- into two halves with equal numbers of machines. Throws unless the day is open, over and not begun.
-- Twin: packages/domain/src/miner/mining-day.ts, compared by apps/server/src/miner/mining-day.db.test.ts.
create or replace function begin_mining_day(p_day int, p_chunk int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  counted mining_day;
  last_user constant bigint := 9223372036854775807;
begin
  perform pg_advisory_xact_lock(4207300024);
  perform from mining_day where day = p_day and emission is null for update;
  if not found or p_day >= utc_day(clock_timestamp()) then
    raise exception 'mining day % is not over, not open or has begun', p_day
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  if not pg_try_advisory_xact_lock(4207300026) then
    return false;
  end if;
  update mining_day d set machines = now.machines, hash_rate = now.hash_rate
  from (
    select count(*)::int as machines, coalesce(sum(hash_rate), 0) as hash_rate from machine
    where p_day between first_day and last_day
  ) now where d.day = p_day returning d.* into counted;
  perform from fund_lock for update;
  with funds as (
    select emission as remaining from settlement_funds()
  ), setting as (
    select daily_emission, full_hash from mining_setting where from_day <= p_day order by from_day desc limit 1
  ), fixed as (
    update mining_day d
    set emission = div(least(daily_emission, funds.remaining) * least(counted.hash_rate, full_hash), full_hash),
      remaining = funds.remaining
    from funds cross join setting where d.day = p_day returning d.emission
  )
  update fund_lock set emission_frozen = emission_frozen + fixed.emission from fixed;
  with middle as (
    select user_id from machine where counted.machines > p_chunk and p_day between first_day and last_day
    order by user_id offset counted.machines / 2 limit 1
  )
  insert into mining_day_part (day, part, after_user, until_user)
  select p_day, 0, 0, coalesce((select user_id from middle), last_user)
  union all select p_day, 1, user_id, last_user from middle;
  return true;
end
$$;

revoke all on function begin_mining_day from public;
grant execute on function begin_mining_day to city_mint_worker;
