-- Decides a withdrawal request of a session's user, and freezes its amount (docs/money-rules.md#10-withdrawals). Users'
-- withdrawals are inserted here, and demanded ones by freeze_demanded(). The account that can send the vouchers is
-- always the user's own address, never one that the caller passes. Returns the withdrawal and its state, or the first
-- refusal in the order of `decideWithdrawal` (packages/domain/src/assets/decide-withdrawal.ts), which tests compare
-- with this; in both cases with the facts of the decision, in base units. Requests are serialized (lock 4207300005,
-- apps/server/src/platform/database/advisory-locks.ts), so that no two use the same remainder of a limit.
-- Twin: packages/domain/src/assets/decide-withdrawal.ts, compared by
-- apps/server/src/assets/withdrawals/withdrawal-limits.db.test.ts.
create or replace function withdrawal_request(
  p_token bytea, p_currency int, p_recipient text, p_amount numeric, p_request uuid, p_body_hash bytea,
  p_forbidden text[], p_call_id text, out refusal text, out withdrawal_id bigint, out withdrawal_state text,
  out is_paused boolean, out available numeric, out held_until timestamptz, out cools_until timestamptz,
  out user_requested numeric, out user_withdrawn numeric, out user_recharged numeric, out others_net numeric
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  requester bigint := session_user_of(p_token);
  user_address text;
  moment timestamptz;
  bounds withdrawal_limit;
  share numeric;
  is_above boolean;
begin
  if p_recipient !~ '^0x[0-9a-fA-F]{40}$' or p_amount is null or p_amount = 'NaN' or p_amount < 0 then
    raise exception 'no withdrawal of % to %', p_amount, p_recipient using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(4207300005);
  -- In the precision of stored rows, so that earlier requests count.
  moment := date_trunc('milliseconds', clock_timestamp());
  select address into strict user_address from app_user where id = requester;
  select * into strict bounds from withdrawal_limit where currency = p_currency;
  select paused into strict is_paused from system_switch where name = 'withdrawals';
  select balance into available from ledger_account where id = account_available(requester, p_currency) for update;
  available := coalesce(available, 0);
  held_until := withdrawal_recipient_hold(requester, user_address, p_recipient, moment);
  select * into user_requested, user_withdrawn, user_recharged, others_net, cools_until
  from withdrawal_use(requester, p_currency, moment, null);

  -- One user's share of the part of the daily limit that others have not used.
  share := div(greatest(bounds.per_day - others_net, 0) * rule_withdrawal_share_bps(), rule_whole_bps());
  refusal := case
    when is_paused then 'withdrawals-paused'
    when p_amount = 0 then 'amount-not-positive'
    when lower(p_recipient) = any (select lower(address) from unnest(p_forbidden) address) then 'address-not-allowed'
    when held_until is not null then 'address-on-hold'
    when cools_until is not null then 'withdrawals-cooling'
    when p_amount > bounds.per_withdrawal or user_requested + p_amount > bounds.per_user_day
      or user_withdrawn + p_amount - user_recharged > least(bounds.per_day - others_net, share) then 'limit-exceeded'
    when p_amount > available then 'amount-over-available'
  end;
  if refusal is not null then
    return;
  end if;

  is_above := coalesce(p_amount > bounds.approval_above, false);
  withdrawal_state := case when is_above then 'requested' else 'approved' end;
  insert into withdrawal (user_id, request_id, call_id, body_hash, voucher_id, account, recipient, currency, amount,
    approval_needed, state, requested_at, due_at)
  values (requester, p_request, p_call_id, p_body_hash,
    '0x' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'), user_address, p_recipient,
    p_currency, p_amount, is_above, withdrawal_state, moment, case when not is_above then moment end)
  returning id into withdrawal_id;
  perform ledger_write_transfer(kind_withdrawal_request(), account_available(requester, p_currency),
    account_withdrawing(requester, p_currency), p_amount, withdrawal_id);
  perform pg_notify('withdrawal_due', '');
end
$$;

revoke all on function withdrawal_request from public;
grant execute on function withdrawal_request to city_mint_api;

-- Returns until when withdrawals to a recipient that is new to the user are refused, null if they are allowed. The time
-- starts with the first request to it, even a refused one, which this stores; the user's own address is never new.
create or replace function withdrawal_recipient_hold(
  p_user bigint, p_address text, p_recipient text, p_at timestamptz
) returns timestamptz language plpgsql set search_path = public, pg_temp as $$
declare
  free_at timestamptz;
begin
  if lower(p_recipient) = lower(p_address) then
    return null;
  end if;
  insert into withdrawal_recipient (user_id, recipient, first_asked_at) values (p_user, p_recipient, p_at)
  on conflict do nothing;
  select r.first_asked_at + make_interval(hours => h.hours) into free_at
  from withdrawal_recipient r cross join withdrawal_hold h where r.user_id = p_user and r.recipient = p_recipient;
  return case when free_at > p_at then free_at end;
end
$$;

revoke all on function withdrawal_recipient_hold from public;

-- Serializes withdrawal requests (lock 4207300005) and locks the JU account of the session's user until the transaction
-- ends: a join with the same request id locks the same account. Returns nothing.
create or replace function withdrawal_lock(p_token bytea) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  requester bigint := session_user_of(p_token);
begin
  perform pg_advisory_xact_lock(4207300005);
  perform from ledger_account where id = account_available(requester, currency_ju()) for update;
end
$$;

revoke all on function withdrawal_lock from public;
grant execute on function withdrawal_lock to city_mint_api;
