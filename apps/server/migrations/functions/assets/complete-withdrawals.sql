-- Debits the withdrawals that the vault has finally paid: those whose voucher, account, recipient, currency and amount
-- are the stored event's, and whose voucher was signed, or was approved in a restored copy of the database. Returns
-- each with its event; the other payments are unknown (book_unknown_payment). Throws for a number that is no payment.
-- docs/money-rules.md#9-ledger
-- Uses: functions/assets/vault-events.sql
create or replace function complete_withdrawals(p_sequences bigint[])
  returns table (event_seq bigint, withdrawal_id bigint, call_id text)
  language plpgsql security definer set search_path = public, pg_temp
-- Planned for the sizes of this call.
set plan_cache_mode = force_custom_plan as $$
declare
  events bigint[];
  ids bigint[];
begin
  perform assert_vault_events(p_sequences, 'withdrawn');
  select coalesce(array_agg(paid.seq), '{}'), coalesce(array_agg(paid.id), '{}') into events, ids
  from (
    select e.seq, w.id from chain_event e join withdrawal w on w.voucher_id = e.payload ->> 'voucherId'
    where e.seq = any (p_sequences) and w.state in ('approved', 'signed') and pays_withdrawal(e.payload, w)
    order by w.id for update of w
  ) paid;
  return query select * from write_payments(events, ids);
end
$$;

revoke all on function complete_withdrawals from public;
grant execute on function complete_withdrawals to city_mint_indexer;

-- Whether the payload of a payment is of this withdrawal, with all its fields.
create or replace function pays_withdrawal(p_payload jsonb, p_withdrawal withdrawal) returns boolean
  language sql immutable parallel safe return p_payload ->> 'voucherId' = (p_withdrawal).voucher_id
    and p_payload ->> 'account' = (p_withdrawal).account and p_payload ->> 'to' = (p_withdrawal).recipient
    and currency_named(p_payload ->> 'currency') = (p_withdrawal).currency
    and (p_payload ->> 'amount')::numeric = (p_withdrawal).amount;

-- Posts the payments of these withdrawals, whose rows are locked, and completes them; those that were recorded as
-- unknown are explained by them. No process may call it.
create or replace function write_payments(p_sequences bigint[], p_withdrawals bigint[])
  returns table (event_seq bigint, withdrawal_id bigint, call_id text)
  language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(p_withdrawals) = 0 then
    return;
  end if;
  perform ledger_write_batch(array_agg(kind_withdrawal_done()), array_agg(account_withdrawing(w.user_id, w.currency)),
    array_agg(account_custody(w.currency)), array_agg(w.amount), array_agg(w.id)),
    add_vault_totals(array_agg(w.account), array_agg(w.currency::int), array_agg(0::numeric), array_agg(w.amount))
  from withdrawal w where w.id = any (p_withdrawals);
  update unknown_payment p set covered = p.amount, user_id = w.user_id, applied_at = now()
  from unnest(p_sequences, p_withdrawals) paid (seq, id) join withdrawal w on w.id = paid.id
  where p.seq = paid.seq;
  return query
    update withdrawal w set state = 'completed', completed_at = e.block_at, booked_at = now(), due_at = null,
      tx_hash = e.tx_hash, block_number = e.block_number, gas_fee = e.gas_fee
    from unnest(p_sequences, p_withdrawals) paid (seq, id) join chain_event e on e.seq = paid.seq
    where w.id = paid.id
    returning e.seq, w.id, w.call_id;
end
$$;

revoke all on function write_payments from public;
