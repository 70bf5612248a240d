-- The double-entry ledger: accounts, allowed transfers, and the journal that seals them (docs/money-rules.md#9-ledger).
-- The database itself refuses every other transfer.
-- Uses: functions/ledger/account-ids.sql, functions/platform/refuse-change.sql, functions/switches/raise-alarm.sql

create table ledger_account_kinds (
  code int primary key,
  name text not null unique,
  -- The owner in an account id: a user, a round, or none.
  owned_by text not null check (owned_by in ('user', 'round', 'system'))
);
insert into ledger_account_kinds values
  (0, 'custody', 'system'), (1, 'available', 'user'), (2, 'withdrawing', 'user'), (3, 'escrow', 'round'),
  (4, 'fees', 'round'), (5, 'nodes', 'system'), (6, 'levels', 'system'), (7, 'treasury', 'system'),
  (8, 'reserve', 'system'), (9, 'launch-costs', 'system'), (10, 'emission', 'system'), (11, 'vesting', 'round');

create table ledger_transfer_kinds (
  code int primary key,
  name text not null unique,
  -- The table of the row that the `source_id` of such a transfer refers to.
  source_table text not null
);
insert into ledger_transfer_kinds values
  (1, 'deposit', 'chain_event'), (2, 'withdrawal-request', 'withdrawal'), (3, 'withdrawal-done', 'withdrawal'),
  (4, 'withdrawal-returned', 'withdrawal'), (5, 'join', 'mint_order'), (6, 'principal-return', 'mint_order'),
  (7, 'mint-fee', 'round'), (8, 'reward', 'mint_order'), (9, 'fee-share', 'round'), (10, 'loss', 'round'),
  (11, 'compensation', 'mint_order'), (12, 'mint', 'mint_order'), (13, 'vest', 'round'),
  (14, 'distribute', 'mint_order'), (15, 'hash-rate-output', 'machine_day'),
  (16, 'node-output', 'pool_share'), (17, 'level-output', 'pool_share'), (18, 'split', 'mint_order'),
  (19, 'reserve-funding', 'reserve_funding'), (20, 'funding', 'chain_event'),
  (21, 'unknown-payment', 'chain_event'), (22, 'operator-payout', 'withdrawal');

-- The kinds of accounts between which a kind of transfer is allowed.
create table ledger_transfer_rules (
  kind int not null references ledger_transfer_kinds,
  debit_kind int not null references ledger_account_kinds,
  credit_kind int not null references ledger_account_kinds,
  -- null = any currency.
  currency int,
  primary key (kind, debit_kind, credit_kind)
);
insert into ledger_transfer_rules (kind, debit_kind, credit_kind, currency)
select kinds.code, debits.code, credits.code, rule.currency
from (values
  ('deposit', 'custody', 'available', null),
  ('withdrawal-request', 'available', 'withdrawing', null),
  ('withdrawal-done', 'withdrawing', 'custody', null),
  ('withdrawal-returned', 'withdrawing', 'available', null),
  ('join', 'available', 'escrow', currency_ju()),
  ('principal-return', 'escrow', 'available', currency_ju()),
  ('mint-fee', 'escrow', 'fees', currency_ju()),
  ('reward', 'fees', 'available', currency_ju()),
  ('fee-share', 'fees', 'nodes', currency_ju()),
  ('fee-share', 'fees', 'levels', currency_ju()),
  ('fee-share', 'fees', 'treasury', currency_ju()),
  ('fee-share', 'fees', 'reserve', currency_ju()),
  ('loss', 'escrow', 'reserve', currency_ju()),
  ('loss', 'escrow', 'launch-costs', currency_ju()),
  ('compensation', 'reserve', 'available', currency_ju()),
  ('mint', 'emission', 'available', currency_fmc()),
  ('vest', 'emission', 'vesting', currency_fmc()),
  ('distribute', 'vesting', 'available', currency_fmc()),
  ('hash-rate-output', 'emission', 'available', currency_fmc()),
  ('node-output', 'nodes', 'available', currency_ju()),
  ('level-output', 'levels', 'available', currency_ju()),
  ('split', 'reserve', 'available', currency_ju()),
  ('reserve-funding', 'treasury', 'reserve', currency_ju()),
  ('funding', 'custody', 'treasury', currency_ju()),
  ('funding', 'custody', 'emission', currency_fmc()),
  ('unknown-payment', 'available', 'custody', null),
  ('unknown-payment', 'treasury', 'custody', currency_ju()),
  ('unknown-payment', 'emission', 'custody', currency_fmc()),
  ('operator-payout', 'treasury', 'withdrawing', currency_ju()),
  ('operator-payout', 'launch-costs', 'withdrawing', currency_ju())
) rule (kind, debit, credit, currency)
join ledger_transfer_kinds kinds on kinds.name = rule.kind
join ledger_account_kinds debits on debits.name = rule.debit
join ledger_account_kinds credits on credits.name = rule.credit;

-- The checks of these tables compute with the bits of account ids (functions/ledger/account-ids.sql) and literal codes.
-- They use no function, so that a later version of a function cannot change the conditions for stored rows.
create table ledger_account (
  id bigint primary key,
  balance numeric(78, 0) not null default 0,
  -- A known kind and currency, and an owner exactly where the kind belongs to a user or a round.
  constraint ledger_account_id_is_known check (
    id >= 0 and (id & 15) <= 11 and ((id >> 4) & 15) <= 1 and ((id & 15) in (1, 2, 3, 4, 11)) = ((id >> 8) > 0)
  ),
  -- 'NaN' compares greater than every number, so it must be excluded explicitly.
  constraint ledger_balance_is_a_number check (balance <> 'NaN'),
  -- Only custody is negative: minus the holdings of the vault.
  constraint ledger_balance_not_negative check (balance >= 0 or (id & 15) = 0)
) with (fillfactor = 60);
insert into ledger_account (id) values
  (account_custody(currency_ju())), (account_custody(currency_fmc())), (account_nodes()), (account_levels()),
  (account_treasury()), (account_reserve()), (account_launch_costs()), (account_emission());

create table ledger_transfer (
  id bigint generated always as identity primary key,
  debit_account bigint not null,
  credit_account bigint not null,
  amount numeric(78, 0) not null,
  kind smallint not null,
  -- The idempotency key is (kind, source_id, step): the source row of the transfer, and its number among that row's
  -- transfers.
  step smallint not null default 0,
  source_id bigint not null,
  debit_balance_after numeric(78, 0) not null,
  credit_balance_after numeric(78, 0) not null,
  created_at timestamptz not null default now(),
  constraint ledger_amount_positive check (amount > 0 and amount <> 'NaN'),
  constraint ledger_currencies_equal check (((debit_account # credit_account) & 240) = 0),
  -- A withdrawal's request and its return stay with one user, a mint fee with its round.
  constraint ledger_owner_stays check (kind not in (2, 4, 7) or (debit_account >> 8) = (credit_account >> 8)),
  constraint ledger_transfer_key unique (kind, source_id, step)
);

-- The rules above as a check of the row only: kind * 4096 + currency * 256 + debit kind * 16 + credit kind is in a
-- list.
do $$
declare
  codes text;
begin
  select string_agg(distinct (rule.kind * 4096 + c.code * 256 + rule.debit_kind * 16 + rule.credit_kind)::text, ',')
  into codes
  from ledger_transfer_rules rule cross join (values (0), (1)) c (code)
  where rule.currency is null or rule.currency = c.code;
  execute format(
    'alter table ledger_transfer add constraint ledger_transfer_allowed check ((kind * 4096 + '
      || '(((debit_account >> 4) & 15) * 256 + (debit_account & 15) * 16 + (credit_account & 15))::int)'
      || ' = any (%L::int[]))',
    '{' || codes || '}'
  );
end
$$;

-- Transfers of the system's own accounts (owner 0), newest last, by account and kind, for the operators' lists.
create index ledger_transfer_of_fund_debits on ledger_transfer (debit_account, kind, id) where debit_account < 256;
create index ledger_transfer_of_fund_credits on ledger_transfer (credit_account, kind, id) where credit_account < 256;
create trigger ledger_transfer_is_never_changed before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();

-- The journal: a hash chain over all transfers, so that every later change of history is detected. Each entry seals the
-- transfers of a range of ids, in their order: its content covers the hash of each transfer, and its hash covers the
-- hash of the previous entry, its number and its content.
create table ledger_journal (
  number bigint primary key check (number > 0),
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  transfers int not null check (transfers > 0),
  -- 16 bytes per transfer, its id and the first 8 bytes of its hash, which identify a changed transfer.
  digests bytea not null check (length(digests) = transfers * 16),
  -- Number, content and hash are published (docs/proofs.md#the-journal). The salt is not: with it a guessed transfer
  -- could be compared with the content.
  salt bytea not null check (length(salt) = 16),
  content bytea not null check (length(content) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default now()
);
create trigger ledger_journal_is_never_changed before update or delete or truncate on ledger_journal
  for each statement execute function refuse_change();

-- A copy of the newest entry, so that a truncated end is detected.
create table ledger_journal_head (
  single boolean primary key default true check (single),
  number bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  last_id bigint not null default 0,
  -- The watermark for sealing: ids up to `safe_id` are complete once every transaction older than `safe_xid` has ended.
  safe_id bigint,
  safe_xid xid8,
  -- The change of history that an audit found, until an operator acknowledges it; null = none.
  integrity_error text,
  checked_at timestamptz
);
insert into ledger_journal_head default values;
create trigger ledger_journal_head_raises_alarm after update of integrity_error on ledger_journal_head
  for each row when (old.integrity_error is null and new.integrity_error is not null)
  execute function raise_alarm('journal');

-- Credits and debits of the system's own accounts by sealed transfers, by UTC day and kind, for operators. Complete up
-- to the transfer in ledger_flow_progress.
create table ledger_flow_day (
  account bigint not null check (account < 256),
  day int not null,
  kind smallint not null,
  -- Whether the account was credited.
  incoming boolean not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  transfers bigint not null check (transfers > 0),
  -- The first and the last of these transfers.
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  primary key (account, day, kind, incoming)
) with (fillfactor = 70);

-- Every transfer up to this one is counted in ledger_flow_day, no later one.
create table ledger_flow_progress (
  single boolean primary key default true check (single),
  last_id bigint not null default 0,
  counted_at timestamptz not null default now()
);
insert into ledger_flow_progress default values;

-- Only the ledger's functions write its rows, with the owner's rights (functions/ledger/).
grant select on ledger_account, ledger_transfer
  to city_mint_api, city_mint_worker, city_mint_indexer, city_mint_operator;
grant select on ledger_account_kinds, ledger_transfer_kinds, ledger_transfer_rules
  to city_mint_api, city_mint_worker, city_mint_indexer;
grant select on ledger_journal, ledger_journal_head to city_mint_api, city_mint_worker;
grant select on ledger_journal_head to city_mint_operator;
grant select on ledger_flow_day, ledger_flow_progress, ledger_journal, ledger_transfer_kinds to city_mint_ops;
grant select, insert, update on ledger_flow_day to city_mint_worker;
grant select, update on ledger_flow_progress to city_mint_worker;
grant insert on ledger_journal to city_mint_worker;
grant update on ledger_journal_head to city_mint_worker;
