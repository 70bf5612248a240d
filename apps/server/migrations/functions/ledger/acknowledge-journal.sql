-- Clears this integrity error of the journal; the next audit finds it again if it still exists. Returns false when the
-- journal does not have it.
create or replace function ledger_journal_acknowledge(p_integrity_error text) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with acknowledged as (
    update ledger_journal_head set integrity_error = null where integrity_error = p_integrity_error returning 1
  ) select exists (select 1 from acknowledged)
$$;

revoke all on function ledger_journal_acknowledge from public;
grant execute on function ledger_journal_acknowledge to city_mint_operator;
