-- Users, their sign-in and sessions, the disclosures they accept, and the actions they confirm by signature.
-- Uses: functions/session/mark-change.sql, functions/session/notify-session-end.sql
-- Uses: functions/session/count-consents.sql, functions/platform/refuse-change.sql
create table app_user (
  id bigint generated always as identity primary key,
  -- EIP-55.
  address text not null unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  registered_at timestamptz not null default now(),
  consent_hash text,
  consent_at timestamptz,
  -- The last transaction that changed the consent: processes query the changes since their last query.
  changed_in xid8
);
-- Operators find users by a prefix of the address.
create index app_user_by_prefix on app_user ((lower(address) collate "C"));
create index app_user_by_change on app_user (changed_in) where changed_in is not null;
create trigger app_user_change_is_marked before update of consent_hash on app_user
  for each row when (old.consent_hash is distinct from new.consent_hash) execute function session_mark_change();

-- The number of users whose last consent is each disclosure: the sum of the slots of its hash, a single one of which
-- can be below zero. Counting reads some rows instead of all users.
create table consent_count (
  hash text,
  slot smallint,
  users bigint not null,
  primary key (hash, slot)
);
create trigger app_user_consents_are_counted after update on app_user
  referencing old table as changed_from new table as changed_to
  for each statement execute function session_count_consents();
create trigger app_user_is_new_without_consent before insert on app_user
  for each row when (new.consent_hash is not null) execute function refuse_change();

-- The keys that authenticate sign-in texts (EIP-4361). A text is not stored: its nonce is authenticated with the key of
-- its scope (functions/session/sign-in-texts.sql). No role can read a key.
create table sign_in_key (
  scope text primary key check (scope in ('participant', 'operator')),
  -- The role that composes texts of this scope.
  role_name text not null,
  inner_key bytea not null,
  outer_key bytea not null,
  check (length(inner_key) = 64 and length(outer_key) = 64)
);
insert into sign_in_key (scope, role_name, inner_key, outer_key)
select scope, role_name, random[1] || random[2], random[3] || random[4]
from (
  select scope, role_name,
    array_agg(sha256(uuid_send(gen_random_uuid()) || int4send(part) || uuid_send(gen_random_uuid()))) as random
  from (values ('participant', 'city_mint_api'), ('operator', 'city_mint_ops')) scopes (scope, role_name),
    generate_series(1, 4) part
  group by scope, role_name
) keys;

-- The used nonces of sign-in texts, until their texts expire: each is valid once.
create table sign_in_nonce_used (
  nonce text primary key check (nonce ~ '^[0-9a-f]{100}$'),
  expires_at timestamptz not null
);
create index sign_in_nonce_used_by_expiry on sign_in_nonce_used (expires_at);

-- Sign-ins that wait for a verifier, by the hash of their token. Only functions read and write rows
-- (functions/session/request-sign-ins.sql, decide-sign-ins.sql). After a crash of the server the table is empty, and
-- the callers try again.
create unlogged table sign_in_request (
  token_hash bytea primary key check (length(token_hash) = 32),
  nonce text not null check (nonce ~ '^[0-9a-f]{100}$'),
  signature text not null check (length(signature) <= 20000 and signature ~ '^0x[0-9a-fA-F]*$'),
  asked_at timestamptz not null default clock_timestamp(),
  -- When a verifier may take it.
  due_at timestamptz not null default clock_timestamp(),
  -- Null while it waits.
  outcome text check (outcome in ('opened', 'nonce-used-or-unknown', 'signature-invalid', 'try-again'))
);
create index sign_in_request_due on sign_in_request (due_at) where outcome is null;

-- Sessions of participants. Only sign_in_decide() inserts rows.
create table session (
  -- SHA-256 of the token; the token itself is not stored anywhere.
  token_hash bytea not null check (length(token_hash) = 32),
  -- The user's reference to the session; the hash of its token is never shown.
  id bigint generated always as identity primary key,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- The transaction that ended it: processes query the changes since their last query.
  changed_in xid8,
  -- Unique by a hash index, since each join looks its session up: a B-tree of random keys took 1.7 µs more (3 % of a
  -- join).
  constraint session_by_token exclude using hash (token_hash with =)
) with (fillfactor = 80);
create index session_by_change on session (changed_in) where changed_in is not null;
create trigger session_change_is_marked before update of ended_at, expires_at on session
  for each row execute function session_mark_change();
create index session_by_user on session (user_id, created_at);
create index session_by_expiry on session (expires_at);
create trigger session_end_is_notified after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function session_notify_end();

-- Sessions of operators, in a separate table so that the role of participants' calls can neither create nor read one.
-- Only operator_session_open() inserts rows.
create table operator_session (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- EIP-55.
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  -- The text's nonce and the signature that opened it, so that anyone with a copy of the row can verify it.
  nonce text not null unique check (nonce ~ '^[0-9a-f]{100}$'),
  signature text not null check (signature ~ '^0x[0-9a-fA-F]{130}$'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index operator_session_by_address on operator_session (address) where ended_at is null;
create index operator_session_by_expiry on operator_session (expires_at);

-- Every version of the disclosure; users have to accept the newest.
create table disclosure (
  version int generated always as identity primary key,
  hash text not null unique check (hash ~ '^0x[0-9a-f]{64}$'),
  -- The hash of its sentences without the figures of the terms. Accepting a version covers every other one with the
  -- same sentences and terms within its own.
  conduct_hash text not null check (conduct_hash ~ '^0x[0-9a-f]{64}$'),
  -- The smallest and the greatest value of each term on offer; null = no plan was active.
  terms jsonb,
  content jsonb not null,
  published_at timestamptz not null default now()
);

create index disclosure_by_conduct on disclosure (conduct_hash);

-- The users' consents: disclosure and time.
create table consent (
  user_id bigint not null,
  hash text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, hash)
);

-- Messages that confirm one irreversible action by signature; each is valid once, for that action.
create table confirmation (
  nonce text primary key check (nonce ~ '^[0-9a-f]{32}$'),
  user_id bigint not null,
  action text not null,
  -- The fields of the confirmed action; the action itself must have the same.
  fields jsonb not null,
  message text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index confirmation_by_user on confirmation (user_id, expires_at);
create index confirmation_by_expiry on confirmation (expires_at);

-- No role changes an address, because a user's withdrawals are only paid to it. Only sign_in_decide() inserts
-- participants' users and sessions. The api acts for a user only through functions that take the token of a session.
grant select on app_user to city_mint_api;
grant select, insert (address) on app_user to city_mint_worker;
grant select on app_user to city_mint_indexer, city_mint_auditor;
grant select on app_user to city_mint_operator, city_mint_ops;
grant select (id, address) on app_user to city_mint_verifier;
grant select on session to city_mint_api;
-- Operators see when a session began and was last used, but nothing that could open it.
grant select (id, user_id, created_at, last_used_at, expires_at, ended_at, end_reason) on session to city_mint_ops;
grant select on consent, disclosure to city_mint_ops;
grant select on consent_count to city_mint_ops, city_mint_operator;
grant select, update (last_used_at, ended_at, end_reason) on operator_session
  to city_mint_operator, city_mint_ops;
grant select on disclosure, consent to city_mint_api, city_mint_worker;
grant insert on disclosure to city_mint_api;
grant select on disclosure to city_mint_operator;
grant select on confirmation to city_mint_api;
