-- Approves a withdrawal that waits for it, in the name of two operators, so that it becomes due for a voucher. Returns
-- whether it waited. One that has ended never gets another voucher: its amount is no longer frozen.
create or replace function approve_withdrawal(p_withdrawal bigint, p_proposed_by text, p_approved_by text)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update withdrawal set state = 'approved', due_at = now(), proposed_by = p_proposed_by, approved_by = p_approved_by
  where id = p_withdrawal and state = 'requested';
  return found;
end
$$;

revoke all on function approve_withdrawal from public;
grant execute on function approve_withdrawal to city_mint_operator;
