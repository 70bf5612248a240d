-- Books a payment of the vault that no signed withdrawal explains, as two operators decided: against the account that
-- was paid, if its balance suffices, else against the system. A withdrawal that the copy of the database has before its
-- approval is completed. `booked` is false, and nothing changes, while there is no decision about exactly the stored
-- event. docs/money-rules.md#9-ledger
-- Uses: functions/assets/vault-events.sql
create or replace function book_unknown_payment(
  p_sequence bigint, out booked boolean, out withdrawal_id bigint, out call_id text
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payment unknown_payment;
  event chain_event;
  payer bigint;
  frozen withdrawal;
begin
  perform assert_vault_events(array[p_sequence], 'withdrawn');
  select * into strict event from chain_event where seq = p_sequence;
  select * into payment from unknown_payment where seq = p_sequence for update;
  booked := coalesce(payment.booked_against is not null and is_unknown_payment(event.payload, payment), false);
  if not booked or payment.applied_at is not null then
    return;
  end if;
  select * into frozen from withdrawal w where w.voucher_id = payment.voucher_id for update;
  if frozen.state in ('approved', 'signed', 'completed') and pays_withdrawal(event.payload, frozen) then
    raise exception 'withdrawal % explains event %', frozen.id, p_sequence using errcode = 'check_violation';
  end if;
  if frozen.state = 'requested' and pays_withdrawal(event.payload, frozen) then
    select paid.withdrawal_id, paid.call_id into withdrawal_id, call_id
    from write_payments(array[p_sequence], array[frozen.id]) paid;
    return;
  end if;
  select id into payer from app_user where address = payment.account and payment.booked_against = 'account';
  if payer is not null and (
    select balance from ledger_account where id = account_available(payer, payment.currency) for update
  ) >= payment.amount then
    perform ledger_write_transfer(kind_unknown_payment(), account_available(payer, payment.currency),
      account_custody(payment.currency), payment.amount, payment.seq);
    perform add_vault_totals(array[payment.account], array[payment.currency::int], array[0::numeric],
      array[payment.amount]);
    update unknown_payment set covered = amount, parts = 1, user_id = payer, applied_at = now()
    where seq = p_sequence;
    return;
  end if;
  perform unknown_payment_from_system(payment);
end
$$;

revoke all on function book_unknown_payment from public;
grant execute on function book_unknown_payment to city_mint_indexer;

-- Whether the payload of a payment is that of a recorded unknown payment, with all its fields.
create or replace function is_unknown_payment(p_payload jsonb, p_payment unknown_payment) returns boolean
  language sql immutable parallel safe return p_payload ->> 'voucherId' = (p_payment).voucher_id
    and p_payload ->> 'account' = (p_payment).account and p_payload ->> 'to' = (p_payment).recipient
    and currency_named(p_payload ->> 'currency') = (p_payment).currency
    and (p_payload ->> 'amount')::numeric = (p_payment).amount;

-- Books as much of an unknown payment as the treasury (JU) or the emission (FMC) has; the rest is booked when there is
-- more. Until then reconciliation counts it as gone from the vault. No process may call it.
create or replace function unknown_payment_from_system(p_payment unknown_payment) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payer bigint := case (p_payment).currency when currency_ju() then account_treasury() else account_emission() end;
  part numeric;
begin
  select least(balance, (p_payment).amount - (p_payment).covered) into strict part
  from ledger_account where id = payer for update;
  if part > 0 then
    perform ledger_write_transfer(kind_unknown_payment(), payer, account_custody((p_payment).currency), part,
      (p_payment).seq, (p_payment).parts);
    if (p_payment).parts = 0 then
      perform add_vault_totals(array[(p_payment).account], array[(p_payment).currency::int], array[0::numeric],
        array[(p_payment).amount]);
    end if;
  end if;
  update unknown_payment set covered = covered + part, parts = parts + (part > 0)::int, user_id = null,
    applied_at = coalesce(applied_at, now())
  where seq = (p_payment).seq;
end
$$;

revoke all on function unknown_payment_from_system from public;

-- Books more of the payments that the treasury could not cover so far, oldest first. Returns how many still wait.
create or replace function cover_unknown_payments() returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payment unknown_payment;
begin
  for payment in
    select * from unknown_payment where applied_at is not null and covered < amount order by seq for update
  loop
    perform unknown_payment_from_system(payment);
  end loop;
  return (select count(*) from unknown_payment where applied_at is not null and covered < amount);
end
$$;

revoke all on function cover_unknown_payments from public;
grant execute on function cover_unknown_payments to city_mint_indexer;
