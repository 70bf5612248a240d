-- Operators, the log of their actions, and the actions that wait for a second operator (docs/operating.md).
-- Uses: functions/platform/refuse-change.sql

-- Operators besides those that the configuration names.
create table operator_account (
  address text primary key check (address ~ '^0x[0-9a-fA-F]{40}$'),
  added_at timestamptz not null default now(),
  removed_at timestamptz
);

-- Every operator action: who, what, before and after, why. Public, and append-only.
create table operator_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  operator text not null,
  -- Who proposed it, where an action takes two operators.
  proposed_by text,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text not null check (length(reason) between 1 and 500),
  -- The X-Request-Id of the call, by which the logs of all processes name it.
  request_id text not null,
  check (proposed_by is null or proposed_by <> operator)
);
create trigger operator_log_is_append_only before update or delete or truncate on operator_log
  for each statement execute function refuse_change();

-- Actions that loosen something wait here for a second operator.
create table operator_proposal (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  params jsonb not null,
  reason text not null,
  proposed_by text not null,
  proposed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  check (state <> 'confirmed' or (decided_by is not null and decided_by <> proposed_by)),
  check ((state = 'open') = (decided_at is null))
);
create index operator_proposal_open on operator_proposal (id) where state = 'open';

grant select, insert, update on operator_account to city_mint_operator;
grant select, insert on operator_log, operator_proposal to city_mint_operator;
-- Operators decide proposals; who proposed what never changes.
grant update (state, decided_by, decided_at) on operator_proposal to city_mint_operator;
grant select on operator_account, operator_proposal, operator_log to city_mint_api;
