-- Returns the balances of the existing ones of the accounts, locked in the order of their ids until the transaction
-- ends.
create or replace function ledger_lock_accounts(p_accounts bigint[]) returns table (id bigint, balance numeric(78, 0))
  language sql security definer set search_path = public, pg_temp as $$
  select a.id, a.balance from ledger_account a where a.id = any (p_accounts) order by a.id for update
$$;

revoke all on function ledger_lock_accounts from public;
grant execute on function ledger_lock_accounts
  to city_mint_worker, city_mint_operator;
