-- Accounts at the external exchange, and the grants of hash power that go there (docs/money-rules.md, section 7).

-- A participant's account at the exchange: bound once, one participant an account.
create table exchange_account (
  user_id bigint primary key,
  uid text not null unique check (uid ~ '^[0-9]{6,12}$'),
  bound_at timestamptz not null default now(),
  -- Whether what a failure left while the account was being bound has been looked for.
  is_swept boolean not null default false
);
create index exchange_account_unswept on exchange_account (user_id) where not is_swept;

-- The grant of one machine: sent again and again under one id until the exchange acknowledges it.
create table exchange_grant (
  machine_id bigint primary key,
  grant_id uuid not null unique default gen_random_uuid(),
  user_id bigint not null,
  uid text not null,
  hash_rate numeric(78, 0) not null,
  -- alarm = the exchange confirmed something else than what was sent, or refused it: a person has to look, nothing more is sent.
  state text not null default 'waiting' check (state in ('waiting', 'acknowledged', 'alarm')),
  attempts int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  problem text,
  acknowledged_at timestamptz,
  check ((state = 'acknowledged') = (acknowledged_at is not null))
) with (fillfactor = 80);
create index exchange_grant_due on exchange_grant (due_at) where state = 'waiting';
create index exchange_grant_alarms on exchange_grant (machine_id) where state = 'alarm';

grant select, insert on exchange_account, exchange_grant to city_mint_api, city_mint_worker;
grant update (is_swept) on exchange_account to city_mint_worker;
grant update (state, attempts, due_at, problem, acknowledged_at) on exchange_grant to city_mint_worker;
