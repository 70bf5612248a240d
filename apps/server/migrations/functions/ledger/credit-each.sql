-- Credits each of many accounts once with all of its payments, all or nothing: two payments per source (`p_firsts`,
-- `p_seconds`), and any number of further ones (`p_more_…`). `p_kinds` and `p_debits` have the kind of these three and
-- the paying account, which must differ where they pay. Transfers of 0 are omitted. Accounts are written in their
-- order, the paying ones last, so that others wait for these only while the transfers are written. An account's
-- payments from further sources of its own are posted after that, by `ledger_write_batch`. Returns how many transfers
-- were posted. No process may call it: see ledger_credit_many().
-- Uses: functions/ledger/write-batch.sql
create or replace function ledger_credit_each(
  p_kinds int[], p_debits bigint[], p_credits bigint[], p_firsts numeric[], p_seconds numeric[], p_source_ids bigint[],
  p_more_credits bigint[], p_more_amounts numeric[], p_more_source_ids bigint[], p_step int default 0
) returns bigint language plpgsql security definer set search_path = public, pg_temp set work_mem = '64MB'
-- Planned for this call with index lookups of accounts, independent of the table's statistics.
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_hashagg = off
as $$
declare
  count_own int := cardinality(p_credits);
  asked_transfers bigint;
  missing bigint;
  posted bigint;
  total_scale int;
begin
  if (select count(distinct credit) from unnest(p_credits) credit) <> count_own then
    return (
      with asked as materialized (
        select *, row_number() over (partition by credit order by source_id) as n
        from unnest(p_credits, p_firsts, p_seconds, p_source_ids) as t (credit, first, second, source_id)
      ), once as (
        select array_agg(credit) as credits, array_agg(first) as firsts, array_agg(second) as seconds,
          array_agg(source_id) as source_ids
        from asked where n = 1
      ), again as (
        select array_agg(credit) as credits, array_agg(first) as firsts, array_agg(second) as seconds,
          array_agg(source_id) as source_ids, count(*)::int as count
        from asked where n > 1
      )
      select ledger_credit_each(p_kinds, p_debits, once.credits, once.firsts, once.seconds, once.source_ids,
          p_more_credits, p_more_amounts, p_more_source_ids, p_step)
        + ledger_write_batch(
          array_fill(p_kinds[1], array[again.count]) || array_fill(p_kinds[2], array[again.count]),
          array_fill(p_debits[1], array[again.count]) || array_fill(p_debits[2], array[again.count]),
          again.credits || again.credits, again.firsts || again.seconds, again.source_ids || again.source_ids, p_step)
      from once cross join again);
  end if;
  with more as materialized (
    select * from unnest(p_more_credits, p_more_amounts, p_more_source_ids) as t (credit, amount, source_id)
    where amount > 0 order by credit, source_id
  ), changes as (
    -- One row per account: the greatest value of each column is that of the only row that has it.
    select credit, max(first) as first, max(second) as second, max(source_id) as source_id, sum(amount) as amount
    from (
      select credit, first, second, source_id, first + second as amount
      from unnest(p_credits, p_firsts, p_seconds, p_source_ids) as t (credit, first, second, source_id)
      where first > 0 or second > 0
      union all
      select credit, 0, 0, null, amount from more
    ) payments
    group by credit order by credit
  ), credited as (
    update ledger_account a set balance = a.balance + c.amount from changes c
    where a.id = c.credit returning c.*, a.balance - c.amount as before
  ), own as materialized (
    select c.credit, c.source_id, c.first, c.second, c.before + c.first as first_after,
      c.before + c.first + c.second as second_after,
      sum(c.first) over (order by c.credit rows unbounded preceding) as first_paid,
      sum(c.second) over (order by c.credit rows unbounded preceding) as second_paid
    from credited c where c.source_id is not null order by c.credit
  ), further as materialized (
    select m.*, sum(m.amount) over (order by m.credit, m.source_id rows unbounded preceding) as paid,
      c.before + c.first + c.second
        + sum(m.amount) over (partition by m.credit order by m.source_id rows unbounded preceding) as credit_after
    from more m join credited c on c.credit = m.credit order by m.credit, m.source_id
  ), payers as materialized (
    -- Sums only: everything that does not need the debited accounts is computed before they are locked.
    select d.debit, d.amount
    from (select coalesce(sum(first), 0) as first, coalesce(sum(second), 0) as second from own) total
    cross join (select coalesce(sum(amount), 0) as amount from further) rest
    cross join lateral (
      values (p_debits[1], total.first), (p_debits[2], total.second), (p_debits[3], rest.amount)
    ) d (debit, amount) where d.amount > 0 order by d.debit
  ), debited as materialized (
    update ledger_account a set balance = a.balance - p.amount from payers p
    where a.id = p.debit returning a.id, a.balance + p.amount as before
  ), written as (
    insert into ledger_transfer
      (debit_account, credit_account, amount, kind, step, source_id, debit_balance_after, credit_balance_after)
    select p_debits[1], credit, first, p_kinds[1], p_step, source_id,
      (select before from debited where id = p_debits[1]) - first_paid, first_after
    from own where first > 0
    union all
    select p_debits[2], credit, second, p_kinds[2], p_step, source_id,
      (select before from debited where id = p_debits[2]) - second_paid, second_after
    from own where second > 0
    union all
    select p_debits[3], credit, amount, p_kinds[3], p_step, source_id,
      (select before from debited where id = p_debits[3]) - paid, credit_after
    from further
    returning 1
  )
  select (select count(*) from changes) - (select count(*) from credited)
    + (select count(*) from payers) - (select count(*) from debited), (select count(*) from written),
    (select scale(sum(amount)) from payers)
  into missing, posted, total_scale;
  if posted > 0 then
    perform ledger_assert_whole(total_scale);
  end if;
  select count(*) into asked_transfers from unnest(p_firsts || p_seconds || p_more_amounts) amount where amount > 0;
  -- An account on both sides would be written only once, so it counts as missing here.
  if missing <> 0 or posted <> asked_transfers then
    raise exception 'an account of this batch does not exist' using errcode = 'foreign_key_violation';
  end if;
  return posted;
end
$$;

revoke all on function ledger_credit_each from public;
