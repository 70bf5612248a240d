-- The daily payments of the pools of nodes and levels, and their weights (docs/money-rules.md#8-team-nodes-levels).
-- Uses: functions/platform/refuse-change.sql, functions/platform/require-future-day.sql, functions/platform/utc-day.sql

-- Settings of pool days, each from a UTC day on, like mining_setting.
create table pool_setting (
  from_day int primary key check (from_day between 0 and 65535),
  nodes_release_bps int not null check (nodes_release_bps between 0 and 10000),
  levels_release_bps int not null check (levels_release_bps between 0 and 10000),
  -- The first UTC day that the pools pay, only on the first row.
  first_day int,
  set_at timestamptz not null default now()
);
insert into pool_setting (from_day, nodes_release_bps, levels_release_bps, first_day)
values (0, 1000, 1000, utc_day(now()));
create trigger pool_setting_of_future_day before insert or update on pool_setting
  for each row execute function require_future_day();
create trigger pool_setting_is_never_deleted before delete on pool_setting
  for each row execute function refuse_change();

-- One pool on one UTC day: its weights are stored when the day is over, then its release is fixed, then it is paid in
-- ranges of users.
create table pool_day (
  day int not null,
  pool text not null check (pool in ('nodes', 'levels')),
  -- Weights of users up to this one are stored.
  gathered_to bigint not null default 0,
  -- The sum of the weights, the pool's balance, and the part of it that they share; null until all are stored.
  weights numeric(78, 0),
  balance numeric(78, 0) check (balance >= release),
  release numeric(78, 0) check (release >= 0 and release <> 'NaN'),
  paid numeric(78, 0) not null default 0 check (paid <= release),
  after_user bigint not null default 0,
  paid_at timestamptz,
  primary key (day, pool)
) with (fillfactor = 50);
create index pool_day_by_pool on pool_day (pool, day);

-- A participant's weight in a pool on a day: the weight of the rank times the attributed amount of 30 days. Its amount
-- is release * weight / weights, rounded down.
create table pool_share (
  day int not null,
  pool text not null,
  user_id bigint not null,
  weight numeric(78, 0) not null check (weight > 0 and weight <> 'NaN'),
  -- The attributed amount in it.
  attributed numeric(78, 0) not null check (attributed > 0 and attributed <> 'NaN'),
  -- The source id of its transfer.
  id bigint not null generated always as identity,
  primary key (day, pool, user_id)
);
-- Most users have no share of any day; this index shows it without reading all days.
create index pool_share_by_user on pool_share (user_id, pool, day);

grant select on pool_setting, pool_day, pool_share to city_mint_api, city_mint_worker;
grant select on pool_day to city_mint_ops;
-- Only the functions of pool days write their rows (functions/rewards/).
grant select, insert on pool_setting to city_mint_operator;
grant update (nodes_release_bps, levels_release_bps, set_at) on pool_setting to city_mint_operator;
