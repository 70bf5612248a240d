-- Refuses settings whose `from_day` is a UTC day that has begun: the settings of such a day never change.
create or replace function require_future_day() returns trigger language plpgsql as $$
begin
  if new.from_day <= utc_day(clock_timestamp()) or old.from_day <= utc_day(clock_timestamp()) then
    raise exception '% of a day that has begun is never changed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
