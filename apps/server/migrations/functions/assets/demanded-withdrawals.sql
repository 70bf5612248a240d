-- Withdrawals that accounts demand on the chain (docs/money-rules.md#10-withdrawals). The contract Exit decides the
-- amount of a demand: the vault's events name the withdrawals (`totalsOf`) with which the account has all of it.
-- Uses: functions/assets/vault-events.sql, functions/assets/return-withdrawals.sql

-- Records the demands of these events, the last one of each account and currency, and registers the accounts as users:
-- a tree has leaves of each of them, by which a false demand is answered, also of an account that never deposited.
create or replace function record_demands(p_sequences bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_vault_events(p_sequences, 'demanded');
  perform register_users(array(select payload ->> 'account' from chain_event where seq = any (p_sequences)));
  insert into demand as d (account, currency, user_id, until, demanded_at, seq, block_number, first_block)
  select distinct on (e.account, e.currency) e.account, e.currency, u.id, e.until, e.demanded_at, e.seq, e.block_number,
    min(e.block_number) over (partition by e.account, e.currency)
  from (
    select payload ->> 'account' as account, currency_named(payload ->> 'currency') as currency,
      (payload ->> 'until')::numeric as until, to_timestamp((payload ->> 'demandedAt')::bigint) as demanded_at, seq,
      block_number
    from chain_event where seq = any (p_sequences)
  ) e join app_user u on u.address = e.account
  order by e.account, e.currency, e.seq desc
  on conflict (account, currency) do update set until = excluded.until, demanded_at = excluded.demanded_at,
    seq = excluded.seq, block_number = excluded.block_number
  where d.seq < excluded.seq;
end
$$;

revoke all on function record_demands from public;
grant execute on function record_demands to city_mint_indexer;

-- The demands that the vault has not paid in full. Vouchers and demanded withdrawals hold the frozen part; requests
-- without a voucher, such as those that wait for operators, hold the part that can be returned.
create or replace view open_demand as
select d.user_id, d.account, d.currency, d.until - p.withdrawn as due, d.until, d.demanded_at, d.seq, d.block_number,
  coalesce((select balance from ledger_account where id = account_available(d.user_id, d.currency)), 0) as available,
  coalesce(w.frozen, 0) as frozen, coalesce(w.demanded, 0) as demanded, coalesce(w.returnable, 0) as returnable
from demand d
left join vault_total t on t.account = d.account
cross join lateral (
  select coalesce(case d.currency when currency_ju() then t.withdrawn_ju else t.withdrawn_fmc end, 0) as withdrawn) p
left join lateral (
  select sum(o.amount) filter (where o.is_demanded or v.has_voucher) as frozen,
    sum(o.amount) filter (where o.is_demanded) as demanded,
    sum(o.amount) filter (where not o.is_demanded and not v.has_voucher) as returnable
  from withdrawal o cross join lateral (
    select exists (select from withdrawal_voucher where withdrawal_id = o.id) as has_voucher) v
  where o.user_id = d.user_id and o.currency = d.currency and not o.is_payout
    and o.state in ('requested', 'approved', 'signed')
) w on true
where d.until > p.withdrawn;

revoke all on open_demand from public;
grant select on open_demand to city_mint_worker;

-- Whether an open demand covers a demanded withdrawal, with the account's other open ones.
create or replace function is_demand_open(p_withdrawal withdrawal) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select (p_withdrawal).is_demanded and exists (
    select from open_demand d
    where d.user_id = (p_withdrawal).user_id and d.currency = (p_withdrawal).currency and d.due >= d.demanded)
$$;

revoke all on function is_demand_open from public;
grant execute on function is_demand_open to city_mint_worker, city_mint_ops;

-- Freezes the available part of an account's demand, less the frozen one, at most p_most (base units), and makes it due
-- for a voucher to the account itself. If that is not enough, it returns the account's requests without a voucher
-- first: they would hold the payment back as long as they wait. Returns the withdrawal and its amount; no withdrawal
-- where nothing can be frozen, also before a worker has compared the demand's event with the vault. Serialized with
-- other requests (lock 4207300005, apps/server/src/platform/database/advisory-locks.ts).
create or replace function freeze_demanded(
  p_user bigint, p_currency int, p_most numeric, out withdrawal_id bigint, out amount numeric
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked open_demand;
begin
  if p_most is null or p_most = 'NaN' then
    raise exception 'no most for a demanded withdrawal' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(4207300005);
  perform from ledger_account where id = account_available(p_user, p_currency) for update;
  select * into asked from open_demand d where d.user_id = p_user and d.currency = p_currency
    and d.seq <= (select checked_seq from vault_comparison where agrees);
  if not found then
    return;
  end if;
  if asked.returnable > 0 and asked.available < asked.due - asked.frozen then
    perform withdrawal_return(unsigned.w, 'demanded') from (
      select w from withdrawal w where w.user_id = p_user and w.currency = p_currency and not w.is_demanded
        and not w.is_payout and w.state in ('requested', 'approved')
        and not exists (select from withdrawal_voucher v where v.withdrawal_id = w.id)
      order by w.id for update) unsigned;
    select * into strict asked from open_demand d where d.user_id = p_user and d.currency = p_currency;
  end if;
  amount := least(asked.due - asked.frozen, asked.available, p_most);
  if amount <= 0 then
    return;
  end if;
  insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount, is_demanded,
    state, requested_at, due_at)
  values (p_user, gen_random_uuid(), '', '0x' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
    'hex'), asked.account, asked.account, p_currency, amount, true, 'approved', clock_timestamp(), clock_timestamp())
  returning id into withdrawal_id;
  perform ledger_write_transfer(kind_withdrawal_request(), account_available(p_user, p_currency),
    account_withdrawing(p_user, p_currency), amount, withdrawal_id);
  perform pg_notify('withdrawal_due', '');
end
$$;

revoke all on function freeze_demanded from public;
grant execute on function freeze_demanded to city_mint_worker;

-- Returns a demanded withdrawal without a voucher that its demand no longer covers, because the demand was lowered.
-- Returns whether it did.
create or replace function return_undemanded(p_withdrawal bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  w withdrawal;
begin
  select * into strict w from withdrawal where id = p_withdrawal for update;
  if not w.is_demanded or w.state not in ('requested', 'approved') or is_demand_open(w)
    or exists (select from withdrawal_voucher v where v.withdrawal_id = w.id) then
    return false;
  end if;
  perform withdrawal_return(w, 'demanded');
  return true;
end
$$;

revoke all on function return_undemanded from public;
grant execute on function return_undemanded to city_mint_worker;
