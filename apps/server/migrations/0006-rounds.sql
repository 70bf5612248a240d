-- Cities, phase plans, rounds and orders (docs/money-rules.md, sections 2 to 4).
create table city (
  id bigint generated always as identity primary key,
  name text not null unique,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  created_at timestamptz not null default now()
);

create table phase_plan (
  id bigint generated always as identity primary key,
  city_id bigint not null references city,
  phase int not null check (phase > 0),
  -- The plan as published: schedule, quota growth and the terms that its rounds share; amounts in base units.
  plan jsonb not null,
  state text not null default 'running' check (state in ('running', 'ended', 'failed')),
  -- When the worker has to publish a round of it; null = not now.
  due_at timestamptz default now(),
  -- The next planned opening, for the page; null = none is planned.
  next_phase_time timestamptz,
  published_at timestamptz not null default now(),
  unique (city_id, phase)
);
create index phase_plan_due on phase_plan (due_at) where due_at is not null;

create table round (
  id bigint generated always as identity primary key,
  plan_id bigint not null,
  city_id bigint not null,
  phase int not null,
  number int not null,
  state text not null default 'scheduled' check (state in
    ('scheduled', 'open', 'full', 'settling', 'minted', 'failed', 'liquidating', 'ended')),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  quota numeric(78, 0) not null check (quota > 0 and quota <> 'NaN'),
  minimum numeric(78, 0) not null check (minimum >= 0 and minimum <= quota),
  wallet_maximum numeric(78, 0) not null check (wallet_maximum >= 0 and wallet_maximum <> 'NaN'),
  filled numeric(78, 0) not null default 0,
  order_count int not null default 0,
  -- No order of this round has a smaller id; set when it opens.
  first_order_id bigint not null default 0,
  -- When the worker has to look at it next; null = never again.
  due_at timestamptz,
  check (opens_at < closes_at),
  check (filled >= 0 and filled <= quota and filled <> 'NaN'),
  unique (plan_id, number)
) with (fillfactor = 10);
create index round_due on round (due_at) where due_at is not null;
create index round_by_city on round (city_id, id desc);
create index round_by_opening on round (opens_at);

-- Apart from the round, whose row is rewritten with each batch of joins.
create table round_terms (
  round_id bigint primary key,
  -- The terms in canonical form (RFC 8785), amounts in base units; the hash is of exactly these bytes.
  terms jsonb not null,
  terms_hash text not null check (terms_hash ~ '^0x[0-9a-f]{64}$')
);

-- Each change of state with its time; the row is the proof that a step was taken once.
create table round_transition (
  round_id bigint not null,
  state text not null,
  at timestamptz not null default now(),
  primary key (round_id, state)
);

-- One who takes part: who invited him, and since which round an inviter is qualified.
create table participant (
  user_id bigint primary key,
  inviter_id bigint check (inviter_id <> user_id),
  first_settled_round_id bigint
) with (fillfactor = 80);

create table mint_order (
  id bigint generated always as identity primary key,
  round_id bigint not null,
  user_id bigint not null,
  rank int not null,
  automatic boolean not null default false,
  asked numeric(78, 0) not null,
  accepted numeric(78, 0) not null,
  request_id uuid not null,
  joined_at timestamptz not null default now(),
  constraint mint_order_accepted_within_asked check (accepted > 0 and accepted <= asked and asked <> 'NaN'),
  constraint mint_order_rank_once unique (round_id, rank),
  constraint mint_order_request_once unique (user_id, request_id)
);
create index mint_order_by_user on mint_order (user_id, id);

grant select on city, phase_plan, round, round_terms, round_transition, participant, mint_order to city_mint_api, city_mint_worker;
grant update (state, filled, order_count, due_at) on round to city_mint_api;
grant insert on round_transition, mint_order, participant to city_mint_api;
grant insert, update on phase_plan, round, participant to city_mint_worker;
grant insert on round_terms, round_transition, mint_order to city_mint_worker;
