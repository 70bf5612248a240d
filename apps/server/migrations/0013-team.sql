-- Teams: who invited whom, once and for ever; figures of everyone's team, node types, levels, leaderboards (docs/money-rules.md, section 8).

-- Texts that confirm one act that cannot be undone; each serves that act alone, once (session).
create table confirmation (
  nonce text primary key check (nonce ~ '^[0-9a-f]{32}$'),
  user_id bigint not null,
  action text not null,
  -- What exactly is confirmed, as the act itself will ask for it.
  fields jsonb not null,
  message text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index confirmation_by_user on confirmation (user_id, expires_at);
create index confirmation_by_expiry on confirmation (expires_at);

-- Who has referrals of his own is asked at each binding.
create index participant_by_inviter on participant (inviter_id) where inviter_id is not null;

create function participant_protect_inviter() returns trigger language plpgsql as $$
begin
  raise exception 'an inviter is bound for ever' using errcode = 'restrict_violation';
end
$$;
create trigger participant_inviter_is_final before update of inviter_id on participant
  for each row when (old.inviter_id is not null and new.inviter_id is distinct from old.inviter_id)
  execute function participant_protect_inviter();

-- Locks what decides whether p_user can be bound below p_inviter (null = nobody) until the transaction ends, and gives who is above both.
-- A user without referrals is above nobody, and while his row is locked nobody can come below him. Only who has referrals could close a
-- circle; such bindings wait for each other, so the way up that they read cannot change meanwhile. Rows are locked in the order of their
-- ids: two users who bind each other do not wait in a ring.
create function lock_for_bind(p_user bigint, p_inviter bigint, out bound_to bigint, out above bigint[]) language plpgsql as $$
begin
  above := '{}';
  insert into participant (user_id)
  select distinct u from unnest(array[p_user, p_inviter]) u where u is not null order by u
  on conflict do nothing;
  if p_inviter < p_user then
    perform 1 from participant where user_id = p_inviter for key share;
  end if;
  select inviter_id into bound_to from participant where user_id = p_user for update;
  if p_inviter > p_user then
    perform 1 from participant where user_id = p_inviter for key share;
  end if;
  if bound_to is null and p_inviter <> p_user and exists (select 1 from participant where inviter_id = p_user) then
    perform pg_advisory_xact_lock(4207300013);
    with recursive up as (
      select inviter_id as id from participant where user_id = p_inviter and inviter_id is not null
      union
      select p.inviter_id from up join participant p on p.user_id = up.id where p.inviter_id is not null
    )
    select coalesce(array_agg(id), '{}') into above from up;
  end if;
end
$$;

-- Each binding, in the order in which they came; carried is set once the figures of everyone above include it.
create table team_bind (
  id bigint generated always as identity primary key,
  user_id bigint not null unique,
  inviter_id bigint not null,
  bound_at timestamptz not null default now(),
  carried boolean not null default false
);
create index team_bind_by_inviter on team_bind (inviter_id, id desc);
create index team_bind_to_carry on team_bind (id) where not carried;
insert into team_bind (user_id, inviter_id)
select user_id, inviter_id from participant where inviter_id is not null order by user_id;

-- One row for everyone who was bound, invited somebody or had an order settled; written by the worker alone, one at a time.
-- A direct referral's leg is own_performance + team_performance of that referral's row.
create table team_member (
  user_id bigint primary key,
  -- As far as the figures know it.
  inviter_id bigint,
  -- Had an order settled, minted or failed.
  has_joined boolean not null default false,
  direct_count int not null default 0,
  joined_direct_count int not null default 0,
  team_count int not null default 0,
  -- JU of minted orders: own, of everyone below, and of the largest leg.
  own_performance numeric(78, 0) not null default 0,
  team_performance numeric(78, 0) not null default 0,
  largest_leg numeric(78, 0) not null default 0,
  -- JU of own failed orders, and of direct referrals' minted ones.
  liquidated numeric(78, 0) not null default 0,
  recommended numeric(78, 0) not null default 0,
  -- JU of referral rewards: what this user's orders earned the inviter, and what this user earned as an inviter.
  earned_for_inviter numeric(78, 0) not null default 0,
  rewards numeric(78, 0) not null default 0,
  -- Positions in the lists of node types and of levels: 0 = none.
  granted_type smallint not null default 0,
  reward_level smallint not null default 0,
  node_type smallint not null default 0,
  performance_level smallint not null default 0,
  team_level smallint not null default 0
) with (fillfactor = 70);
-- Who has a weight in a pool.
create index team_member_of_node on team_member (user_id) where node_type > 0;
create index team_member_of_level on team_member (user_id) where team_level > 0;

-- Which users of a settled round the figures include already; a round that is done stays here as the mark.
create table team_round (
  round_id bigint primary key,
  last_user bigint not null default 0,
  done boolean not null default false
);

-- What node types and levels ask for; the newest row counts.
create table team_setting (
  version int generated always as identity primary key,
  node_thresholds jsonb not null,
  level_thresholds jsonb not null,
  reason text not null,
  set_at timestamptz not null default now()
);
insert into team_setting (node_thresholds, level_thresholds, reason) values (
  '{"personal": {"joinedDirects": 3, "teamPerformance": "10000000000000000000000"},
    "community": {"joinedDirects": 10, "teamPerformance": "100000000000000000000000"},
    "super": {"joinedDirects": 30, "teamPerformance": "1000000000000000000000000"}}',
  '{"1": "10000000000000000000000", "2": "50000000000000000000000", "3": "200000000000000000000000",
    "4": "1000000000000000000000000", "5": "5000000000000000000000000"}',
  'first thresholds');

