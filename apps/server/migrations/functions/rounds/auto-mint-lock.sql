-- Lock 4207300012 (apps/server/src/platform/database/advisory-locks.ts): changes of settings share it, an opening
-- holds it alone. So a user to whom a call answered that auto-mint is off is not joined afterwards.
create or replace function auto_mint_lock(p_exclusive boolean) returns void language sql as $$
  select case when p_exclusive then pg_advisory_xact_lock(4207300012) else pg_advisory_xact_lock_shared(4207300012) end
$$;
