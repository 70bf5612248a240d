-- Opens the mining day after the last one, or the first day of the first machine, with the machines that mine on it,
-- once it has begun by the database's clock and every earlier day is paid. Returns the day; null when none is due.
-- Serialized by lock 4207300024 (apps/server/src/platform/database/advisory-locks.ts).
create or replace function open_mining_day() returns int
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  next_day int;
begin
  perform pg_advisory_xact_lock(4207300024);
  next_day := coalesce((select max(day) + 1 from mining_day), (select min(first_day) from machine));
  if next_day is null or next_day > utc_day(clock_timestamp())
    or exists (select from mining_day where paid_at is null) then
    return null;
  end if;
  insert into mining_day (day, machines, hash_rate)
  select next_day, count(*), coalesce(sum(hash_rate), 0) from machine where next_day between first_day and last_day;
  return next_day;
end
$$;

revoke all on function open_mining_day from public;
grant execute on function open_mining_day to city_mint_worker;
