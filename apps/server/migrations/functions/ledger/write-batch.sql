-- Writes transfers between accounts without checking the caller, so no process may call it, all or nothing; transfers
-- of 0 are omitted. Each account's balance is written once,
-- and an account is either debited or credited in a call. The transfers are written in the order of the credited
-- accounts. Returns how many were posted.
create or replace function ledger_write_batch(
  p_kinds int[], p_debits bigint[], p_credits bigint[], p_amounts numeric[], p_source_ids bigint[], p_step int default 0
) returns bigint language plpgsql security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  changed_accounts bigint;
  asked_accounts bigint;
  posted bigint;
  total_scale int;
begin
  with asked as materialized (
    select * from unnest(p_kinds, p_debits, p_credits, p_amounts, p_source_ids)
      with ordinality as t (kind, debit, credit, amount, source_id, n)
    where amount > 0
  ), debits as materialized (
    select debit, sum(amount) as amount from asked group by debit order by debit
  ), credits as materialized (
    select credit, sum(amount) as amount from asked group by credit order by credit
  ), debited as (
    update ledger_account a set balance = a.balance - d.amount from debits d
    where a.id = d.debit returning a.id, a.balance + d.amount as before
  ), credited as (
    update ledger_account a set balance = a.balance + c.amount from credits c
    where a.id = c.credit returning a.id, a.balance - c.amount as before
  ), written as (
    insert into ledger_transfer
      (debit_account, credit_account, amount, kind, step, source_id, debit_balance_after, credit_balance_after)
    select asked.debit, asked.credit, asked.amount, asked.kind, p_step, asked.source_id,
      debited.before - sum(asked.amount) over (partition by asked.debit order by asked.credit, asked.n),
      credited.before + sum(asked.amount) over (partition by asked.credit order by asked.n)
    from asked join credited on credited.id = asked.credit join debited on debited.id = asked.debit
    order by asked.credit, asked.n
    returning 1
  )
  -- An account on both sides would be written only once, so it counts as missing here.
  select (select count(*) from credited) + (select count(*) from debited),
    (select count(*) from credits) + (select count(*) from debits), (select count(*) from written),
    (select scale(sum(amount)) from debits)
  into changed_accounts, asked_accounts, posted, total_scale;
  if posted > 0 then
    perform ledger_assert_whole(total_scale);
  end if;
  if changed_accounts <> asked_accounts or posted <> (select count(*) from unnest(p_amounts) a where a > 0) then
    raise exception 'an account of this batch does not exist' using errcode = 'foreign_key_violation';
  end if;
  return posted;
end
$$;

revoke all on function ledger_write_batch from public;
