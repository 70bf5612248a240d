-- Writes transfers of many accounts into several others, like ledger_write_debits does into one. No process may call
-- it. Each debit account occurs at most once, and the arrays are sorted by it. Skips accounts with too little balance;
-- returns the source ids that were debited. The caller holds a lock that orders the transfers into each credit account.
create or replace function ledger_write_debits_to_many(
  p_kind int, p_credits bigint[], p_debits bigint[], p_amounts numeric[], p_source_ids bigint[]
) returns bigint[] language plpgsql security definer set search_path = public, pg_temp
-- Planned for the sizes of this call, like ledger_write_debits.
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  paid bigint[];
  debits bigint;
  total_scale int;
begin
  with asked as materialized (
    select * from unnest(p_debits, p_credits, p_amounts, p_source_ids) with ordinality
      as t (debit, credit, amount, source_id, n)
  ), debited as (
    update ledger_account a set balance = a.balance - asked.amount from asked
    where a.id = asked.debit and a.balance >= asked.amount
    returning asked.n, asked.debit, asked.credit, asked.amount, asked.source_id, a.balance as debit_after
  ), totals as (
    select credit, sum(amount) as amount from debited group by credit
  ), credited as (
    update ledger_account a set balance = a.balance + totals.amount from totals
    where a.id = totals.credit returning a.id, a.balance - totals.amount as before
  ), written as (
    insert into ledger_transfer
      (debit_account, credit_account, amount, kind, source_id, debit_balance_after, credit_balance_after)
    select d.debit, d.credit, d.amount, p_kind, d.source_id, d.debit_after,
      c.before + sum(d.amount) over (partition by d.credit order by d.n)
    from debited d join credited c on c.id = d.credit
    order by d.credit, d.n
    returning source_id
  )
  select (select coalesce(array_agg(source_id), '{}') from written), (select count(*) from debited),
    (select scale(sum(amount)) from totals)
  into paid, debits, total_scale;
  if debits > 0 then
    perform ledger_assert_whole(total_scale);
  end if;
  if cardinality(paid) <> debits then
    raise exception 'a credit account is missing' using errcode = 'foreign_key_violation';
  end if;
  return paid;
end
$$;

revoke all on function ledger_write_debits_to_many from public;
