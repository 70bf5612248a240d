-- Writes one transfer without checking the caller, so no process may call it: its callers are functions that read
-- accounts and amount from the transfer's source (withdrawal_request). Returns true when it was written and false when
-- the same transfer exists; throws when its key belongs to a different one.
create or replace function ledger_write_transfer(
  p_kind int, p_debit bigint, p_credit bigint, p_amount numeric, p_source_id bigint, p_step int default 0
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old ledger_transfer;
  debit_after numeric;
  credit_after numeric;
begin
  perform ledger_assert_whole(scale(p_amount));
  perform 1 from ledger_account where id in (p_debit, p_credit) order by id for update;
  select * into old from ledger_transfer where kind = p_kind and source_id = p_source_id and step = p_step;
  if found then
    if (old.debit_account, old.credit_account, old.amount) is distinct from (p_debit, p_credit, p_amount) then
      raise exception 'ledger key %/%/% belongs to a different transfer', p_kind, p_source_id, p_step
        using errcode = 'unique_violation';
    end if;
    return false;
  end if;
  update ledger_account set balance = balance - p_amount where id = p_debit returning balance into strict debit_after;
  update ledger_account set balance = balance + p_amount where id = p_credit returning balance into strict credit_after;
  insert into ledger_transfer
    (debit_account, credit_account, amount, kind, step, source_id, debit_balance_after, credit_balance_after)
  values (p_debit, p_credit, p_amount, p_kind, p_step, p_source_id, debit_after, credit_after);
  return true;
end
$$;

revoke all on function ledger_write_transfer from public;
