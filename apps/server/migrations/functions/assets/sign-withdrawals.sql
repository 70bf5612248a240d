-- What a worker may do with withdrawals: take the one that is due, postpone it, let it wait for operators, and record a
-- voucher. A worker cannot approve, return or complete one, except a demanded one, and records a voucher only for a
-- withdrawal that withdrawal_obstacle() and the last comparison with the vault allow.
-- Uses: functions/ledger/domain-constants.sql, functions/assets/demanded-withdrawals.sql

-- Returns the withdrawal that has been due for a signature longest, its row locked until the transaction ends; skips
-- rows locked by another worker.
create or replace function withdrawal_take_due() returns setof withdrawal
  language sql security definer set search_path = public, pg_temp as $$
  select * from withdrawal
  where due_at <= now() and state in ('approved', 'signed') and cancel_asked_at is null
  order by due_at limit 1 for update skip locked
$$;

revoke all on function withdrawal_take_due from public;
grant execute on function withdrawal_take_due to city_mint_worker;

-- Sets when a due withdrawal is tried again; null until its user requests a signature again.
create or replace function withdrawal_postpone(p_withdrawal bigint, p_until timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update withdrawal set due_at = p_until where id = p_withdrawal and state in ('approved', 'signed')
$$;

revoke all on function withdrawal_postpone from public;
grant execute on function withdrawal_postpone to city_mint_worker;

-- Lets a withdrawal without two approvers wait for them.
create or replace function withdrawal_await_approval(p_withdrawal bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update withdrawal set state = 'requested', due_at = null
  where id = p_withdrawal and state in ('approved', 'signed') and approved_by is null
    and not exists (select from withdrawal_voucher v where v.withdrawal_id = p_withdrawal)
$$;

revoke all on function withdrawal_await_approval from public;
grant execute on function withdrawal_await_approval to city_mint_worker;

-- The first reason why a withdrawal gets no voucher now, by its limits, recipient and approval; null without one.
-- Twin: packages/domain/src/assets/check-signing.ts, compared by
-- apps/server/src/assets/withdrawals/signing-checks.db.test.ts.
create or replace function withdrawal_obstacle(p_withdrawal withdrawal) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  w withdrawal := p_withdrawal;
  bounds withdrawal_limit;
  used record;
  free_at timestamptz;
  is_own boolean := w.recipient = w.account;
begin
  select * into strict bounds from withdrawal_limit where currency = w.currency;
  select r.first_asked_at + make_interval(hours => h.hours) into free_at
  from withdrawal_recipient r cross join withdrawal_hold h where r.user_id = w.user_id and r.recipient = w.recipient;
  select * into used from withdrawal_use(w.user_id, w.currency, w.requested_at, w.id);
  return case
    when not exists (select from app_user u where u.id = w.user_id and u.address = w.account) then 'account-differs'
    when not is_own and (w.is_payout or free_at is null) then 'recipient-unknown'
    when w.is_payout and not exists (select from operator_payout p
      where p.withdrawal_id = w.id and p.recipient = w.recipient and p.amount = w.amount) then 'recipient-unknown'
    when is_own and is_demand_open(w) then null
    when (w.approval_needed or coalesce(w.amount > bounds.approval_above, false))
      and (w.proposed_by is null or w.approved_by is null) then 'approval-missing'
    when not is_own and free_at > clock_timestamp() then 'recipient-on-hold'
    when w.is_payout then null
    when w.amount > bounds.per_withdrawal or used.user_requested + w.amount > bounds.per_user_day
      or used.user_withdrawn + w.amount - used.user_recharged > least(bounds.per_day - used.others_net,
        div(greatest(bounds.per_day - used.others_net, 0) * rule_withdrawal_share_bps(), rule_whole_bps()))
      then 'limit-exceeded'
  end;
end
$$;

revoke all on function withdrawal_obstacle from public;

-- Records a voucher for a withdrawal that is due, and makes it signed; returns the voucher's number. Throws unless the
-- ledger agreed with the vault within the last minute, with the balances after this request, the previous voucher has
-- expired, and the deadline is at most the term of a voucher away: a false one could hold back an amount, or return it
-- early. docs/money-rules.md#10-withdrawals
create or replace function record_voucher(
  p_withdrawal bigint, p_valid_after timestamptz, p_deadline timestamptz, p_signature text
) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  w withdrawal;
  vouchers int;
  last_deadline timestamptz;
  latest timestamptz;
  problem text;
begin
  select * into strict w from withdrawal where id = p_withdrawal for update;
  select count(*), max(deadline) into vouchers, last_deadline
  from withdrawal_voucher where withdrawal_id = p_withdrawal;
  select greatest(clock_timestamp(), max(head_at)) into latest from chain_cursor where source = 'vault';
  problem := case
    when (select paused from system_switch where name = 'withdrawals') then 'withdrawals are paused'
    when w.state not in ('approved', 'signed') or w.due_at is null or w.cancel_asked_at is not null then 'not due'
    when vouchers >= rule_voucher_signatures() then 'no more vouchers'
    when last_deadline > latest then 'its last voucher is valid'
    when p_deadline > latest + make_interval(secs => rule_voucher_ttl_seconds()) or p_valid_after >= p_deadline
      then 'its term is too long'
    when not exists (select from vault_comparison c where c.agrees and c.last_withdrawal_id >= w.id
      and c.compared_at > clock_timestamp() - interval '1 minute') then 'not compared with the vault'
    else withdrawal_obstacle(w)
  end;
  if problem is not null then
    raise exception 'no voucher for withdrawal %: %', p_withdrawal, problem using errcode = 'check_violation';
  end if;
  insert into withdrawal_voucher (withdrawal_id, number, valid_after, deadline, signature)
  values (p_withdrawal, vouchers + 1, p_valid_after, p_deadline, p_signature);
  update withdrawal set state = 'signed', due_at = null where id = p_withdrawal;
  return vouchers + 1;
end
$$;

revoke all on function record_voucher from public;
grant execute on function record_voucher to city_mint_worker;

-- Stores the auditor's signature of a voucher. A false one makes the vault refuse this voucher, and no other.
create or replace function cosign_voucher(p_withdrawal bigint, p_number int, p_cosignature text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update withdrawal_voucher set cosignature = p_cosignature
  where withdrawal_id = p_withdrawal and number = p_number and cosignature is null;
  if not found then
    raise exception 'withdrawal % has no voucher % to sign', p_withdrawal, p_number using errcode = 'check_violation';
  end if;
end
$$;

revoke all on function cosign_voucher from public;
grant execute on function cosign_voucher to city_mint_auditor;
