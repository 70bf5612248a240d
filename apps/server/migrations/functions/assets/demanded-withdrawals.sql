-- Withdrawals that accounts demand on the chain (docs/money-rules.md#10-withdrawals). The contract Exit decides the
-- amount of a demand: the vault's events name the withdrawals (`totalsOf`) with which the account has all of it.
-- Uses: functions/assets/vault-events.sql

-- Every demand, also each reduction.
create or replace view stored_demand as
select seq, payload ->> 'account' as account, currency_named(payload ->> 'currency') as currency,
  (payload ->> 'until')::numeric as until, to_timestamp((payload ->> 'demandedAt')::bigint) as demanded_at, block_number
from chain_event where kind = 'demanded';

revoke all on stored_demand from public;
grant select on stored_demand to city_mint_worker;

-- Registers the accounts of stored demands as users: a tree has leaves of each of them, by which a false demand is
-- answered, also of an account that never deposited.
create or replace function register_demanders(p_sequences bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_vault_events(p_sequences, 'demanded');
  perform register_users(array(select payload ->> 'account' from chain_event where seq = any (p_sequences)));
end
$$;

revoke all on function register_demanders from public;
grant execute on function register_demanders to city_mint_indexer;

-- The open demands: the last one of each account and currency, while the vault has not paid all of it. Block and time
-- are those of the demand; the block is a later one once it was lowered. The available amount and the open withdrawals
-- cover it.
create or replace view open_demand as
select u.id as user_id, d.account, d.currency, d.until - d.withdrawn as due, d.until, d.demanded_at, d.block_number,
  coalesce((select balance from ledger_account where id = account_available(u.id, d.currency)), 0)
    + coalesce((select sum(w.amount) from withdrawal w where w.user_id = u.id and w.currency = d.currency
      and w.state in ('requested', 'approved', 'signed')), 0) as covered
from (
  select e.*, coalesce(case e.currency when currency_ju() then t.withdrawn_ju else t.withdrawn_fmc end, 0) as withdrawn
  from (
    select distinct on (account, currency) account, currency, until, demanded_at, block_number
    from stored_demand order by account, currency, seq desc
  ) e left join vault_total t on t.account = e.account
) d join app_user u on u.address = d.account
where d.until > d.withdrawn;

revoke all on open_demand from public;
grant select on open_demand to city_mint_worker;

-- Whether an open demand covers a demanded withdrawal, with the account's other open ones.
create or replace function is_demand_open(p_withdrawal withdrawal) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select (p_withdrawal).is_demanded and exists (
    select from open_demand d
    where d.user_id = (p_withdrawal).user_id and d.currency = (p_withdrawal).currency and d.due >= (
      select sum(w.amount) from withdrawal w where w.user_id = d.user_id and w.currency = d.currency
        and w.is_demanded and w.state in ('requested', 'approved', 'signed')))
$$;

revoke all on function is_demand_open from public;
grant execute on function is_demand_open to city_mint_worker, city_mint_ops;

-- Freezes the available part of an account's demand, less its open withdrawals, at most p_most (base units), and makes
-- it due for a voucher to the account itself. Returns the withdrawal; null where nothing can be frozen. Serialized with
-- other requests (lock 4207300005, apps/server/src/platform/database/advisory-locks.ts).
create or replace function freeze_demanded(p_user bigint, p_currency int, p_most numeric) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  demand open_demand;
  frozen numeric;
  available numeric;
  amount numeric;
  withdrawal_id bigint;
begin
  if p_most is null or p_most = 'NaN' then
    raise exception 'no most for a demanded withdrawal' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(4207300005);
  select * into demand from open_demand d where d.user_id = p_user and d.currency = p_currency;
  if not found then
    return null;
  end if;
  select coalesce(sum(w.amount), 0) into frozen from withdrawal w
  where w.user_id = p_user and w.currency = p_currency and w.state in ('requested', 'approved', 'signed');
  select balance into available from ledger_account where id = account_available(p_user, p_currency) for update;
  amount := least(demand.due - frozen, coalesce(available, 0), p_most);
  if amount <= 0 then
    return null;
  end if;
  insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount, is_demanded,
    state, requested_at, due_at)
  values (p_user, gen_random_uuid(), '', '0x' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
    'hex'), demand.account, demand.account, p_currency, amount, true, 'approved', clock_timestamp(), clock_timestamp())
  returning id into withdrawal_id;
  perform ledger_write_transfer(kind_withdrawal_request(), account_available(p_user, p_currency),
    account_withdrawing(p_user, p_currency), amount, withdrawal_id);
  perform pg_notify('withdrawal_due', '');
  return withdrawal_id;
end
$$;

revoke all on function freeze_demanded from public;
grant execute on function freeze_demanded to city_mint_worker;
