-- Trigger: records an alarm of the kind in its first argument, whatever its origin. A newer alarm ends a proposal to
-- resume a part.
create or replace function raise_alarm() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into alarm (kind) values (tg_argv[0]);
  return null;
end
$$;

revoke all on function raise_alarm from public;
