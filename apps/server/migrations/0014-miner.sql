-- Compensation hash power, the machines it becomes, and what they mine each day (docs/money-rules.md, section 7).

-- A UTC day, counted from 1970-01-01.
create function utc_day(at timestamptz) returns int
  language sql immutable strict parallel safe as $$ select floor(extract(epoch from at) / 86400)::int $$;

-- Hash power of failed orders that was claimed: an order's is claimed once.
create table hash_power_claim (
  order_id bigint primary key,
  user_id bigint not null,
  round_id bigint not null,
  hash numeric(78, 0) not null check (hash > 0 and hash <> 'NaN'),
  claimed_at timestamptz not null default clock_timestamp()
);
create index order_settlement_with_hash_power on order_settlement (user_id, order_id) include (hash) where hash > 0;

-- A mining day sets aside what it may pay while no settlement has the turn; from then on settlements count without it, and neither waits for
-- the other. `mining_waits` keeps the next settlement from taking the turn before a day that is due had its moment.
alter table settlement_slot
  add emission_frozen numeric(78, 0) not null default 0 check (emission_frozen >= 0 and emission_frozen <> 'NaN'),
  add mining_waits boolean not null default false;

-- Claimed hash power of one order at work: from the UTC day after its claim on.
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

-- A UTC day: opened with its machines when it begins, given its emission when it is over, then paid in ranges of user ids.
create table mining_day (
  day int primary key check (day between 0 and 65535),
  machines int not null,
  hash_rate numeric(78, 0) not null,
  -- min(daily emission, what was left); null until the day is over and no settlement is under way.
  emission numeric(78, 0) check (emission >= 0 and emission <> 'NaN'),
  paid numeric(78, 0) not null default 0 check (paid <= emission),
  -- Everyone up to this user is paid.
  after_user bigint not null default 0,
  paid_at timestamptz
) with (fillfactor = 50);

-- What one machine got on one day. Days lead the key, so a day is written at the end of the table and of its index.
create table machine_day (
  day int not null,
  user_id bigint not null,
  machine_id bigint not null,
  hash_rate numeric(78, 0) not null,
  output numeric(78, 0) not null,
  -- The cause of its transfer.
  id bigint not null generated always as (machine_id * 65536 + day) stored,
  primary key (day, user_id, machine_id)
);

create table mining_setting (
  single boolean primary key default true check (single),
  daily_emission numeric(78, 0) not null check (daily_emission >= 0 and daily_emission <> 'NaN'),
  machine_lifetime_days int not null check (machine_lifetime_days between 1 and 3650)
);
insert into mining_setting (daily_emission, machine_lifetime_days) values (10000 * 10::numeric ^ 18, 365);

-- How far the failed rounds are searched for hash power that is claimed without asking; settlements follow one another, so their times do too.
create table hash_power_claim_progress (
  single boolean primary key default true check (single),
  settled_at timestamptz not null default 'epoch',
  round_id bigint not null default 0,
  -- The participants of the round after that one who are done.
  after_user bigint not null default 0
);
insert into hash_power_claim_progress default values;

grant select on hash_power_claim, machine, mining_day, machine_day, mining_setting to city_mint_api, city_mint_worker;
grant insert on hash_power_claim, machine to city_mint_api, city_mint_worker;
grant insert, update on mining_day to city_mint_worker;
grant insert on machine_day to city_mint_worker;
-- One worker pays a day at a time: it holds the row of the settings.
grant update on mining_setting to city_mint_worker;
grant select, update on hash_power_claim_progress to city_mint_worker;
