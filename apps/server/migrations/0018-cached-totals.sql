-- Totals cached for users with very many orders or rewards, which are read without these orders
-- (docs/decisions/0023-totals-cached-of-many-orders.md). They can be recomputed from the orders at any time
-- (functions/rounds/cache-totals.sql), and verify:ledger compares them.

-- The rounds' payments to a user, by UTC day and by hour of the payment: settled orders without the stages in
-- uncached_stage, and rewards.
create table cached_earning (
  user_id bigint not null,
  -- The length of a row's time span: an hour or a day.
  hours smallint not null check (hours in (1, 24)),
  at timestamptz not null,
  -- FMC of the three stages and JU of the surplus.
  stage1 numeric(78, 0) not null,
  stage2 numeric(78, 0) not null,
  stage3 numeric(78, 0) not null,
  split numeric(78, 0) not null,
  -- JU that was not returned: fees of minted rounds, uncompensated losses of failed ones.
  cost numeric(78, 0) not null,
  reward numeric(78, 0) not null,
  primary key (user_id, hours, at)
) with (fillfactor = 70);

-- The results of a user's settled orders, by UTC day of the settlement; FMC of all stages, paid or not.
create table cached_order (
  user_id bigint not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('minted', 'failed', 'cancelled')),
  orders int not null,
  joined numeric(78, 0) not null,
  returned numeric(78, 0) not null,
  compensation numeric(78, 0) not null,
  split numeric(78, 0) not null,
  net numeric(78, 0) not null,
  fmc numeric(78, 0) not null,
  -- Both claimed and unclaimed.
  hash_power numeric(78, 0) not null,
  primary key (user_id, at, outcome)
) with (fillfactor = 70);

-- The checkpoint of a user's cached totals: orders by their id, except those in uncached_order; rewards by the time of
-- their round's settlement.
create table cached_checkpoint (
  user_id bigint primary key,
  order_id bigint not null default 0,
  rewards_to timestamptz not null default '-infinity',
  -- FMC of all stages in uncached_stage.
  stage2 numeric(78, 0) not null default 0,
  stage3 numeric(78, 0) not null default 0
);

-- Orders before the checkpoint whose round was not settled when it was set.
create table uncached_order (
  user_id bigint not null,
  order_id bigint not null,
  primary key (user_id, order_id)
);

-- Later stages of cached orders that were unpaid when the checkpoint was set: a user's amount per round.
create table uncached_stage (
  user_id bigint not null,
  stage smallint not null check (stage in (2, 3)),
  -- The same as in round_stage, where it never changes.
  due_at timestamptz not null,
  round_id bigint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  primary key (user_id, stage, due_at, round_id)
);

grant select on cached_earning, cached_order, cached_checkpoint, uncached_order, uncached_stage
  to city_mint_api, city_mint_worker;
grant select on cached_order, cached_checkpoint, uncached_order, uncached_stage to city_mint_ops;
