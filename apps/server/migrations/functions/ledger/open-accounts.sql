-- Opens the accounts that do not exist yet.
create or replace function ledger_open_accounts(p_accounts bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_account (id) select distinct a from unnest(p_accounts) a order by a on conflict do nothing
$$;

revoke all on function ledger_open_accounts from public;
grant execute on function ledger_open_accounts
  to city_mint_worker, city_mint_operator;
