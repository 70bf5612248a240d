-- Returns the time of a settlement that is about to read the bindings: every binding with an earlier time has
-- committed, so that a later statement sees it, and every other binding will have a later time. Waits for the bindings
-- that have their time and are about to commit (lock 4207300027,
-- apps/server/src/platform/database/advisory-locks.ts). The end of the subtransaction releases the lock, so that no
-- binding waits for the settlement.
create or replace function settlement_time() returns timestamptz language plpgsql as $$
declare
  moment timestamptz;
begin
  begin
    perform pg_advisory_xact_lock(4207300027);
    moment := clock_timestamp();
    raise exception using errcode = 'CM001';
  exception when sqlstate 'CM001' then
    return moment;
  end;
end
$$;

revoke all on function settlement_time from public;
