-- Trigger: writes since when a part is paused, in whole milliseconds; null when it is resumed. So no process that
-- changes the switch can omit the time or set another one.
create or replace function record_pause() returns trigger language plpgsql as $$
begin
  new.paused_since := case when new.paused then date_trunc('milliseconds', clock_timestamp()) end;
  return new;
end
$$;
