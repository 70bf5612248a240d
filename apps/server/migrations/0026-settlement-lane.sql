-- Payments from several accounts at once, and the lane on which another worker pays a settlement's tokens while one pays its coins.

-- From accounts to accounts, all or nothing: each account's balance is written once, whatever it gets or gives in this call. An account either
-- gives or gets. The movements stand in the ledger in the order of the accounts that get. Gives how many there are.
create function ledger_post_batch(
  p_kinds int[], p_debits bigint[], p_credits bigint[], p_amounts numeric[], p_causes bigint[], p_step int default 0
) returns bigint language plpgsql security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  changed_accounts bigint;
  asked_accounts bigint;
  made bigint;
begin
  perform ledger_assert_may_post(kind) from (select distinct unnest(p_kinds) as kind) kinds;
  with asked as materialized (
    select * from unnest(p_kinds, p_debits, p_credits, p_amounts, p_causes) with ordinality as t (kind, debit, credit, amount, cause, n)
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
    insert into ledger_transfer (debit_account, credit_account, amount, kind, step, cause, debit_balance_after, credit_balance_after)
    select asked.debit, asked.credit, asked.amount, asked.kind, p_step, asked.cause,
      debited.before - sum(asked.amount) over (partition by asked.debit order by asked.credit, asked.n),
      credited.before + sum(asked.amount) over (partition by asked.credit order by asked.n)
    from asked join credited on credited.id = asked.credit join debited on debited.id = asked.debit
    order by asked.credit, asked.n
    returning 1
  )
  -- An account on both sides would be written once only, and so shows here as one that is missing.
  select (select count(*) from credited) + (select count(*) from debited), (select count(*) from credits) + (select count(*) from debits),
    (select count(*) from written)
  into changed_accounts, asked_accounts, made;
  if changed_accounts <> asked_accounts or made <> (select count(*) from unnest(p_amounts) a where a > 0) then
    raise exception 'an account of this payment does not exist' using errcode = 'foreign_key_violation';
  end if;
  return made;
end
$$;
revoke all on function ledger_post_batch from public;
grant execute on function ledger_post_batch to city_mint_api, city_mint_worker, city_mint_indexer;

-- One account to many is the same with one kind and one account that gives.
create or replace function ledger_credit_many(p_kind int, p_debit bigint, p_credits bigint[], p_amounts numeric[], p_causes bigint[], p_step int default 0)
  returns bigint language sql security definer set search_path = public, pg_temp as $$
  select ledger_post_batch(array_fill(p_kind, array[cardinality(p_credits)]), array_fill(p_debit, array[cardinality(p_credits)]),
    p_credits, p_amounts, p_causes, p_step)
$$;

-- The rounds whose tokens are being paid. Who holds the row pays the next range; due_at null = all of them are paid.
create table round_token_payout (
  round_id bigint primary key,
  due_at timestamptz default now()
);
create index round_token_payout_due on round_token_payout (due_at) where due_at is not null;
grant select, insert, update, delete on round_token_payout to city_mint_worker;
