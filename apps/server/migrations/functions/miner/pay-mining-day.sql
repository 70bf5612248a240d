-- Pays the next users of a half of a mining day that has begun, with about `p_chunk` machines, and advances the half's
-- checkpoint. Each machine receives `emission * hash rate / all hash rates`, rounded down; the keys of machine_day and
-- of the transfer refuse a second payment. Returns false when every unpaid half is locked by another payment, or all
-- are paid. Throws unless the day has begun. The payments of a day do not depend on `p_chunk`.
-- Twin: packages/domain/src/miner/mining-day.ts, compared by apps/server/src/miner/mining-day.db.test.ts.
-- Uses: functions/ledger/credit-many.sql
create or replace function pay_mining_day(p_day int, p_chunk int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  paying mining_day;
  half mining_day_part;
  last bigint;
  machines int;
  due numeric;
  accounts bigint[];
  amounts numeric[];
  sources bigint[];
begin
  select * into paying from mining_day where day = p_day and emission is not null;
  if not found or coalesce(p_chunk, 0) < 1 then
    raise exception 'mining day % has not begun, or the range is empty', p_day
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  select * into half from mining_day_part where day = p_day and not is_paid
  order by part limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  with written as (
    insert into machine_day (day, user_id, machine_id, hash_rate, output)
    select p_day, m.user_id, m.id, m.hash_rate, div(paying.emission * m.hash_rate, paying.hash_rate)
    from machine m
    where m.user_id > half.after_user and m.user_id <= half.until_user and p_day between m.first_day and m.last_day
    -- WITH TIES includes all machines of the last user.
    order by m.user_id fetch first (p_chunk) rows with ties
    returning user_id, output, id
  )
  select max(w.user_id), count(*)::int, coalesce(sum(w.output), 0),
    array_agg(account_available(w.user_id, currency_fmc())), array_agg(w.output), array_agg(w.id)
  into last, machines, due, accounts, amounts, sources from written w;
  update mining_day_part set after_user = coalesce(last, until_user), is_paid = machines < p_chunk
  where day = p_day and part = half.part;
  if due > 0 then
    perform ledger_credit_many(kind_hash_rate_output(), account_emission(), accounts, amounts, sources);
    -- Both halves update these rows: last, and in this order. A settlement that locks the funds sees the payment and
    -- the released emission, or neither.
    update fund_lock set emission_frozen = emission_frozen - due;
    update mining_day set paid = paid + due where day = p_day;
  end if;
  return true;
end
$$;

revoke all on function pay_mining_day from public;
grant execute on function pay_mining_day to city_mint_worker;
