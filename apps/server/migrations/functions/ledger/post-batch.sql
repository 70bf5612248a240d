-- Posts transfers of kinds that the caller may make, like ledger_write_batch.
-- Uses: functions/ledger/write-batch.sql
create or replace function ledger_post_batch(
  p_kinds int[], p_debits bigint[], p_credits bigint[], p_amounts numeric[], p_source_ids bigint[], p_step int default 0
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger_assert_may_post(kind) from (select distinct unnest(p_kinds) as kind) kinds;
  return ledger_write_batch(p_kinds, p_debits, p_credits, p_amounts, p_source_ids, p_step);
end
$$;

revoke all on function ledger_post_batch from public;
