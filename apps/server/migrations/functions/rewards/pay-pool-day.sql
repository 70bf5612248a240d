-- Pays the next `p_chunk` users of a pool's day their shares, `release * weight / all weights` rounded down; the key of
-- the transfer refuses a second payment. When no share remains, closes the day. Returns `paid` or `closed`. Throws
-- unless the release of the day is fixed and it is not closed. The payments of a day do not depend on `p_chunk`.
-- Twin: packages/domain/src/rewards/release-pool.ts, compared by apps/server/src/rewards/pools.db.test.ts.
-- Uses: functions/ledger/credit-many.sql
create or replace function pay_pool_day(p_day int, p_pool text, p_chunk int) returns text
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  paying pool_day;
  last bigint;
  due numeric;
  accounts bigint[];
  amounts numeric[];
  sources bigint[];
begin
  select * into paying from pool_day
  where day = p_day and pool = p_pool and release is not null and paid_at is null for update;
  if not found or coalesce(p_chunk, 0) < 1 then
    raise exception 'day % of the pool of % has no release, or is closed, or the range is empty', p_day, p_pool
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  with shares as (
    select id, user_id, div(paying.release * weight, paying.weights) as amount from pool_share
    where day = p_day and pool = p_pool and user_id > paying.after_user order by user_id limit p_chunk
  )
  select max(s.user_id), coalesce(sum(s.amount), 0),
    array_agg(account_available(s.user_id, currency_ju()) order by s.user_id),
    array_agg(s.amount order by s.user_id), array_agg(s.id order by s.user_id)
  into last, due, accounts, amounts, sources from shares s;
  if last is null then
    update pool_day set paid_at = clock_timestamp() where day = p_day and pool = p_pool;
    return 'closed';
  end if;
  if due > 0 then
    perform ledger_credit_many(case p_pool when 'nodes' then kind_node_output() else kind_level_output() end,
      case p_pool when 'nodes' then account_nodes() else account_levels() end, accounts, amounts, sources);
  end if;
  update pool_day set after_user = last, paid = paid + due where day = p_day and pool = p_pool;
  return 'paid';
end
$$;

revoke all on function pay_pool_day from public;
grant execute on function pay_pool_day to city_mint_worker;
