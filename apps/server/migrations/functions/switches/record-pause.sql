-- Trigger: writes since when a part is paused, in whole milliseconds; null when it is resumed. Whoever flips the switch
-- cannot forget it, nor set another time.
create or replace function record_pause() returns trigger language plpgsql as $$
begin
  new.paused_since := case when new.paused then date_trunc('milliseconds', clock_timestamp()) end;
  return new;
end
$$;
