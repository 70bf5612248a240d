-- The balance of an account; 0 for one that was never opened. For statements that need several figures from one
-- snapshot.
create or replace function ledger_balance(p_account bigint) returns numeric language sql stable parallel safe as $$
  select coalesce((select balance from ledger_account where id = p_account), 0)
$$;
