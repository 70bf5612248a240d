-- The books of the auditor, which follows the sealed journal, recomputes each transfer from its source, and keeps
-- balances of its own (docs/decisions/0103-a-second-bookkeeper.md). Only its role writes this schema, and it writes
-- nothing else.
create schema audit;

-- How far the auditor has read, in the journal and on the chain.
create table audit.position (
  single boolean primary key default true check (single),
  -- The last followed entry of the journal with its hash, and the last followed transfer.
  entry bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  last_id bigint not null default 0,
  followed_at timestamptz not null default now(),
  -- The last final block whose events it stored, as a majority of its nodes shows them; null = none.
  block_number bigint,
  block_at timestamptz,
  last_seq bigint not null default 0
);
insert into audit.position default values;

-- Each followed entry of the journal with the hash that it had then: heads of the journal are signed by it.
create table audit.entry (
  number bigint primary key,
  hash bytea not null check (length(hash) = 32)
);

-- Balances by its own sums; an account without a row has 0.
create table audit.balance (
  account bigint primary key,
  balance numeric(78, 0) not null check (balance <> 'NaN')
) with (fillfactor = 70);

-- The vault's events, as its own nodes show them.
create table audit.vault_event (
  seq bigint primary key,
  kind text not null check (kind in ('deposited', 'withdrawn', 'voucher-cancelled', 'funded', 'rescued', 'demanded')),
  block_number bigint not null,
  -- Null where the kind has none; a rescue and a demand move no money of the ledger, so they have no amount.
  account text,
  recipient text,
  voucher_id text,
  currency smallint,
  amount numeric(78, 0)
);
create index vault_event_by_block on audit.vault_event (block_number);
create index vault_event_by_voucher on audit.vault_event (voucher_id) where voucher_id is not null;

-- The deposits and withdrawals of each account, by the followed transfers.
create table audit.vault_total (
  account text primary key,
  deposited_ju numeric(78, 0) not null,
  withdrawn_ju numeric(78, 0) not null,
  deposited_fmc numeric(78, 0) not null,
  withdrawn_fmc numeric(78, 0) not null
) with (fillfactor = 80);

-- The followed joins of each round: how many, and their amounts together.
create table audit.joined (
  round_id bigint primary key,
  orders bigint not null,
  amount numeric(78, 0) not null
) with (fillfactor = 80);

-- JU of each user's minted orders, by the settlements that it follows; 0 for users whose rounds all failed.
create table audit.performance (
  user_id bigint primary key,
  minted numeric(78, 0) not null
) with (fillfactor = 80);

-- The settlement of a round by its orders: totals, and what the share of an order is computed from. Null where the
-- outcome has none.
create table audit.round (
  round_id bigint primary key,
  outcome text not null check (outcome in ('minted', 'failed', 'cancelled')),
  settled_at timestamptz not null,
  -- The hash of the terms that it was computed from.
  terms_hash text not null,
  amount numeric(78, 0) not null,
  -- Withheld of each order in basis points: the mint fee or the loss. Of a fee, what the inviter gets; of an uncovered
  -- loss, what becomes hash power.
  withheld_bps int not null,
  rewarded_bps int not null,
  fee numeric(78, 0),
  nodes numeric(78, 0),
  levels numeric(78, 0),
  treasury numeric(78, 0),
  reserve_in numeric(78, 0),
  launch_costs numeric(78, 0),
  -- Split by the amounts of the orders: the surplus and three stages. The first orders by rank get a base unit more.
  split numeric(78, 0),
  stage1 numeric(78, 0),
  stage2 numeric(78, 0),
  stage3 numeric(78, 0),
  split_more bigint,
  stage1_more bigint,
  stage2_more bigint,
  stage3_more bigint,
  -- The order at which the budget of the compensation ends, and its part of it; null = it covers every loss.
  last_late boolean,
  last_rank bigint,
  last_part numeric(78, 0),
  -- States at which every payment that it owed by then has its transfer.
  paid text[] not null default '{}'
);

-- A mining day by its machines.
create table audit.mining_day (
  day int primary key,
  emission numeric(78, 0) not null,
  hash_rate numeric(78, 0) not null
);

-- A pool's day by its shares, which have rising ids from day to day.
create table audit.pool_day (
  pool text not null,
  day int not null,
  release numeric(78, 0) not null,
  weights numeric(78, 0) not null,
  first_id bigint not null,
  last_id bigint not null,
  primary key (pool, day)
);

