-- Credits final deposits to the accounts that sent them, and registers new users: account, currency and amount are
-- those of the stored events. A deposit that was credited, or waits, is left as it is. While recharging is paused,
-- deposits only wait. Throws for a number that is no deposit. docs/money-rules.md#9-ledger
create or replace function credit_deposits(p_sequences bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan as $$
begin
  perform assert_vault_events(p_sequences, 'deposited');
  if (select paused from system_switch where name = 'recharge' for share) then
    insert into recharge_waiting (seq, account, currency, amount)
    select e.seq, e.payload ->> 'account', currency_named(e.payload ->> 'currency'),
      (e.payload ->> 'amount')::numeric
    from chain_event e
    where e.seq = any (p_sequences) and not exists (select from recharge r where r.seq = e.seq)
    order by e.seq on conflict do nothing;
  else
    perform book_deposits(p_sequences);
  end if;
end
$$;

revoke all on function credit_deposits from public;
grant execute on function credit_deposits to city_mint_indexer;

-- Credits the deposits that have waited longest, at most p_limit, once recharging is resumed; returns how many. Each
-- goes to only one of several concurrent callers.
create or replace function credit_waiting_deposits(p_limit int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waited bigint[];
begin
  if (select paused from system_switch where name = 'recharge' for share) then
    return 0;
  end if;
  with due as (
    delete from recharge_waiting where seq in (select seq from recharge_waiting order by seq limit p_limit)
    returning seq
  ) select coalesce(array_agg(seq), '{}') into waited from due;
  perform book_deposits(waited);
  return cardinality(waited);
end
$$;

revoke all on function credit_waiting_deposits from public;
grant execute on function credit_waiting_deposits to city_mint_indexer;

-- Posts the transfers of deposits and inserts the recharges for the users' lists. A transfer that exists, in a copy of
-- the database that lost the recharge, is compared and left as it is. No process may call it.
create or replace function book_deposits(p_sequences bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
-- Planned for the sizes of this call.
set plan_cache_mode = force_custom_plan as $$
declare
  posted bigint;
  existing bigint[];
begin
  perform register_users(array(select payload ->> 'account' from chain_event where seq = any (p_sequences)));
  existing := array(select source_id from ledger_transfer
    where kind = kind_deposit() and source_id = any (p_sequences) and step = 0);
  with booked as (
    insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash, gas_fee)
    select e.seq, u.id, currency_named(e.payload ->> 'currency'), (e.payload ->> 'amount')::numeric, e.block_number,
      e.block_at, e.tx_hash, e.gas_fee
    from chain_event e join app_user u on u.address = e.payload ->> 'account'
    where e.seq = any (p_sequences) and not exists (select from recharge r where r.seq = e.seq)
    order by e.seq
    returning seq, user_id, currency, amount
  )
  select ledger_write_batch(array_agg(kind_deposit()), array_agg(account_custody(currency)),
    array_agg(account_available(user_id, currency)), array_agg(amount), array_agg(seq))
  into posted
  from booked where seq <> all (existing) having count(*) > 0;
  perform add_vault_totals(array_agg(e.payload ->> 'account'), array_agg(currency_named(e.payload ->> 'currency')),
    array_agg((e.payload ->> 'amount')::numeric), array_agg(0::numeric))
  from chain_event e where e.seq = any (p_sequences) and e.seq <> all (existing) having count(*) > 0;
  perform ledger_write_transfer(kind_deposit(), account_custody(r.currency), account_available(r.user_id, r.currency),
    r.amount, r.seq)
  from recharge r where r.seq = any (existing);
end
$$;

revoke all on function book_deposits from public;
