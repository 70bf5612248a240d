-- Inserts users with empty ledger accounts for those of the addresses (EIP-55) that have none: a wallet may deposit
-- before it ever signs in. Functions that apply the vault's events call it; no process may.
create or replace function register_users(p_addresses text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
-- Planned for the sizes of this call.
set plan_cache_mode = force_custom_plan as $$
begin
  -- Reads first: most addresses are registered, and a conflicting insert costs as much as a successful one.
  with missing as materialized (
    select distinct address from unnest(p_addresses) as asked (address)
    where not exists (select from app_user u where u.address = asked.address)
  ), added as (
    insert into app_user (address) select address from missing order by address on conflict (address) do nothing
    returning id
  )
  insert into ledger_account (id)
  select ledger_account_id(added.id, c.code, k.code)
  from added cross join (values (currency_ju()), (currency_fmc())) c (code)
    cross join (values (account_kind_available()), (account_kind_withdrawing())) k (code)
  order by 1 on conflict do nothing;
end
$$;

revoke all on function register_users from public;
