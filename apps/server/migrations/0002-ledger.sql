-- The double-entry ledger: accounts, transfers, and the movements that exist; the database itself refuses every other (docs/money-rules.md, ledger).

-- An account's id says what it is: owner * 256 + currency * 16 + kind. So a transfer can be checked by its own row, without a look at any other.
create function ledger_account_kind(account bigint) returns int
  language sql immutable strict parallel safe as $$ select (account & 15)::int $$;
create function ledger_account_currency(account bigint) returns int
  language sql immutable strict parallel safe as $$ select ((account >> 4) & 15)::int $$;
create function ledger_account_owner(account bigint) returns bigint
  language sql immutable strict parallel safe as $$ select account >> 8 $$;
create function ledger_account_id(owner bigint, currency int, kind int) returns bigint
  language sql immutable strict parallel safe as $$ select owner * 256 + currency * 16 + kind $$;

create table ledger_account_kinds (
  code int primary key,
  name text not null unique,
  -- What the owner part of the id names: a user, a round, or nothing.
  owned_by text not null check (owned_by in ('user', 'round', 'system'))
);
insert into ledger_account_kinds values
  (0, 'custody', 'system'), (1, 'available', 'user'), (2, 'withdrawing', 'user'), (3, 'escrow', 'round'),
  (4, 'fees', 'round'), (5, 'nodes', 'system'), (6, 'levels', 'system'), (7, 'treasury', 'system'),
  (8, 'reserve', 'system'), (9, 'launch-costs', 'system'), (10, 'emission', 'system'), (11, 'vesting', 'round');

create table ledger_transfer_kinds (
  code int primary key,
  name text not null unique,
  -- The table whose row a transfer's `cause` is.
  cause_table text not null
);
insert into ledger_transfer_kinds values
  (1, 'deposit', 'chain_event'), (2, 'withdrawal-request', 'withdrawal'), (3, 'withdrawal-done', 'withdrawal'),
  (4, 'withdrawal-returned', 'withdrawal'), (5, 'join', 'mint_order'), (6, 'principal-return', 'mint_order'),
  (7, 'mint-fee', 'round'), (8, 'reward', 'mint_order'), (9, 'fee-share', 'round'), (10, 'loss', 'round'),
  (11, 'compensation', 'mint_order'), (12, 'mint', 'mint_order'), (13, 'vest', 'round'), (14, 'distribute', 'mint_order'),
  (15, 'hash-rate-output', 'machine_day'), (16, 'node-output', 'pool_share'), (17, 'level-output', 'pool_share'),
  (18, 'split', 'mint_order'), (19, 'reserve-funding', 'reserve_funding'), (20, 'funding', 'chain_event');

create table ledger_transfer_rules (
  kind int not null references ledger_transfer_kinds,
  debit_kind int not null references ledger_account_kinds,
  credit_kind int not null references ledger_account_kinds,
  -- null = any currency.
  currency int,
  primary key (kind, debit_kind, credit_kind)
);
insert into ledger_transfer_rules values
  (1, 0, 1, null), (2, 1, 2, null), (3, 2, 0, null), (4, 2, 1, null), (5, 1, 3, 0), (6, 3, 1, 0), (7, 3, 4, 0), (8, 4, 1, 0),
  (9, 4, 5, 0), (9, 4, 6, 0), (9, 4, 7, 0), (9, 4, 8, 0), (10, 3, 9, 0), (11, 8, 1, 0), (12, 10, 1, 1), (13, 10, 11, 1),
  (14, 11, 1, 1), (15, 10, 1, 1), (16, 5, 1, 0), (17, 6, 1, 0), (18, 8, 1, 0), (19, 7, 8, 0), (20, 0, 7, 0), (20, 0, 10, 1);

create table ledger_account (
  id bigint primary key,
  balance numeric(78, 0) not null default 0,
  constraint ledger_account_id_is_known check (
    id >= 0 and (id & 15) <= 11 and ((id >> 4) & 15) <= 1 and ((id & 15) in (1, 2, 3, 4, 11)) = ((id >> 8) > 0)
  ),
  -- 'NaN' compares greater than every number, so it must be refused by name.
  constraint ledger_balance_is_a_number check (balance <> 'NaN'),
  constraint ledger_balance_not_negative check (balance >= 0 or (id & 15) = 0)
) with (fillfactor = 60);

