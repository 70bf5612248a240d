-- Opens the day after a pool's last one, or the first day that the pools pay, once it is over by the database's clock
-- and every earlier day is paid. Returns the day; null when none is due. Serialized by lock 4207300025
-- (apps/server/src/platform/database/advisory-locks.ts).
create or replace function open_pool_day(p_pool text) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  next_day int;
begin
  perform pg_advisory_xact_lock(4207300025);
  next_day := coalesce((select max(day) + 1 from pool_day where pool = p_pool),
    (select min(first_day) from pool_setting));
  if next_day is null or next_day >= utc_day(clock_timestamp())
    or exists (select from pool_day where pool = p_pool and paid_at is null) then
    return null;
  end if;
  insert into pool_day (day, pool) values (next_day, p_pool);
  return next_day;
end
$$;

revoke all on function open_pool_day from public;
grant execute on function open_pool_day to city_mint_worker;
