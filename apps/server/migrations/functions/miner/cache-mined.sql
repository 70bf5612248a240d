-- Adds the days that were paid since the last time to a user's cached mining (cached_mined_day, cached_machine), and
-- moves the checkpoint. The output of a paid day never changes; days are cached up to the first unpaid one.
create or replace function cache_mined(p_user bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  done int;
  to_day int;
begin
  insert into cached_mined_checkpoint (user_id) values (p_user) on conflict do nothing;
  select day into done from cached_mined_checkpoint where user_id = p_user for update;
  to_day := coalesce((select min(day) - 1 from mining_day where paid_at is null),
    (select max(day) from mining_day), -1);
  if to_day <= done then
    return;
  end if;
  with mined as materialized (
    -- Day by day, because the key of machine_day begins with the day.
    select d.* from mining_day n cross join lateral (
      select * from machine_day where day = n.day and user_id = p_user offset 0
    ) d
    where n.day > done and n.day <= to_day
  ), added as (
    insert into cached_mined_day (user_id, day, machines, hash_rate, output)
    select p_user, day, count(*), sum(hash_rate), sum(output) from mined group by day
  )
  insert into cached_machine as k (machine_id, user_id, output, last_mined_day)
  select machine_id, p_user, sum(output), max(day) from mined group by machine_id
  on conflict (machine_id) do update set output = k.output + excluded.output, last_mined_day = excluded.last_mined_day;
  update cached_mined_checkpoint set day = to_day where user_id = p_user;
end
$$;

revoke all on function cache_mined from public;
grant execute on function cache_mined to city_mint_api;
