-- Users, how they sign in, their sessions, the disclosures they accept, and the actions they confirm by signature.
create table app_user (
  id bigint generated always as identity primary key,
  -- EIP-55.
  address text not null unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  registered_at timestamptz not null default now(),
  consent_hash text,
  consent_at timestamptz
);

-- Sign-in messages (EIP-4361) that were composed and not used yet; each is valid once.
create table sign_in_message (
  nonce text primary key check (nonce ~ '^[0-9a-f]{32}$'),
  address text not null,
  message text not null,
  chain_id int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A participant's message cannot open an operator's session, nor the other way round.
  scope text not null default 'participant' check (scope in ('participant', 'operator')),
  -- The caller's network address as rate limits count it: no other caller can use up a wallet's open messages.
  caller text not null default ''
);
create index sign_in_message_by_address on sign_in_message (address, expires_at);
create index sign_in_message_by_expiry on sign_in_message (expires_at);

create table session (
  -- SHA-256 of the token; the token itself is stored nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  -- By which the user names a session; the hash of its token is never shown.
  id bigint generated always as identity,
  user_id bigint not null,
  scope text not null default 'participant' check (scope in ('participant', 'operator')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
) with (fillfactor = 80);
create unique index session_by_id on session (id);
create index session_by_user on session (user_id, created_at);

-- Every version of the disclosure; the newest is the one to accept.
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

-- Messages to be signed for one action that cannot be undone; each is valid for that action, once.
create table confirmation (
  nonce text primary key check (nonce ~ '^[0-9a-f]{32}$'),
  user_id bigint not null,
  action text not null,
  -- The fields of the action that is confirmed; the action itself must come with the same.
  fields jsonb not null,
  message text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index confirmation_by_user on confirmation (user_id, expires_at);
create index confirmation_by_expiry on confirmation (expires_at);

-- No role changes an address: a user's withdrawals are paid to it alone.
grant select, insert (address), update (consent_hash, consent_at) on app_user to city_mint_api;
grant select, insert (address) on app_user to city_mint_worker, city_mint_indexer;
grant select on app_user to city_mint_operator;
grant select, insert, delete on sign_in_message to city_mint_api, city_mint_worker;
grant select, insert, update on session to city_mint_api;
grant select, update (ended_at, end_reason) on session to city_mint_operator;
grant select, insert on disclosure, consent to city_mint_api, city_mint_worker;
grant select, insert, delete on confirmation to city_mint_api;