-- Changes of ranks that follow from grants and from these figures: each is computed once.
create table audit.rank (
  status_id bigint primary key
);

-- What two operators signed about a payout, a funding or unknown payments: each signature decides one payout or
-- funding, or the listed payments (kind 21).
create table audit.decision (
  request_id uuid not null,
  kind int not null,
  source_id bigint not null,
  -- The fields that both signed, and the operators; of a batch those of one payment.
  signed jsonb not null,
  -- Null where they signed none.
  amount numeric(78, 0),
  primary key (kind, source_id)
);
create unique index decision_by_request on audit.decision (request_id) where kind <> 21;

-- Settings, thresholds and grants as operators signed them, by their entry of the public log: each is verified once.
create table audit.signed_setting (
  log_id bigint primary key,
  action text not null,
  -- Whether two operators signed it: one is enough where it permits no more than the one before.
  is_of_two boolean not null,
  signed jsonb not null
);
create index signed_setting_by_action on audit.signed_setting (action, log_id);

-- The longest life in days of a machine that is claimed from a UTC day on, by the settings that operators signed.
create table audit.machine_life (
  from_day int primary key,
  longest int not null
);

-- What the auditor does not believe. While one is open it follows nothing and vouches for no withdrawal.
create table audit.finding (
  id bigint generated always as identity primary key,
  -- What it is about: `transfer 12`, `entry 3`, `account 256`, `round 7 split`, `round 4 rank 17`,
  -- `round 7 terms`, `round 7 cap`, `grant 4`, `thresholds 2`, `rank 5`.
  subject text not null unique,
  -- The kind of the transfer.
  kind text,
  expected text not null,
  found text not null,
  found_at timestamptz not null default now(),
  -- When people looked at it, and their words: the auditor then follows it as it is.
  reviewed_at timestamptz,
  review text,
  check ((reviewed_at is null) = (review is null))
);
create index finding_open on audit.finding (id) where reviewed_at is null;

grant usage on schema audit to city_mint_auditor;
grant select on all tables in schema audit to city_mint_auditor;
grant insert on audit.balance, audit.vault_event, audit.vault_total, audit.joined, audit.round, audit.mining_day,
  audit.pool_day, audit.decision, audit.entry, audit.signed_setting, audit.machine_life, audit.performance, audit.rank
  to city_mint_auditor;
grant update on audit.balance, audit.vault_total, audit.joined, audit.position, audit.machine_life, audit.performance
  to city_mint_auditor;
grant update (paid) on audit.round to city_mint_auditor;
grant insert (subject, kind, expected, found), update (reviewed_at, review) on audit.finding to city_mint_auditor;

-- The sources of transfers that it does not read for vouchers.
grant select on ledger_transfer, ledger_journal, ledger_journal_head, ledger_account, ledger_transfer_kinds
  to city_mint_auditor;
grant select on reserve_funding to city_mint_auditor;
-- The public log, whose signatures it verifies.
grant select (id, operator, action, subject, proposal_id, signed, signed_id, signature) on operator_log
  to city_mint_auditor;
grant select (id, round_id, user_id, rank, accepted, late) on mint_order to city_mint_auditor;
grant select on round_terms, round_cancellation, round_transition, participant to city_mint_auditor;
grant select (round_id, outcome, settled_at, reserve_balance, reserve_cap, emission_remaining)
  on round_settlement to city_mint_auditor;
grant select on order_settlement to city_mint_auditor;
grant select on hash_power_claim, machine to city_mint_auditor;
grant select (day, emission) on mining_day to city_mint_auditor;
grant select on pool_share, team_attribution, team_setting to city_mint_auditor;
grant select (id, user_id, node_type, reward_level, granted_at, applied_at) on team_grant to city_mint_auditor;
grant select (day, pool, release) on pool_day to city_mint_auditor;
grant select (id, user_id, node_type, team_level, changed_at) on team_status_change to city_mint_auditor;

-- The trees of liabilities, which it makes again from its own books.
grant select (id, currency, root, total, deposited, withdrawn, leaves, entry, block_number, secret) on liabilities_tree
  to city_mint_auditor;
grant select (tree_id, chunk, leaves) on liabilities_chunk to city_mint_auditor;
grant select (secret) on exit_master to city_mint_auditor;
