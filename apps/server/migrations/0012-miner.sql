-- The machines made from claimed hash power, their daily output, and the grants to the external exchange
-- (docs/money-rules.md#7-hash-power-and-mining).
-- Uses: functions/platform/refuse-change.sql, functions/platform/require-future-day.sql

-- The claimed hash power of one order, which mines from the UTC day after its claim.
create table machine (
  id bigint generated always as identity primary key check (id < 1::bigint << 47),
  user_id bigint not null,
  order_id bigint not null unique,
  round_id bigint not null,
  hash_rate numeric(78, 0) not null check (hash_rate > 0 and hash_rate <> 'NaN'),
  claimed_at timestamptz not null,
  first_day int not null,
  last_day int not null check (last_day >= first_day)
);
create index machine_by_user on machine (user_id, id);

-- A UTC day: opened with its machines when it begins, assigned its emission when it is over, then paid in ranges of
-- users.
create table mining_day (
  day int primary key check (day between 0 and 65535),
  machines int not null,
  hash_rate numeric(78, 0) not null,
  -- The day's emission (dayEmission of the domain); null until the day is over and no settlement holds the lock.
  emission numeric(78, 0) check (emission >= 0 and emission <> 'NaN'),
  -- The remaining emission from which it was assigned: without the part that computed settlements draw.
  remaining numeric(78, 0) check (remaining >= emission),
  paid numeric(78, 0) not null default 0 check (paid <= emission),
  paid_at timestamptz
) with (fillfactor = 50);

-- A half of the users of a day that is being paid: two workers pay in parallel, each from the checkpoint of its half.
create table mining_day_part (
  day int references mining_day on delete cascade,
  part smallint,
  -- The part covers users above the first id up to the second; those up to the first are paid.
  after_user bigint not null,
  until_user bigint not null,
  is_paid boolean not null default false,
  primary key (day, part)
) with (fillfactor = 50);

-- One machine's output on one day. The day comes first in the key, so that a day is appended to table and index.
create table machine_day (
  day int not null,
  user_id bigint not null,
  machine_id bigint not null,
  hash_rate numeric(78, 0) not null,
  output numeric(78, 0) not null,
  -- The source id of its transfer.
  id bigint not null generated always as (machine_id * 65536 + day) stored,
  primary key (day, user_id, machine_id)
);

-- Cached totals for users of very many mined days, which are read without these rows. They can be recomputed at any
-- time (functions/miner/cache-mined.sql), and verify:ledger compares them.

-- The output of a user's machines on a paid day.
create table cached_mined_day (
  user_id bigint not null,
  day int not null,
  machines int not null,
  hash_rate numeric(78, 0) not null,
  output numeric(78, 0) not null,
  primary key (user_id, day)
);

-- A machine's output on all days up to the checkpoint.
create table cached_machine (
  machine_id bigint primary key,
  user_id bigint not null,
  output numeric(78, 0) not null,
  last_mined_day int not null
) with (fillfactor = 70);

-- The last day up to which the output of all of a user's machines is cached.
create table cached_mined_checkpoint (
  user_id bigint primary key,
  day int not null default -1
);

-- Settings of mining days, each from a UTC day on. The newest that is not after a day applies, so that a missed day is
-- paid by its own settings.
create table mining_setting (
  from_day int primary key check (from_day between 0 and 65535),
  daily_emission numeric(78, 0) not null check (daily_emission >= 0 and daily_emission <> 'NaN'),
  -- The hash power from which on a day releases the whole daily emission; with less, proportionally less.
  full_hash numeric(78, 0) not null check (full_hash > 0 and full_hash <> 'NaN'),
  machine_lifetime_days int not null check (machine_lifetime_days between 1 and 3650),
  set_at timestamptz not null default now()
);
insert into mining_setting (from_day, daily_emission, full_hash, machine_lifetime_days)
values (0, 10000 * 10::numeric ^ 18, 1000000 * 10::numeric ^ 18, 365);
create trigger mining_setting_of_future_day before insert or update on mining_setting
  for each row execute function require_future_day();
create trigger mining_setting_is_never_deleted before delete on mining_setting
  for each row execute function refuse_change();

-- The progress of the search for hash power of failed rounds that is claimed automatically, in the order of their
-- settlements.
create table hash_power_claim_progress (
  single boolean primary key default true check (single),
  settled_at timestamptz not null default 'epoch',
  round_id bigint not null default 0,
  -- The participants of the next round up to this user are done.
  after_user bigint not null default 0
);
insert into hash_power_claim_progress default values;

-- A participant's account at the exchange, after the exchange confirmed that it is theirs. Only bind_exchange_account()
-- writes it, and operators free it.
create table exchange_account (
  user_id bigint primary key,
  uid text not null unique check (uid ~ '^[0-9]{6,12}$'),
  bound_at timestamptz not null default now(),
  -- Whether rounds that failed while the account was being bound were searched for hash power.
  is_swept boolean not null default false
);
create index exchange_account_unswept on exchange_account (user_id) where not is_swept;

-- The account that a participant claims to own, until the exchange confirms it. It has no effect: any number of
-- participants may name one account, and its owner still can.
create table exchange_confirmation (
  user_id bigint primary key,
  -- New for each code; an answer belongs to one request.
  request_id uuid not null unique default gen_random_uuid(),
  uid text not null check (uid ~ '^[0-9]{6,12}$'),
  -- The code that the exchange showed the account's owner for this address.
  code text not null check (code ~ '^[A-Za-z0-9]{4,32}$'),
  -- The text for this account that the user's wallet signed; the worker verifies it again before it asks the exchange.
  message text not null,
  signature text not null check (signature ~ '^0x([0-9a-fA-F]{2})*$'),
  asked_at timestamptz not null default clock_timestamp(),
  -- rejected = the exchange did not confirm it; taken = it did, and the account is bound to another address.
  state text not null default 'waiting' check (state in ('waiting', 'rejected', 'taken')),
  attempts int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  last_error text,
  -- The X-Request-Id of the call that named the account.
  call_id text check (call_id ~ '^[A-Za-z0-9._-]{1,64}$')
) with (fillfactor = 80);
create index exchange_confirmation_due on exchange_confirmation (due_at) where state = 'waiting';

-- The grant of one machine: resent with the same id until the exchange acknowledges it.
create table exchange_grant (
  machine_id bigint primary key,
  grant_id uuid not null unique default gen_random_uuid(),
  user_id bigint not null,
  uid text not null,
  hash_rate numeric(78, 0) not null,
  -- alarm = the exchange confirmed a different grant or refused it: not resent until operators release it.
  state text not null default 'waiting' check (state in ('waiting', 'acknowledged', 'alarm')),
  attempts int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- Why the last attempt failed, or the reason of the alarm.
  last_error text,
  acknowledged_at timestamptz,
  -- The X-Request-Id of the requesting call, which identifies it in the logs of all processes; null without a call.
  call_id text check (call_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  check ((state = 'acknowledged') = (acknowledged_at is not null))
) with (fillfactor = 80);
create index exchange_grant_due on exchange_grant (due_at) where state = 'waiting';
create index exchange_grant_alarms on exchange_grant (machine_id) where state = 'alarm';
create index exchange_grant_waiting on exchange_grant (machine_id) where state = 'waiting';
create index exchange_grant_acknowledged on exchange_grant (machine_id) where state = 'acknowledged';
create index exchange_grant_by_user on exchange_grant (user_id, state, machine_id);

grant select on machine, mining_day, machine_day, mining_setting, cached_mined_day, cached_machine,
  cached_mined_checkpoint to city_mint_api, city_mint_worker;
grant select on mining_day to city_mint_ops;
-- Only the functions of mining days write their rows (functions/miner/).
grant select on mining_day_part to city_mint_worker;
grant select, update on hash_power_claim_progress to city_mint_worker;
grant select, insert on mining_setting to city_mint_operator;
grant update (daily_emission, full_hash, machine_lifetime_days, set_at) on mining_setting to city_mint_operator;
-- Only claim_machines() inserts machines and grants.
grant select on exchange_grant to city_mint_api, city_mint_worker;
-- Only bind_exchange_account() inserts accounts, and ask_exchange_confirmation() requests.
grant select on exchange_account, exchange_confirmation to city_mint_api, city_mint_worker;
grant select on exchange_account to city_mint_operator;
grant update (is_swept) on exchange_account to city_mint_worker;
-- The worker leases and postpones; record_grant_answer() and reject_exchange_account() write answers.
grant update (attempts, due_at, last_error) on exchange_confirmation to city_mint_worker;
grant update (attempts, due_at) on exchange_grant to city_mint_worker;
grant select on exchange_grant to city_mint_operator;
