-- Users, the texts they sign to come in, their sessions, and the disclosure they accept.
create table app_user (
  id bigint generated always as identity primary key,
  -- EIP-55.
  address text not null unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  registered_at timestamptz not null default now(),
  consent_hash text,
  consent_at timestamptz
);

create table sign_in_message (
  nonce text primary key check (nonce ~ '^[0-9a-f]{32}$'),
  address text not null,
  message text not null,
  chain_id int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_message_by_address on sign_in_message (address, expires_at);
create index sign_in_message_by_expiry on sign_in_message (expires_at);

create table session (
  -- SHA-256 of the token; the token itself is nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text
) with (fillfactor = 80);
create index session_by_user on session (user_id, created_at);

-- The disclosures that were current once, by version; the newest is the one to accept.
create table disclosure (
  version int generated always as identity primary key,
  hash text not null unique check (hash ~ '^0x[0-9a-f]{64}$'),
  content jsonb not null,
  published_at timestamptz not null default now()
);

-- Which users accepted which disclosure, and when.
create table consent (
  user_id bigint not null,
  hash text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, hash)
);

-- Parts of the product that the operator can stop, each alone.
create table system_switch (
  name text primary key check (name in ('recharge', 'joins', 'settlement', 'withdrawals', 'swap')),
  paused boolean not null default false,
  reason text,
  changed_at timestamptz not null default now()
);
insert into system_switch (name) values ('recharge'), ('joins'), ('settlement'), ('withdrawals'), ('swap');

-- What a call that moves money answered when it refused: the same request id again gets the same answer.
create table request_refusal (
  user_id bigint not null,
  request_id uuid not null,
  action text not null,
  body_hash bytea not null,
  error text not null,
  details jsonb not null,
  refused_at timestamptz not null default now(),
  primary key (user_id, request_id)
);

grant select, insert, update on app_user to city_mint_api;
grant select, insert on app_user to city_mint_worker, city_mint_indexer;
grant select, insert, delete on sign_in_message to city_mint_api, city_mint_worker;
grant select, insert, update on session to city_mint_api;
grant select, insert on disclosure, consent to city_mint_api, city_mint_worker;
grant select on system_switch to city_mint_api, city_mint_indexer;
grant select, update on system_switch to city_mint_worker;
grant select, insert on request_refusal to city_mint_api;
-- A halted indexer stops withdrawals; it cannot let them go again.
grant update (paused, reason, changed_at) on system_switch to city_mint_indexer;
