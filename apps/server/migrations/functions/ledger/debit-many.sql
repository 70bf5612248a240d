-- Posts transfers of a kind that the caller may make, from many accounts into one: each debit account at most once, the
-- arrays sorted by it. Skips accounts with too little balance; returns the source ids that were debited.
create or replace function ledger_debit_many(
  p_kind int, p_credit bigint, p_debits bigint[], p_amounts numeric[], p_source_ids bigint[]
) returns bigint[] language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger_assert_may_post(p_kind);
  return ledger_write_debits(p_kind, p_credit, p_debits, p_amounts, p_source_ids);
end
$$;

revoke all on function ledger_debit_many from public;
grant execute on function ledger_debit_many to city_mint_worker, city_mint_indexer;
