-- Writes transfers from many accounts into one without checking the caller, so no process may call it. Callers are
-- functions that decide the transfers themselves (join_decided, auto_mint_write). Each debit account occurs at most
-- once, and the arrays are sorted by it. Skips accounts with too little balance; returns the source ids that were
-- debited.
create or replace function ledger_write_debits(
  p_kind int, p_credit bigint, p_debits bigint[], p_amounts numeric[], p_source_ids bigint[]
) returns bigint[] language plpgsql security definer set search_path = public, pg_temp
-- Planned for the sizes of this call: a cached plan from a time with few accounts would scan all of them for each batch
-- once there are many.
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  paid bigint[];
  debits bigint;
  total_scale int;
begin
  with asked as materialized (
    select * from unnest(p_debits, p_amounts, p_source_ids) with ordinality as t (debit, amount, source_id, n)
  ), debited as (
    update ledger_account a set balance = a.balance - asked.amount from asked
    where a.id = asked.debit and a.balance >= asked.amount
    returning asked.n, asked.debit, asked.amount, asked.source_id, a.balance as debit_after
  ), total as (
    select coalesce(sum(amount), 0) as amount from debited
  ), credited as (
    update ledger_account a set balance = a.balance + total.amount from total
    where a.id = p_credit returning a.balance - total.amount as before
  ), written as (
    insert into ledger_transfer
      (debit_account, credit_account, amount, kind, source_id, debit_balance_after, credit_balance_after)
    select d.debit, p_credit, d.amount, p_kind, d.source_id, d.debit_after, c.before + sum(d.amount) over (order by d.n)
    from debited d cross join credited c
    order by d.n
    returning source_id
  )
  select (select coalesce(array_agg(source_id), '{}') from written), (select count(*) from debited),
    (select scale(amount) from total)
  into paid, debits, total_scale;
  perform ledger_assert_whole(total_scale);
  if cardinality(paid) <> debits then
    raise exception 'no account %', p_credit using errcode = 'foreign_key_violation';
  end if;
  return paid;
end
$$;

revoke all on function ledger_write_debits from public;
