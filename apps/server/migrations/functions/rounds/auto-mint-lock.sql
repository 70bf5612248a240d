-- Locks 4207300012 and 4207300014 (apps/server/src/platform/database/advisory-locks.ts): a change of one user's
-- settings takes both in shared mode, a change for many users takes both in exclusive mode, and the parts of an opening
-- alternately take one in exclusive mode (auto_mint_take_slot). So a user whose call was answered that auto-mint is off
-- is not joined afterwards.
create or replace function auto_mint_lock(p_exclusive boolean) returns void language plpgsql as $$
begin
  if p_exclusive then
    perform pg_advisory_xact_lock(4207300012);
    perform pg_advisory_xact_lock(4207300014);
  else
    perform pg_advisory_xact_lock_shared(4207300012);
    perform pg_advisory_xact_lock_shared(4207300014);
  end if;
end
$$;
