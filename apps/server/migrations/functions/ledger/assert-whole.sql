-- Throws unless amounts are whole base units, by the scale of their sum, which is the largest of their scales and costs
-- almost nothing to check. Columns would round each amount separately, so that debits and credits would differ.
create or replace function ledger_assert_whole(p_scale int) returns void
  language plpgsql immutable set search_path = public, pg_temp as $$
begin
  if p_scale is distinct from 0 then
    raise exception 'an amount is not a whole number of base units' using errcode = 'check_violation';
  end if;
end
$$;

revoke all on function ledger_assert_whole from public;
