-- Trigger of announced settings: their UTC day is at least seven days ahead, and no earlier than one announced before.
create or replace function require_announced_day() returns trigger language plpgsql as $$
begin
  if new.from_day < utc_day(clock_timestamp()) + 7 or new.from_day < (select max(from_day) from team_setting) then
    raise exception 'thresholds apply from a day at least seven days ahead' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
