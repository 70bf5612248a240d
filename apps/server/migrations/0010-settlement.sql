-- Settlements, the reserve, hash power claims (docs/money-rules.md#5-settlement).
-- Uses: functions/rounds/count-city-outcome.sql, functions/rounds/name-settled-city.sql

-- The inputs and totals of a round's settlement, in base units; written once, before anything is paid.
create table round_settlement (
  round_id bigint primary key,
  outcome text not null check (outcome in ('minted', 'failed', 'cancelled')),
  -- When it was computed. The clock is read under the lock of the funds, so these times are in the order of the
  -- settlements; a transaction may have begun long before it had the lock. A minted round is settled by exactly the
  -- bindings up to its time (functions/rounds/settlement-time.sql).
  settled_at timestamptz not null default clock_timestamp(),
  order_count int not null,
  amount numeric(78, 0) not null,
  reserve_balance numeric(78, 0) not null,
  reserve_cap numeric(78, 0) not null,
  emission_remaining numeric(78, 0) not null,
  -- Totals by the names of the settlement result (docs/money-rules.md#6-the-settlement-file).
  totals jsonb not null,
  -- FMC of the three stages; null when failed.
  stages numeric(78, 0)[],
  -- When the next part of its published files is due, once the settlement is closed; null = they are complete.
  file_due_at timestamptz default now(),
  file_parts int not null default 0,
  -- The round's city, written by a trigger, and whether it increased or decreased the reserve: lists of the reserve's
  -- changes only read these columns.
  of_city bigint,
  changes_reserve boolean not null generated always as (
    coalesce((totals ->> 'reserveIn')::numeric, 0)
    + coalesce((totals ->> 'split')::numeric, (totals ->> 'compensation')::numeric, 0) > 0
  ) stored
);
create index round_settlement_of_reserve on round_settlement (settled_at, round_id) where changes_reserve;
create index round_settlement_of_reserve_by_outcome on round_settlement (outcome, settled_at, round_id)
  where changes_reserve;
create index round_settlement_of_reserve_by_city on round_settlement (of_city, settled_at, round_id)
  where changes_reserve;
create index round_settlement_of_reserve_by_both on round_settlement (of_city, outcome, settled_at, round_id)
  where changes_reserve;
create trigger round_settlement_names_city before insert on round_settlement
  for each row execute function name_settled_city();
create index round_settlement_file_due on round_settlement (file_due_at) where file_due_at is not null;
create index round_settlement_by_time on round_settlement (settled_at, round_id);
create trigger round_settlement_counts_city_outcome after insert on round_settlement
  for each row execute function count_city_outcome();

-- The settlement of each order. Columns of the other outcome are null.
create table order_settlement (
  order_id bigint primary key,
  round_id bigint not null,
  user_id bigint not null,
  rank int not null,
  amount numeric(78, 0) not null,
  late boolean not null,
  -- Minted: the returned principal and the withheld fee, the inviter's reward, the share of surplus, FMC by stage.
  principal numeric(78, 0),
  fee numeric(78, 0),
  inviter_id bigint,
  inviter_qualified boolean,
  reward numeric(78, 0),
  split numeric(78, 0),
  stage1 numeric(78, 0),
  stage2 numeric(78, 0),
  stage3 numeric(78, 0),
  -- Failed: the returned principal, the withheld loss, the part that the reserve paid, and hash power for the rest.
  -- Cancelled: the returned principal.
  refund numeric(78, 0),
  loss numeric(78, 0),
  compensation numeric(78, 0),
  hash_power numeric(78, 0),
  -- Whether its hash power is claimed; see hash_power_claim.
  is_claimed boolean not null default false
);
create index order_settlement_by_round on order_settlement (round_id, user_id);
-- A user's failed and cancelled orders, without reading the minted ones.
create index order_settlement_failed on order_settlement (user_id, order_id) include (hash_power)
  where loss is not null;
create index order_settlement_cancelled on order_settlement (user_id, order_id)
  where refund is not null and loss is null;
-- Orders of failed rounds by rank: in one index those with unclaimed hash power, in the other the rest. Rows of minted
-- rounds are in neither.
create index order_settlement_claimable on order_settlement (round_id, rank) where hash_power > 0 and not is_claimed;
create index order_settlement_not_claimable on order_settlement (round_id, rank)
  where loss is not null and not (hash_power > 0 and not is_claimed);
-- An inviter's rewards by round, without reading the orders of others.
create index order_settlement_by_inviter on order_settlement (inviter_id, round_id, order_id) include (reward)
  where reward > 0;

-- The published files of settled rounds, written once in parts of a few thousand orders and immutable: anyone can fetch
-- a round of a million orders without a query over them.
create table settlement_file_part (
  round_id bigint not null,
  format text not null check (format in ('jsonl', 'csv')),
  part int not null,
  from_byte bigint not null,
  -- Not compressed, so that a few bytes of it can be read without the rest.
  content bytea storage external not null,
  primary key (round_id, format, part)
);
create trigger settlement_file_part_is_permanent before update or delete on settlement_file_part
  for each row execute function refuse_change();

-- A complete file.
create table settlement_file (
  round_id bigint not null,
  format text not null check (format in ('jsonl', 'csv')),
  bytes bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (round_id, format)
);
create trigger settlement_file_is_permanent before update or delete on settlement_file
  for each row execute function refuse_change();

-- The number of each inviter in the files of their round, while these are being written.
create table settlement_inviter (
  round_id bigint not null,
  inviter_id bigint not null,
  number int not null,
  primary key (round_id, inviter_id)
);

-- The participants of a settled round in ranges of user ids: each payment is made range by range, so that a killed
-- process loses the work of at most one range.
create table round_chunk (
  round_id bigint not null,
  chunk int not null,
  from_user bigint not null,
  to_user bigint not null,
  primary key (round_id, chunk)
);

-- Completed steps of a settlement or of a later stage; no step runs twice.
create table round_step (
  round_id bigint not null,
  step text not null,
  -- 0 = the step of the whole round, else the range.
  chunk int not null,
  done_at timestamptz not null default now(),
  primary key (round_id, step, chunk)
);

-- When the later stages of a minted round are due, and when they were paid.
create table round_stage (
  round_id bigint not null,
  stage smallint not null check (stage between 1 and 3),
  amount numeric(78, 0) not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  primary key (round_id, stage)
);
create index round_stage_by_payment on round_stage (paid_at);

-- The unpaid parts of current settlement steps, one row per step and range. A worker locks a row, pays it and deletes
-- it in one transaction.
create table round_part (
  round_id bigint not null,
  step text not null check (step in ('pay', 'mint', 'refund', 'return', 'compensate')),
  -- For 'pay', numbers above those of the ranges are parts with only rewards.
  chunk int not null,
  -- The same for all parts of a step, except after a failure: no part precedes another.
  due_at timestamptz not null default now(),
  -- For 'pay', the rewards of the inviters whose accounts are in the range: account, amount, order. Null = none.
  reward_credits bigint[],
  reward_amounts numeric(78, 0)[],
  reward_orders bigint[],
  primary key (round_id, step, chunk)
);
create index round_part_due on round_part (due_at);
alter table round_part alter reward_credits set storage external, alter reward_amounts set storage external,
  alter reward_orders set storage external;

-- The amounts that computed settlements will still draw from the reserve (JU) and the emission (FMC), reduced by each
-- payment in its transaction. Other computations use only the rest, so a blocked settlement delays no other and loses
-- nothing. Rows end with the settlement.
create table fund_reservation (
  round_id bigint not null,
  fund text not null check (fund in ('reserve', 'emission')),
  amount numeric(78, 0) not null check (amount >= 0 and amount <> 'NaN'),
  primary key (round_id, fund)
);

-- A transaction that computes its draw from the reserve or the emission locks this row until it ends: settlements, and
-- a mining day, which freezes its emission.
create table fund_lock (
  single boolean primary key default true check (single),
  emission_frozen numeric(78, 0) not null default 0 check (emission_frozen >= 0 and emission_frozen <> 'NaN')
);
insert into fund_lock default values;

-- Transfers from the treasury to the reserve by operators.
create table reserve_funding (
  id bigint generated always as identity primary key,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  reason text not null,
  -- The id of the signed confirmation in the log of operators.
  signed_id uuid not null unique,
  funded_at timestamptz not null default now()
);
create index reserve_funding_by_time on reserve_funding (funded_at, id);

-- The maximum of the reserve; surplus above it is split among participants.
create table reserve_setting (
  single boolean primary key default true check (single),
  cap numeric(78, 0) not null check (cap >= 0 and cap <> 'NaN')
);
insert into reserve_setting (cap) values (100000000000000000000000);

-- Claimed hash power of failed orders: an order's is claimed once.
create table hash_power_claim (
  order_id bigint primary key,
  user_id bigint not null,
  round_id bigint not null,
  hash_power numeric(78, 0) not null check (hash_power > 0 and hash_power <> 'NaN'),
  claimed_at timestamptz not null default clock_timestamp()
);
create index hash_power_claim_by_user on hash_power_claim (user_id) include (hash_power);

-- Participants' results of the last 90 days, refreshed after each settlement, so that the home screen reads one row.
create table participant_results (
  single boolean primary key default true check (single),
  rounds_minted int not null default 0,
  rounds_failed int not null default 0,
  -- Wallets whose JU rose or fell: refunds, splits, rewards and compensation minus the joined amounts. FMC is not
  -- counted.
  wallets_up int not null default 0,
  wallets_down int not null default 0,
  -- Medians of each wallet's result in each round: JU without rewards, and FMC of all stages, 0 for a failed round.
  median_net numeric(78, 0),
  median_fmc numeric(78, 0),
  computed_at timestamptz
);
insert into participant_results default values;

grant select on round_settlement, order_settlement, round_chunk, round_step, round_stage, fund_lock,
  fund_reservation, reserve_funding, reserve_setting, hash_power_claim, participant_results
  to city_mint_api, city_mint_worker;
grant select on fund_lock to city_mint_ops;
-- Only functions compute and pay settlements (functions/rounds/settlement-*.sql): the worker's login decides when a
-- step runs and delays parts, never what is paid.
grant update (due_at) on round_part to city_mint_worker;
grant update (file_due_at, file_parts) on round_settlement to city_mint_worker;
grant select on settlement_file, settlement_file_part to city_mint_api, city_mint_worker;
grant insert on settlement_file, settlement_file_part to city_mint_worker;
grant select, insert, delete on settlement_inviter to city_mint_worker;
grant update on participant_results to city_mint_worker;
grant select on round_part to city_mint_worker, city_mint_ops;
grant select on round_settlement, fund_lock, fund_reservation to city_mint_operator;
grant select on reserve_funding to city_mint_operator;
grant select, update on reserve_setting to city_mint_operator;
grant select on fund_lock, hash_power_claim, order_settlement, round_chunk, round_stage, round_step, settlement_file
  to city_mint_ops;
