-- Totals cached for users with very many orders or rewards, which are read without these orders
-- (docs/decisions/0023-totals-cached-of-many-orders.md). All of it can be computed again from the orders at any time
-- (functions/rounds/cache-totals.sql), and verify:ledger compares.

-- What rounds paid a user, by UTC day and by hour of the payment: orders of settled rounds without the stages in
-- uncached_stage, and rewards.
create table cached_earning (
  user_id bigint not null,
  -- How long a row's time is: an hour or a day.
  hours smallint not null check (hours in (1, 24)),
  at timestamptz not null,
  -- FMC of the three stages and JU of the surplus.
  stage1 numeric(78, 0) not null,
  stage2 numeric(78, 0) not null,
  stage3 numeric(78, 0) not null,
  split numeric(78, 0) not null,
  -- JU that did not come back: fees of a minted round, what was not compensated of a failed one's losses.
  cost numeric(78, 0) not null,
  reward numeric(78, 0) not null,
  primary key (user_id, hours, at)
) with (fillfactor = 70);

-- What a user's orders of settled rounds came to, by UTC day of the settlement; FMC of all stages, paid or not.
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
  -- Claimed or not.
  hash_power numeric(78, 0) not null,
  primary key (user_id, at, outcome)
) with (fillfactor = 70);

-- Up to where a user's totals are cached: orders by their id, but for those in uncached_order; rewards by the time of
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

-- Later stages of cached orders that were not paid when the checkpoint was set: what a round's is for a user.
create table uncached_stage (
  user_id bigint not null,
  stage smallint not null check (stage in (2, 3)),
  -- As round_stage has it, where it never changes.
  due_at timestamptz not null,
  round_id bigint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  primary key (user_id, stage, due_at, round_id)
);

grant select on cached_earning, cached_order, cached_checkpoint, uncached_order, uncached_stage
  to city_mint_api, city_mint_worker;
grant select on cached_order, cached_checkpoint, uncached_order, uncached_stage to city_mint_ops;
