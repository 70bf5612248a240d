-- Adds to the counters of accounts (`totalsOf` of the contract), once for each deposit and payment that
-- the ledger applies; a payment that is booked in parts counts whole with its first part. No process may call it.
-- Uses: functions/ledger/domain-constants.sql
create or replace function add_vault_totals(
  p_accounts text[], p_currencies int[], p_deposited numeric[], p_withdrawn numeric[]
) returns void language sql set search_path = public, pg_temp as $$
  insert into vault_total as v (account, deposited_ju, withdrawn_ju, deposited_fmc, withdrawn_fmc)
  select account, coalesce(sum(deposited) filter (where currency = currency_ju()), 0),
    coalesce(sum(withdrawn) filter (where currency = currency_ju()), 0),
    coalesce(sum(deposited) filter (where currency = currency_fmc()), 0),
    coalesce(sum(withdrawn) filter (where currency = currency_fmc()), 0)
  from unnest(p_accounts, p_currencies, p_deposited, p_withdrawn) added (account, currency, deposited, withdrawn)
  group by account order by account
  on conflict (account) do update set deposited_ju = v.deposited_ju + excluded.deposited_ju,
    withdrawn_ju = v.withdrawn_ju + excluded.withdrawn_ju, deposited_fmc = v.deposited_fmc + excluded.deposited_fmc,
    withdrawn_fmc = v.withdrawn_fmc + excluded.withdrawn_fmc
$$;

revoke all on function add_vault_totals from public;
