-- Unfreezes the amount of a withdrawal, whose row is locked, for its user. Callers know that none of its vouchers can
-- be paid any more; no process may call it.
create or replace function withdrawal_return(p_withdrawal withdrawal, p_reason text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger_write_transfer(kind_withdrawal_returned(),
    account_withdrawing((p_withdrawal).user_id, (p_withdrawal).currency),
    account_available((p_withdrawal).user_id, (p_withdrawal).currency), (p_withdrawal).amount, (p_withdrawal).id);
  update withdrawal set state = 'returned', returned_at = now(), return_reason = p_reason, due_at = null
  where id = (p_withdrawal).id;
end
$$;

revoke all on function withdrawal_return from public;

-- Returns the withdrawal whose voucher the vault has finally cancelled, as the stored event says. `state_before` is
-- null without such a withdrawal; one that was returned or completed before stays as it is.
create or replace function return_cancelled_withdrawal(
  p_sequence bigint, out state_before text, out withdrawal_id bigint, out call_id text
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  cancelled withdrawal;
begin
  perform assert_vault_events(array[p_sequence], 'voucher-cancelled');
  select w.* into cancelled
  from chain_event e join withdrawal w on w.voucher_id = e.payload ->> 'voucherId' where e.seq = p_sequence
  for update of w;
  state_before := cancelled.state;
  withdrawal_id := cancelled.id;
  call_id := cancelled.call_id;
  if state_before in ('requested', 'approved', 'signed') then
    perform withdrawal_return(cancelled, 'cancelled');
  end if;
end
$$;

revoke all on function return_cancelled_withdrawal from public;
grant execute on function return_cancelled_withdrawal to city_mint_indexer;

-- Returns a signed withdrawal that no voucher can withdraw any more: a worker has compared the ledger with the vault at
-- a block that is past every deadline, they agreed, and the events up to that block have not paid it. The block's time
-- is the worker's, so the caller cannot choose it. Returns whether it was returned; the caller has asked the nodes
-- whether its voucher was used.
create or replace function return_expired_withdrawal(p_withdrawal bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  expired withdrawal;
begin
  -- Locks before checking: a signature may have been added while this waited for the row.
  select * into expired from withdrawal where id = p_withdrawal for update;
  if expired.state is distinct from 'signed' or not exists (
    select from vault_comparison c
    where c.agrees
      and c.block_at > (select max(v.deadline) from withdrawal_voucher v where v.withdrawal_id = expired.id)
  ) then
    return false;
  end if;
  perform withdrawal_return(expired, 'expired');
  return true;
end
$$;

revoke all on function return_expired_withdrawal from public;
grant execute on function return_expired_withdrawal to city_mint_indexer;

-- Returns a withdrawal that has no voucher, as operators decide. Returns whether it was returned.
create or replace function reject_withdrawal(p_withdrawal bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rejected withdrawal;
begin
  select * into rejected from withdrawal where id = p_withdrawal for update;
  if rejected.state is null or rejected.state not in ('requested', 'approved')
    or exists (select from withdrawal_voucher v where v.withdrawal_id = rejected.id) then
    return false;
  end if;
  perform withdrawal_return(rejected, 'rejected');
  return true;
end
$$;

revoke all on function reject_withdrawal from public;
grant execute on function reject_withdrawal to city_mint_operator;
