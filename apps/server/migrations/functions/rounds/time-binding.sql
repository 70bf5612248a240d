-- Trigger: the time of a binding, which its writer cannot choose. It is read under a lock that is held until the
-- binding commits (lock 4207300027, apps/server/src/platform/database/advisory-locks.ts): see settlement_time().
create or replace function time_binding() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(4207300027);
  new.bound_at := clock_timestamp();
  return new;
end
$$;
