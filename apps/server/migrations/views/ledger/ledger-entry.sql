-- Transfers in words, for people who read the ledger with psql: kinds, accounts and owners by name, amounts in whole
-- units.
-- Uses: functions/ledger/account-ids.sql
create or replace view ledger_entry as
select t.id, t.created_at as at, k.name as kind,
  case ledger_account_currency(t.debit_account)
    when currency_ju() then 'JU'
    when currency_fmc() then 'FMC'
  end as currency,
  t.amount / 10::numeric ^ 18 as amount,
  d.name as debit, d.owned_by as debit_owned_by, nullif(ledger_account_owner(t.debit_account), 0) as debit_owner,
  c.name as credit, c.owned_by as credit_owned_by, nullif(ledger_account_owner(t.credit_account), 0) as credit_owner,
  k.source_table, t.source_id, t.step,
  t.debit_balance_after / 10::numeric ^ 18 as debit_after, t.credit_balance_after / 10::numeric ^ 18 as credit_after
from ledger_transfer t
join ledger_transfer_kinds k on k.code = t.kind
join ledger_account_kinds d on d.code = ledger_account_kind(t.debit_account)
join ledger_account_kinds c on c.code = ledger_account_kind(t.credit_account);

grant select on ledger_entry to city_mint_api, city_mint_worker, city_mint_indexer;