-- How far the worker has come; its row lock says which worker is at it.
create table team_progress (
  single boolean primary key default true check (single),
  -- Every round up to here is settled and carried.
  rounds_below bigint not null default 0,
  -- The thresholds by which standings are, or are being, computed; and up to which user they are anew, null = everybody's.
  status_version int not null default 1,
  status_after bigint,
  -- Parts of settled rounds carried so far.
  batches bigint not null default 0
);
insert into team_progress default values;

-- What the operator granted; the newest of each kind counts. Applied once the standing includes it.
create table team_grant (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  node_type smallint check (node_type between 0 and 4),
  reward_level smallint check (reward_level between 0 and 5),
  reason text not null,
  granted_at timestamptz not null default now(),
  applied boolean not null default false,
  check (num_nonnulls(node_type, reward_level) > 0)
);
create index team_grant_to_apply on team_grant (id) where not applied;
create index team_grant_by_user on team_grant (user_id, id);

-- Each change of somebody's node type or level.
create table team_status_change (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  node_type smallint not null,
  reward_level smallint not null,
  performance_level smallint not null,
  team_level smallint not null,
  changed_at timestamptz not null default now()
);
create index team_status_change_by_user on team_status_change (user_id, id);

-- What each UTC day's settlements came to for a user, in JU; the leaderboards of days, weeks and months add these up.
create table team_day (
  day date not null,
  user_id bigint not null,
  minted numeric(78, 0) not null default 0,
  liquidated numeric(78, 0) not null default 0,
  recommended numeric(78, 0) not null default 0,
  primary key (day, user_id)
) with (fillfactor = 70);

-- The first places of each leaderboard, computed by the worker.
create table leaderboard_place (
  board text not null check (board in ('recommendation', 'mint', 'liquidation')),
  period text not null check (period in ('today', 'week', 'month', 'all')),
  place int not null,
  rank int not null,
  user_id bigint not null,
  amount numeric(78, 0) not null,
  primary key (board, period, place)
);
create table leaderboard_state (
  single boolean primary key default true check (single),
  computed_at timestamptz,
  -- How many parts of settled rounds, and which day, the boards show; -1 = somebody came or went since.
  batches bigint not null default 0,
  day date
);
insert into leaderboard_state default values;

-- Who does not want to be on leaderboards.
create table leaderboard_absence (
  user_id bigint primary key,
  since timestamptz not null default now()
);

grant select, insert, delete on confirmation to city_mint_api;
grant update (inviter_id) on participant to city_mint_api;
grant select on team_bind, team_member, team_round, team_setting, team_progress, team_grant, team_status_change, team_day,
  leaderboard_place, leaderboard_state, leaderboard_absence to city_mint_api, city_mint_worker;
grant insert on team_bind, team_grant, team_setting to city_mint_api;
grant insert, delete on leaderboard_absence to city_mint_api;
grant update (batches) on leaderboard_state to city_mint_api;
grant update (carried) on team_bind to city_mint_worker;
grant update (applied) on team_grant to city_mint_worker;
grant insert, update on team_member, team_round, team_day to city_mint_worker;
grant update on team_progress, leaderboard_state to city_mint_worker;
grant insert on team_status_change to city_mint_worker;
grant insert, delete on leaderboard_place to city_mint_worker;
