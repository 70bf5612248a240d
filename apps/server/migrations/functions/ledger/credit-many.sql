-- Posts transfers of one kind from one account to many, which may occur several times, all or nothing; transfers of 0
-- are omitted. Accounts that occur once each are credited in one pass, in their order, and the debited account last, so
-- that others wait for it only while the transfers are written. Returns how many were posted. No process
-- may call it: its callers are functions that read accounts and amounts from a source.
-- Uses: functions/ledger/credit-each.sql
create or replace function ledger_credit_many(
  p_kind int, p_debit bigint, p_credits bigint[], p_amounts numeric[], p_source_ids bigint[], p_step int default 0
) returns bigint language plpgsql security definer set search_path = public, pg_temp set work_mem = '64MB'
-- Planned for this call with index lookups of accounts, independent of the table's statistics.
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  credits bigint;
  debits bigint;
  asked_credits bigint;
  posted bigint;
  total_scale int;
begin
  if (select count(distinct credit) from unnest(p_credits) credit) <> cardinality(p_credits) then
    return ledger_credit_each(array_fill(p_kind, array[3]), array_fill(p_debit, array[3]), '{}', '{}', '{}', '{}',
      p_credits, p_amounts, p_source_ids, p_step);
  end if;
  with asked as (
    select * from unnest(p_credits, p_amounts, p_source_ids) as t (credit, amount, source_id)
    where amount > 0 order by credit
  ), credited as (
    update ledger_account a set balance = a.balance + asked.amount from asked
    where a.id = asked.credit returning asked.credit, asked.amount, asked.source_id, a.balance as credit_after
  ), summed as materialized (
    select *, sum(amount) over (order by credit rows unbounded preceding) as paid from credited order by credit
  ), total as materialized (
    -- Sums only: everything that does not need the debited account is computed before it is locked.
    select sum(amount) as amount, count(*) as credits from summed
  ), debited as (
    update ledger_account a set balance = a.balance - total.amount from total
    where a.id = p_debit and total.credits > 0 returning a.balance + total.amount as before
  ), written as (
    insert into ledger_transfer
      (debit_account, credit_account, amount, kind, step, source_id, debit_balance_after, credit_balance_after)
    select p_debit, credit, amount, p_kind, p_step, source_id, (select before from debited) - paid, credit_after
    from summed where exists (select from debited)
    returning 1
  )
  select total.credits, (select count(*) from debited), (select count(*) from written),
    (select count(*) from unnest(p_amounts) amount where amount > 0), scale(total.amount)
  into credits, debits, posted, asked_credits, total_scale
  from total;
  if asked_credits > 0 then
    perform ledger_assert_whole(total_scale);
  end if;
  -- An account on both sides would be written only once, so it counts as missing here.
  if credits <> asked_credits or posted <> asked_credits or debits <> least(asked_credits, 1) then
    raise exception 'an account of this batch does not exist' using errcode = 'foreign_key_violation';
  end if;
  return posted;
end
$$;

revoke all on function ledger_credit_many from public;
