-- Posts one transfer of a kind that the caller may make. Returns true when it was posted and false when the same
-- transfer exists; throws when its key belongs to a different one.
create or replace function ledger_post_transfer(
  p_kind int, p_debit bigint, p_credit bigint, p_amount numeric, p_source_id bigint, p_step int default 0
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger_assert_may_post(p_kind);
  return ledger_write_transfer(p_kind, p_debit, p_credit, p_amount, p_source_id, p_step);
end
$$;

revoke all on function ledger_post_transfer from public;