create table ledger_transfer (
  id bigint generated always as identity primary key,
  debit_account bigint not null,
  credit_account bigint not null,
  amount numeric(78, 0) not null,
  kind smallint not null,
  -- The idempotency key is (kind, cause, step): the row that caused the movement, and which of its movements it is.
  step smallint not null default 0,
  cause bigint not null,
  debit_balance_after numeric(78, 0) not null,
  credit_balance_after numeric(78, 0) not null,
  created_at timestamptz not null default now(),
  constraint ledger_amount_positive check (amount > 0 and amount <> 'NaN'),
  constraint ledger_currencies_equal check (((debit_account # credit_account) & 240) = 0),
  -- A request to withdraw and its return stay with one user, a fee with its round.
  constraint ledger_owner_stays check (kind not in (2, 4, 7) or (debit_account >> 8) = (credit_account >> 8)),
  -- kind * 4096 + currency * 256 + debit kind * 16 + credit kind; written from ledger_transfer_rules below.
  constraint ledger_transfer_allowed check (true),
  constraint ledger_transfer_key unique (kind, cause, step)
);

do $$
declare
  codes text;
begin
  select string_agg(distinct (m.kind * 4096 + c.code * 256 + m.debit_kind * 16 + m.credit_kind)::text, ',') into codes
  from ledger_transfer_rules m cross join (values (0), (1)) c (code)
  where m.currency is null or m.currency = c.code;
  alter table ledger_transfer drop constraint ledger_transfer_allowed;
  execute format(
    'alter table ledger_transfer add constraint ledger_transfer_allowed check ((kind * 4096 + (((debit_account >> 4) & 15) * 256 + (debit_account & 15) * 16 + (credit_account & 15))::int) = any (%L::int[]))',
    '{' || codes || '}'
  );
end
$$;

-- A transfer is for ever, whoever asks: not even the owner changes one by accident.
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger transfers are never changed' using errcode = 'restrict_violation';
end
$$;
create trigger ledger_transfer_is_final before update or delete on ledger_transfer
  for each statement execute function ledger_refuse_change();
create trigger ledger_transfer_is_kept before truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();

-- Which process may make which kind of movement: a stolen connection of the api cannot credit a deposit.
create table ledger_transfer_roles (
  kind int not null references ledger_transfer_kinds,
  mover text not null check (mover in ('city_mint_api', 'city_mint_worker', 'city_mint_indexer')),
  primary key (kind, mover)
);
insert into ledger_transfer_roles
select code, case
  when name in ('join', 'withdrawal-request') then 'city_mint_api'
  when name in ('deposit', 'funding', 'withdrawal-done', 'withdrawal-returned') then 'city_mint_indexer'
  else 'city_mint_worker' end
from ledger_transfer_kinds;
-- Auto-mint joins at the opening, which is the worker's.
insert into ledger_transfer_roles values (5, 'city_mint_worker');

-- The functions below act with the owner's rights, so they ask for the caller by the role it has set, or logged in as.
create function ledger_assert_may_post(p_kind int) returns void
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  caller text := coalesce(nullif(current_setting('role'), 'none'), session_user);
begin
  if not exists (select 1 from ledger_transfer_roles where kind = p_kind and pg_has_role(caller, mover, 'member')) then
    raise exception '% may not make movements of kind %', caller, p_kind using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Opens the accounts that do not exist yet.
create function ledger_open_accounts(p_accounts bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_account (id) select distinct a from unnest(p_accounts) a order by a on conflict do nothing
$$;

-- Balances, the accounts locked in the order of their ids until the transaction ends.
create function ledger_lock_accounts(p_accounts bigint[]) returns table (id bigint, balance numeric(78, 0))
  language sql security definer set search_path = public, pg_temp as $$
  select a.id, a.balance from ledger_account a where a.id = any (p_accounts) order by a.id for update
$$;

-- One movement. True when it was made, false when the same movement stood already; another movement under the same key is an error.
create function ledger_post_transfer(p_kind int, p_debit bigint, p_credit bigint, p_amount numeric, p_cause bigint, p_step int default 0)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old ledger_transfer;
  debit_after numeric;
  credit_after numeric;
begin
  perform ledger_assert_may_post(p_kind);
  perform 1 from ledger_account where id in (p_debit, p_credit) order by id for update;
  select * into old from ledger_transfer where kind = p_kind and cause = p_cause and step = p_step;
  if found then
    if (old.debit_account, old.credit_account, old.amount) is distinct from (p_debit, p_credit, p_amount) then
      raise exception 'ledger key %/%/% is taken by another movement', p_kind, p_cause, p_step using errcode = 'unique_violation';
    end if;
    return false;
  end if;
  update ledger_account set balance = balance - p_amount where id = p_debit returning balance into strict debit_after;
  update ledger_account set balance = balance + p_amount where id = p_credit returning balance into strict credit_after;
  insert into ledger_transfer (debit_account, credit_account, amount, kind, step, cause, debit_balance_after, credit_balance_after)
  values (p_debit, p_credit, p_amount, p_kind, p_step, p_cause, debit_after, credit_after);
  return true;
end
$$;

-- From many accounts into one: each debit account at most once, the arrays sorted by it. Who cannot pay is left out; gives the causes that were paid.
create function ledger_debit_many(p_kind int, p_credit bigint, p_debits bigint[], p_amounts numeric[], p_causes bigint[])
  returns bigint[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paid bigint[];
  debits bigint;
begin
  perform ledger_assert_may_post(p_kind);
  with asked as materialized (
    select * from unnest(p_debits, p_amounts, p_causes) with ordinality as t (debit, amount, cause, n)
  ), debited as (
    update ledger_account a set balance = a.balance - asked.amount from asked
    where a.id = asked.debit and a.balance >= asked.amount
    returning asked.n, asked.debit, asked.amount, asked.cause, a.balance as debit_after
  ), total as (
    select coalesce(sum(amount), 0) as amount from debited
  ), credited as (
    update ledger_account a set balance = a.balance + total.amount from total
    where a.id = p_credit returning a.balance - total.amount as before
  ), written as (
    insert into ledger_transfer (debit_account, credit_account, amount, kind, cause, debit_balance_after, credit_balance_after)
    select d.debit, p_credit, d.amount, p_kind, d.cause, d.debit_after, c.before + sum(d.amount) over (order by d.n)
    from debited d cross join credited c
    order by d.n
    returning cause
  )
  select (select coalesce(array_agg(cause), '{}') from written), (select count(*) from debited) into paid, debits;
  if cardinality(paid) <> debits then
    raise exception 'no account %', p_credit using errcode = 'foreign_key_violation';
  end if;
  return paid;
end
$$;

-- From one account to many, an account may stand there several times; all or nothing. Gives how many movements were made.
create function ledger_credit_many(p_kind int, p_debit bigint, p_credits bigint[], p_amounts numeric[], p_causes bigint[], p_step int default 0)
  returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  credited_accounts bigint;
  asked_accounts bigint;
  made bigint;
begin
  perform ledger_assert_may_post(p_kind);
  with asked as materialized (
    select * from unnest(p_credits, p_amounts, p_causes) with ordinality as t (credit, amount, cause, n) where amount > 0
  ), sums as materialized (
    select credit, sum(amount) as amount from asked group by credit order by credit
  ), debited as (
    update ledger_account a set balance = a.balance - t.amount from (select coalesce(sum(amount), 0) as amount from sums) t
    where a.id = p_debit returning a.balance + t.amount as before
  ), credited as (
    update ledger_account a set balance = a.balance + sums.amount from sums
    where a.id = sums.credit returning a.id, a.balance - sums.amount as before
  ), written as (
    insert into ledger_transfer (debit_account, credit_account, amount, kind, step, cause, debit_balance_after, credit_balance_after)
    select p_debit, asked.credit, asked.amount, p_kind, p_step, asked.cause,
      debited.before - sum(asked.amount) over (order by asked.n),
      credited.before + sum(asked.amount) over (partition by asked.credit order by asked.n)
    from asked join credited on credited.id = asked.credit cross join debited
    order by asked.n
    returning 1
  )
  select (select count(*) from credited), (select count(*) from sums), (select count(*) from written)
  into credited_accounts, asked_accounts, made;
  if credited_accounts <> asked_accounts or made <> (select count(*) from unnest(p_amounts) a where a > 0) then
    raise exception 'an account of this payment does not exist' using errcode = 'foreign_key_violation';
  end if;
  return made;
end
$$;

revoke all on function ledger_assert_may_post, ledger_open_accounts, ledger_lock_accounts, ledger_post_transfer, ledger_debit_many, ledger_credit_many from public;
grant execute on function ledger_open_accounts, ledger_lock_accounts, ledger_post_transfer, ledger_debit_many, ledger_credit_many to city_mint_api, city_mint_worker, city_mint_indexer;
grant select on ledger_account, ledger_transfer, ledger_account_kinds, ledger_transfer_kinds, ledger_transfer_rules, ledger_transfer_roles
  to city_mint_api, city_mint_worker, city_mint_indexer;

select ledger_open_accounts(array[
  ledger_account_id(0, 0, 0), ledger_account_id(0, 1, 0), ledger_account_id(0, 0, 5), ledger_account_id(0, 0, 6),
  ledger_account_id(0, 0, 7), ledger_account_id(0, 0, 8), ledger_account_id(0, 0, 9), ledger_account_id(0, 1, 10)
]);
