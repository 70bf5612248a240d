-- Transfers of one kind from one account to many, of which one may occur several times, all or nothing. Returns how
-- many were posted.
-- Uses: functions/ledger/post-batch.sql
create or replace function ledger_credit_many(
  p_kind int, p_debit bigint, p_credits bigint[], p_amounts numeric[], p_source_ids bigint[], p_step int default 0
) returns bigint language sql security definer set search_path = public, pg_temp as $$
  select ledger_post_batch(array_fill(p_kind, array[cardinality(p_credits)]),
    array_fill(p_debit, array[cardinality(p_credits)]), p_credits, p_amounts, p_source_ids, p_step)
$$;

revoke all on function ledger_credit_many from public;
grant execute on function ledger_credit_many to city_mint_worker, city_mint_indexer;
