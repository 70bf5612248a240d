-- Cities, phase plans, rounds, orders and auto-mint (docs/money-rules.md#2-terms-of-a-round, #3-states, #4-join).
-- Uses: functions/platform/refuse-change.sql, functions/rounds/move-windows.sql, functions/rounds/time-binding.sql
-- Uses: functions/requests/orders-need-unused-request-ids.sql
create table city (
  id bigint generated always as identity primary key,
  name text not null unique,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- The displayed name, by language; where one is missing, the name itself. Terms and settlements use the name.
  names jsonb not null default '{}' check (jsonb_typeof(names) = 'object'),
  -- Settled rounds, counted at each settlement (functions/rounds/count-city-outcome.sql).
  minted int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null default now()
);

create table phase_plan (
  id bigint generated always as identity primary key,
  city_id bigint not null references city,
  phase int not null check (phase > 0),
  -- The plan as published: schedule, quota growth and the terms that its rounds share; amounts in base units.
  plan jsonb not null,
  -- The operator's settings of its simulation, and the funds at that moment, so that every reader can repeat it. Null
  -- for a plan that no operator published.
  simulation jsonb,
  -- Set by operators: ending = its latest round is the last one; revoked = before its first round had begun.
  state text not null default 'running' check (state in
    ('running', 'ending', 'ended', 'failed', 'cancelled', 'revoked')),
  -- When the worker has to publish its next round; null = not due.
  due_at timestamptz default now(),
  -- The next planned opening, for the page; null = none is planned.
  next_phase_time timestamptz,
  published_at timestamptz not null default now(),
  unique (city_id, phase)
);
create index phase_plan_due on phase_plan (due_at) where due_at is not null;
-- For operators' lists: all plans, by state, by city or both, last published first.
create index phase_plan_by_time on phase_plan (published_at, id);
create index phase_plan_by_state on phase_plan (state, published_at, id);
create index phase_plan_by_city on phase_plan (city_id, published_at, id);
create index phase_plan_by_city_state on phase_plan (city_id, state, published_at, id);

create table round (
  id bigint generated always as identity primary key,
  plan_id bigint not null,
  city_id bigint not null,
  phase int not null,
  number int not null,
  state text not null default 'scheduled' check (state in
    ('scheduled', 'open', 'full', 'settling', 'minted', 'failed', 'liquidating', 'cancelled', 'ended')),
  opens_at timestamptz not null,
  -- The end of its window: that of its terms, plus the time for which joins were paused.
  closes_at timestamptz not null,
  -- Orders in the last part of the window are late: those that join from closes_at minus this on.
  late_ms bigint not null check (late_ms >= 0),
  quota numeric(78, 0) not null check (quota > 0 and quota <> 'NaN'),
  minimum numeric(78, 0) not null check (minimum >= 0 and minimum <= quota),
  wallet_maximum numeric(78, 0) not null check (wallet_maximum >= 0 and wallet_maximum <> 'NaN'),
  filled numeric(78, 0) not null default 0,
  order_count int not null default 0,
  -- When its last order joined: the times of orders are in the order of their ranks.
  last_joined_at timestamptz,
  -- No order of this round has a smaller id; set at the opening.
  first_order_id bigint not null default 0,
  -- When the worker next has to advance it; null = never again.
  due_at timestamptz,
  check (opens_at < closes_at),
  check (filled >= 0 and filled <= quota and filled <> 'NaN'),
  unique (plan_id, number)
) with (fillfactor = 10);
create index round_due on round (due_at) where due_at is not null;
create index round_by_city on round (city_id, id desc);
create index round_by_state on round (state, id);
create index round_open_by_closing on round (closes_at) where state = 'open';
-- For operators' lists: all rounds, by state, by city or both, latest opening first.
create index round_by_opening on round (opens_at, id);
create index round_by_state_opening on round (state, opens_at, id);
create index round_by_city_opening on round (city_id, opens_at, id);
create index round_by_city_state_opening on round (city_id, state, opens_at, id);
-- The first orders of unsettled rounds, and of those that still pay: a user's open orders are among the orders from
-- there on.
create index round_unsettled on round (first_order_id) where state not in ('minted', 'ended') and first_order_id > 0;
create index round_unended on round (first_order_id) where state <> 'ended' and first_order_id > 0;
create trigger system_switch_moves_windows after update of paused on system_switch
  for each row when (new.name = 'joins' and old.paused is distinct from new.paused) execute function move_windows();

-- Separate from the round, whose row is rewritten with each batch of joins.
create table round_terms (
  round_id bigint primary key,
  -- The terms in canonical form (RFC 8785), amounts in base units; the hash covers exactly these bytes.
  terms jsonb not null,
  terms_hash text not null check (terms_hash ~ '^0x[0-9a-f]{64}$')
);

-- Each change of a round's state; the key allows each state once. The time is that of the step rather than of its
-- transaction, since an opening may take seconds, and the steps of a round must be in order.
create table round_transition (
  round_id bigint not null,
  state text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (round_id, state)
);
-- Rounds that were completely paid, except later stages, since a time.
create index round_transition_paid on round_transition (state, at) where state in ('minted', 'ended');

-- Rounds suspended by an operator: no step is taken while they have a row here, for at most a day.
create table round_suspension (
  round_id bigint primary key,
  since timestamptz not null default now()
);

-- The last failed step of a round, and its consecutive failures, for operators to see why it is stuck. Valid until a
-- later step succeeds.
create table round_failure (
  round_id bigint primary key,
  at timestamptz not null default clock_timestamp(),
  tries int not null default 1,
  error text not null
);

-- Why a round was cancelled, as its participants read it; written once (functions/rounds/cancel-round.sql,
-- revoke-plan.sql).
create table round_cancellation (
  round_id bigint primary key,
  -- Two operators, a pause of joins or a suspension that lasted too long, or the revocation of its plan before it
  -- opened.
  cancelled_by text not null check (cancelled_by in ('operators', 'pause', 'suspension', 'revocation')),
  reason text not null check (length(reason) between 1 and 500),
  cancelled_at timestamptz not null default clock_timestamp()
);
create trigger round_cancellation_is_final before update or delete on round_cancellation
  for each row execute function refuse_change();

-- Participating users: their inviter, and the round since which they qualify as inviters.
create table participant (
  user_id bigint primary key,
  inviter_id bigint check (inviter_id <> user_id),
  -- When the inviter was bound, written by a trigger; a settlement counts the bindings up to its time.
  bound_at timestamptz,
  first_settled_round_id bigint,
  check ((inviter_id is null) = (bound_at is null))
) with (fillfactor = 80);
-- Each binding checks whether the user has referrals.
create index participant_by_inviter on participant (inviter_id) where inviter_id is not null;
create trigger participant_inviter_is_permanent before update of inviter_id on participant
  for each row when (old.inviter_id is not null and new.inviter_id is distinct from old.inviter_id)
  execute function refuse_change();
create trigger participant_binding_has_time before update of inviter_id on participant
  for each row when (old.inviter_id is null and new.inviter_id is not null) execute function time_binding();
create trigger participant_with_inviter_has_time before insert on participant
  for each row when (new.inviter_id is not null) execute function time_binding();

create table mint_order (
  id bigint generated always as identity primary key,
  round_id bigint not null,
  user_id bigint not null,
  rank int not null,
  automatic boolean not null default false,
  asked numeric(78, 0) not null,
  accepted numeric(78, 0) not null,
  request_id uuid not null,
  joined_at timestamptz not null,
  late boolean not null,
  constraint mint_order_accepted_within_asked check (accepted > 0 and accepted <= asked and asked <> 'NaN'),
  constraint mint_order_rank_once unique (round_id, rank),
  constraint mint_order_request_once unique (user_id, request_id)
);
create index mint_order_by_user on mint_order (user_id, id);
create trigger mint_order_needs_unused_request_ids after insert on mint_order
  referencing new table as added_order for each statement execute function orders_need_unused_request_ids();

-- Auto-mint: users who join each round as it opens, before everyone else. The sequence is the order in which users
-- turned it on.
create sequence auto_mint_queue;

create table auto_mint (
  user_id bigint primary key,
  enabled boolean not null,
  -- The minimum that remains in the available balance.
  keep numeric(78, 0) not null check (keep >= 0 and keep <> 'NaN'),
  -- 0 = none.
  per_round_maximum numeric(78, 0) not null check (per_round_maximum >= 0 and per_round_maximum <> 'NaN'),
  -- 0 = never.
  stop_after_losses int not null check (stop_after_losses >= 0),
  -- Rounds that are not settled in which it may have orders at the same time; 0 = any number.
  parallel_rounds int not null default 1 check (parallel_rounds >= 0),
  -- Incremented by each change: a request made for an earlier version is stale.
  version int not null default 0,
  -- The position among users who have it on, and since when; null while it is off.
  queue_position bigint,
  enabled_at timestamptz,
  -- Failed rounds that it has joined since then.
  failed_rounds int not null default 0,
  off_reason text check (off_reason in ('user', 'losses')),
  changed_at timestamptz not null default now(),
  -- The region where it was turned on: it joins while joining is allowed there.
  region text check (region ~ '^[A-Z]{2}$'),
  check (enabled = (queue_position is not null) and enabled = (enabled_at is not null))
) with (fillfactor = 80);
create unique index auto_mint_by_position on auto_mint (queue_position) where queue_position is not null;

-- What users' wallets signed to turn auto-mint on without a maximum per round, or to permit more. The api only stores
-- it; a verifier applies it (functions/rounds/auto-mint-settings.sql).
create table auto_mint_request (
  user_id bigint not null,
  -- The nonce of the signed text: each text can be used for one request.
  nonce text not null check (nonce ~ '^[0-9a-f]{32}$'),
  -- The signed settings, and the version of those that they replace.
  keep numeric(78, 0) not null check (keep >= 0 and keep <> 'NaN'),
  stop_after_losses int not null check (stop_after_losses >= 0),
  parallel_rounds int not null check (parallel_rounds >= 0),
  version int not null,
  region text check (region ~ '^[A-Z]{2}$'),
  message text not null check (length(message) <= 10000),
  signature text not null check (length(signature) <= 20000 and signature ~ '^0x([0-9a-fA-F]{2})*$'),
  asked_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- Why it was refused, else null.
  refusal text check (refusal in ('signature-invalid', 'message-expired', 'stale')),
  attempts int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- Why it is not decided yet.
  last_error text,
  primary key (user_id, nonce),
  check ((state = 'refused') = (refusal is not null))
) with (fillfactor = 80);
create index auto_mint_request_due on auto_mint_request (due_at) where state = 'waiting';

-- The progress of a round's opening: users are admitted in batches by position, and until the last batch the round
-- stays closed to everyone else.
create table auto_mint_opening (
  round_id bigint primary key,
  -- Users who turned it on later wait for the next round.
  last_position bigint not null,
  done_position bigint not null default 0,
  considered int not null default 0,
  joined int not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

-- The lists of a part that a transaction has decided and not written; no row outlives its transaction
-- (functions/rounds/auto-mint-part.sql).
create unlogged table auto_mint_decided (
  round_id bigint not null,
  decided_in xid8 not null,
  is_decided boolean not null,
  payers bigint[],
  asked numeric[],
  amounts numeric[],
  order_ids bigint[],
  ranks int[],
  skipped bigint[],
  reasons text[],
  base jsonb,
  reached jsonb
);
-- Written and read once: compressing takes longer than it saves.
alter table auto_mint_decided alter payers set storage external, alter asked set storage external,
  alter amounts set storage external, alter order_ids set storage external, alter ranks set storage external,
  alter skipped set storage external, alter reasons set storage external;

-- One immutable row per user and cycle; the outcome is in the order's settlement.
create table auto_mint_cycle (
  id bigint generated always as identity,
  user_id bigint not null,
  round_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  event text not null check (event in ('joined', 'skipped', 'turned-off')),
  -- Why it was skipped.
  reason text check (reason in ('round-not-open', 'round-full', 'below-minimum', 'already-in-a-round',
    'nothing-above-keep', 'region-not-allowed', 'consent-required')),
  order_id bigint,
  rank int,
  amount numeric(78, 0),
  check ((event = 'skipped') = (reason is not null) and (event = 'joined') = (order_id is not null)),
  primary key (user_id, id)
);

grant select on city, phase_plan, round, round_terms, round_transition, round_suspension, round_cancellation,
  participant, mint_order to city_mint_api, city_mint_worker;
grant select on city, phase_plan, round, round_terms, round_transition, round_cancellation to city_mint_operator;
grant select, insert, update on round_failure to city_mint_worker;
grant select on auto_mint_opening, mint_order, round_failure to city_mint_ops;
grant insert on city to city_mint_operator;
grant update (name, latitude, longitude, names) on city to city_mint_operator;
grant insert on phase_plan to city_mint_operator;
-- Only functions publish, move and settle rounds and join users (functions/rounds/): the worker's login decides when
-- something is done, never who joins, under which terms and for what.
grant update (due_at) on phase_plan to city_mint_worker;
grant update (due_at) on round to city_mint_worker;
-- Only bind_requested_inviter() writes inviters, and settlements write who is a qualified one.
-- The api cannot write orders or rounds directly: it calls join_rounds() and join_decided().
grant select, insert, delete on round_suspension to city_mint_operator;

grant select on auto_mint to city_mint_api, city_mint_worker;
grant select (user_id, nonce, keep, stop_after_losses, parallel_rounds, version, asked_at, state, refusal)
  on auto_mint_request to city_mint_api;
grant select, update (attempts, due_at, last_error) on auto_mint_request to city_mint_verifier;
grant select on auto_mint_opening, auto_mint_cycle to city_mint_api, city_mint_worker;
