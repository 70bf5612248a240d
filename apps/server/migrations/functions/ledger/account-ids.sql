-- Account ids: owner * 256 + currency * 16 + kind, so that the check of a transfer needs only its own row
-- (docs/decisions/0001-account-ids.md). The planner inlines all of these functions, including those without arguments
-- because they are strict, so a name costs a query nothing.
-- Uses: functions/ledger/domain-constants.sql

-- The parts of an id.
create or replace function ledger_account_kind(account bigint) returns int immutable strict parallel safe
  return (account & 15)::int;
create or replace function ledger_account_currency(account bigint) returns int immutable strict parallel safe
  return ((account >> 4) & 15)::int;
create or replace function ledger_account_owner(account bigint) returns bigint immutable strict parallel safe
  return account >> 8;
create or replace function ledger_account_id(owner bigint, currency int, kind int) returns bigint
  immutable strict parallel safe return owner * 256 + currency * 16 + kind;

-- Accounts of a user.
create or replace function account_available(user_id bigint, currency int) returns bigint immutable strict parallel safe
  return ledger_account_id(user_id, currency, account_kind_available());
create or replace function account_withdrawing(user_id bigint, currency int) returns bigint
  immutable strict parallel safe return ledger_account_id(user_id, currency, account_kind_withdrawing());

-- Accounts of a round: JU in escrow and fees, FMC in vesting.
create or replace function account_escrow(round_id bigint) returns bigint immutable strict parallel safe
  return ledger_account_id(round_id, currency_ju(), account_kind_escrow());
create or replace function account_fees(round_id bigint) returns bigint immutable strict parallel safe
  return ledger_account_id(round_id, currency_ju(), account_kind_fees());
create or replace function account_vesting(round_id bigint) returns bigint immutable strict parallel safe
  return ledger_account_id(round_id, currency_fmc(), account_kind_vesting());

-- Accounts of the system.
create or replace function account_custody(currency int) returns bigint immutable strict parallel safe
  return ledger_account_id(0, currency, account_kind_custody());
create or replace function account_nodes() returns bigint immutable strict parallel safe
  return ledger_account_id(0, currency_ju(), account_kind_nodes());
create or replace function account_levels() returns bigint immutable strict parallel safe
  return ledger_account_id(0, currency_ju(), account_kind_levels());
create or replace function account_treasury() returns bigint immutable strict parallel safe
  return ledger_account_id(0, currency_ju(), account_kind_treasury());
create or replace function account_reserve() returns bigint immutable strict parallel safe
  return ledger_account_id(0, currency_ju(), account_kind_reserve());
create or replace function account_launch_costs() returns bigint immutable strict parallel safe
  return ledger_account_id(0, currency_ju(), account_kind_launch_costs());
create or replace function account_emission() returns bigint immutable strict parallel safe
  return ledger_account_id(0, currency_fmc(), account_kind_emission());
