-- Account ids: owner * 256 + currency * 16 + kind, so that a transfer is checked by its own row alone
-- (docs/decisions/0001-account-ids.md). All of these are inlined by the planner: a name costs a query nothing.

create or replace function currency_ju() returns int language sql immutable parallel safe as $$ select 0 $$;
create or replace function currency_fmc() returns int language sql immutable parallel safe as $$ select 1 $$;

-- The kinds of ledger_account_kinds.
create or replace function account_kind_custody() returns int language sql immutable parallel safe as $$ select 0 $$;
create or replace function account_kind_available() returns int language sql immutable parallel safe as $$ select 1 $$;
create or replace function account_kind_withdrawing() returns int
  language sql immutable parallel safe as $$ select 2 $$;
create or replace function account_kind_escrow() returns int language sql immutable parallel safe as $$ select 3 $$;
create or replace function account_kind_fees() returns int language sql immutable parallel safe as $$ select 4 $$;
create or replace function account_kind_nodes() returns int language sql immutable parallel safe as $$ select 5 $$;
create or replace function account_kind_levels() returns int language sql immutable parallel safe as $$ select 6 $$;
create or replace function account_kind_treasury() returns int language sql immutable parallel safe as $$ select 7 $$;
create or replace function account_kind_reserve() returns int language sql immutable parallel safe as $$ select 8 $$;
create or replace function account_kind_launch_costs() returns int
  language sql immutable parallel safe as $$ select 9 $$;
create or replace function account_kind_emission() returns int language sql immutable parallel safe as $$ select 10 $$;
create or replace function account_kind_vesting() returns int language sql immutable parallel safe as $$ select 11 $$;

-- The parts of an id.
create or replace function ledger_account_kind(account bigint) returns int
  language sql immutable strict parallel safe as $$ select (account & 15)::int $$;
create or replace function ledger_account_currency(account bigint) returns int
  language sql immutable strict parallel safe as $$ select ((account >> 4) & 15)::int $$;
create or replace function ledger_account_owner(account bigint) returns bigint
  language sql immutable strict parallel safe as $$ select account >> 8 $$;
create or replace function ledger_account_id(owner bigint, currency int, kind int) returns bigint
  language sql immutable strict parallel safe as $$ select owner * 256 + currency * 16 + kind $$;

-- Accounts of a user.
create or replace function account_available(user_id bigint, currency int) returns bigint
  language sql immutable strict parallel safe
  as $$ select ledger_account_id(user_id, currency, account_kind_available()) $$;
create or replace function account_withdrawing(user_id bigint, currency int) returns bigint
  language sql immutable strict parallel safe
  as $$ select ledger_account_id(user_id, currency, account_kind_withdrawing()) $$;

-- Accounts of a round: JU in escrow and fees, FMC in vesting.
create or replace function account_escrow(round_id bigint) returns bigint
  language sql immutable strict parallel safe
  as $$ select ledger_account_id(round_id, currency_ju(), account_kind_escrow()) $$;
create or replace function account_fees(round_id bigint) returns bigint
  language sql immutable strict parallel safe
  as $$ select ledger_account_id(round_id, currency_ju(), account_kind_fees()) $$;
create or replace function account_vesting(round_id bigint) returns bigint
  language sql immutable strict parallel safe
  as $$ select ledger_account_id(round_id, currency_fmc(), account_kind_vesting()) $$;

-- Accounts of the system.
create or replace function account_custody(currency int) returns bigint
  language sql immutable strict parallel safe
  as $$ select ledger_account_id(0, currency, account_kind_custody()) $$;
create or replace function account_nodes() returns bigint
  language sql immutable parallel safe as $$ select ledger_account_id(0, currency_ju(), account_kind_nodes()) $$;
create or replace function account_levels() returns bigint
  language sql immutable parallel safe as $$ select ledger_account_id(0, currency_ju(), account_kind_levels()) $$;
create or replace function account_treasury() returns bigint
  language sql immutable parallel safe as $$ select ledger_account_id(0, currency_ju(), account_kind_treasury()) $$;
create or replace function account_reserve() returns bigint
  language sql immutable parallel safe as $$ select ledger_account_id(0, currency_ju(), account_kind_reserve()) $$;
create or replace function account_launch_costs() returns bigint
  language sql immutable parallel safe as $$ select ledger_account_id(0, currency_ju(), account_kind_launch_costs()) $$;
create or replace function account_emission() returns bigint
  language sql immutable parallel safe as $$ select ledger_account_id(0, currency_fmc(), account_kind_emission()) $$;
