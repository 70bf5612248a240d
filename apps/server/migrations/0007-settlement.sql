-- What each settlement decided, how far it is paid, and the reserve it draws on (docs/money-rules.md, section 5).
-- What the settlement of a round started from and what it came to, in base units; written once, before anything is paid.
create table round_settlement (
  round_id bigint primary key,
  outcome text not null check (outcome in ('minted', 'failed')),
  settled_at timestamptz not null default now(),
  order_count int not null,
  amount numeric(78, 0) not null,
  reserve_balance numeric(78, 0) not null,
  reserve_cap numeric(78, 0) not null,
  emission_remaining numeric(78, 0) not null,
  -- Totals by the names of the settlement result (docs/money-rules.md, section 6).
  totals jsonb not null,
  -- FMC of the three stages together: null when failed.
  stages numeric(78, 0)[]
);

-- What the settlement gave each order. Null columns are of the other outcome.
create table order_settlement (
  order_id bigint primary key,
  round_id bigint not null,
  user_id bigint not null,
  rank int not null,
  amount numeric(78, 0) not null,
  principal numeric(78, 0),
  fee numeric(78, 0),
  inviter_id bigint,
  inviter_qualified boolean,
  reward numeric(78, 0),
  split numeric(78, 0),
  stage1 numeric(78, 0),
  stage2 numeric(78, 0),
  stage3 numeric(78, 0),
  refund numeric(78, 0),
  loss numeric(78, 0),
  compensation numeric(78, 0),
  hash numeric(78, 0)
);
create index order_settlement_by_round on order_settlement (round_id, user_id);

-- The participants of a settled round in ranges of user ids: each payment is made range by range, so that a kill loses at most one range's work.
create table round_chunk (
  round_id bigint not null,
  chunk int not null,
  from_user bigint not null,
  to_user bigint not null,
  primary key (round_id, chunk)
);

-- Which parts of a settlement or of a later stage are done; a part that stands here is never done again.
create table round_step (
  round_id bigint not null,
  step text not null,
  -- 0 = the part that concerns the round as a whole, else the range.
  chunk int not null,
  done_at timestamptz not null default now(),
  primary key (round_id, step, chunk)
);

-- When the later stages of a minted round are due and when they were paid.
create table round_stage (
  round_id bigint not null,
  stage smallint not null check (stage between 1 and 3),
  amount numeric(78, 0) not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  primary key (round_id, stage)
);

-- One settlement draws on the reserve and the emission at a time: the round that holds the turn, until all it drew is paid.
create table settlement_slot (
  single boolean primary key default true check (single),
  round_id bigint
);
insert into settlement_slot default values;

-- Money that the operator moved from the treasury to the reserve, and what the reserve may hold before its surplus goes to participants.
create table reserve_funding (
  id bigint generated always as identity primary key,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  reason text not null,
  funded_at timestamptz not null default now()
);
create table reserve_setting (
  single boolean primary key default true check (single),
  cap numeric(78, 0) not null check (cap >= 0 and cap <> 'NaN')
);
insert into reserve_setting (cap) values (100000000000000000000000);

grant select on round_settlement, order_settlement, round_chunk, round_step, round_stage, settlement_slot, reserve_funding, reserve_setting
  to city_mint_api, city_mint_worker;
grant insert on round_settlement, order_settlement, round_chunk, round_step, round_stage, reserve_funding to city_mint_worker;
grant update on round_stage, settlement_slot to city_mint_worker;
