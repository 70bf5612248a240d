-- What the nodes and levels pools pay each UTC day, by which weights (docs/money-rules.md, section 8), and reading earnings by participant.

create table pool_setting (
  single boolean primary key default true check (single),
  nodes_release_bps int not null check (nodes_release_bps between 0 and 10000),
  levels_release_bps int not null check (levels_release_bps between 0 and 10000),
  -- The first UTC day for which the pools are released.
  first_day int not null
);
insert into pool_setting (nodes_release_bps, levels_release_bps, first_day)
values (1000, 1000, utc_day(now()));

-- One pool on one UTC day: its weights are gathered when the day is over, then its release is fixed, then paid in ranges of user ids.
create table pool_day (
  day int not null,
  pool text not null check (pool in ('nodes', 'levels')),
  -- Weights of everyone up to this user are gathered.
  gathered_to bigint not null default 0,
  -- Sum of the weights and what is released by them; null until all are gathered.
  weights numeric(78, 0),
  release numeric(78, 0) check (release >= 0 and release <> 'NaN'),
  paid numeric(78, 0) not null default 0 check (paid <= release),
  after_user bigint not null default 0,
  paid_at timestamptz,
  primary key (day, pool)
) with (fillfactor = 50);

-- A participant's weight in a pool on a day. Its amount is release * weight / weights, rounded down.
create table pool_share (
  day int not null,
  pool text not null,
  user_id bigint not null,
  weight int not null check (weight > 0),
  -- The cause of its transfer.
  id bigint not null generated always as identity,
  primary key (day, pool, user_id)
);

-- Rewards of an inviter, newest rounds last; without a look at the orders of others.
create index order_settlement_by_inviter on order_settlement (inviter_id, round_id, order_id) include (reward) where reward > 0;

create index round_stage_by_payment on round_stage (paid_at);

grant select on pool_setting, pool_day, pool_share to city_mint_api, city_mint_worker;
grant insert, update on pool_day to city_mint_worker;
grant insert on pool_share to city_mint_worker;
-- One worker pays a day at a time: it holds the row of the settings.
grant update on pool_setting to city_mint_worker;
