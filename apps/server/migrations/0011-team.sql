-- Teams: inviters, the figures of every user's team, node types, levels, leaderboards
-- (docs/money-rules.md#8-team-nodes-levels).
-- Uses: functions/team/team-bind-becomes-due.sql, functions/team/check-status-changes.sql
-- Uses: functions/team/require-announced-day.sql, functions/team/leaderboard-names.sql
-- Uses: functions/platform/refuse-change.sql

-- Each binding, in order. Its time is read under the same lock as that of participant, which is written before it
-- (functions/rounds/time-binding.sql): an order is attributed by the bindings before its settlement.
create table team_bind (
  id bigint generated always as identity primary key,
  user_id bigint not null unique,
  inviter_id bigint not null,
  bound_at timestamptz not null default clock_timestamp()
);
create index team_bind_by_inviter on team_bind (inviter_id, id desc);
create index team_bind_by_time on team_bind (bound_at);
-- The bindings that are not yet part of the figures of the members above. Rows are deleted here instead of updated in
-- team_bind, whose indexes would each get an entry.
create table team_bind_due (
  bind_id bigint not null
);
create trigger team_bind_is_due after insert on team_bind referencing new table as bound
  for each statement execute function team_bind_becomes_due();

-- Participants' requests to be bound to the inviter that their wallet confirmed. Only ask_inviter_binding() inserts
-- rows. A verifier checks the signature, and binds or refuses; the decision stays, so that a repeated call gets the
-- same answer.
create table inviter_request (
  user_id bigint not null,
  -- The nonce of the signed text: each text can be used for one request.
  nonce text not null check (nonce ~ '^[0-9a-f]{32}$'),
  -- EIP-55, as in the text.
  inviter text not null check (inviter ~ '^0x[0-9a-fA-F]{40}$'),
  message text not null check (length(message) <= 10000),
  signature text not null check (length(signature) <= 20000 and signature ~ '^0x([0-9a-fA-F]{2})*$'),
  asked_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'bound', 'refused')),
  -- Why it was refused, else null.
  refusal text check (refusal in ('signature-invalid', 'message-expired', 'already-bound', 'unknown-address',
    'own-address', 'below-yourself')),
  attempts int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- Why it is not decided yet.
  last_error text,
  -- The X-Request-Id of the requesting call.
  call_id text check (call_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  primary key (user_id, nonce),
  check ((state = 'refused') = (refusal is not null))
) with (fillfactor = 80);
create index inviter_request_due on inviter_request (due_at) where state = 'waiting';

-- One row for each user with a binding, a referral or a settled order; written by one worker at a time. A direct
-- referral's leg is own_performance + team_performance of that referral's row.
create table team_member (
  user_id bigint primary key,
  -- According to the bindings that are rolled up.
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
  -- Own and team performance of a direct referral whose inviter has so many referrals that an index must sort them.
  -- Null for all others, so that their rows are updated in place, without a new entry in any index.
  listed_leg numeric(78, 0),
  -- JU of own failed orders, and of direct referrals' minted ones.
  liquidated numeric(78, 0) not null default 0,
  recommended numeric(78, 0) not null default 0,
  -- JU of referral rewards: the inviter's earnings from this user's orders, and this user's earnings as an inviter.
  earned_for_inviter numeric(78, 0) not null default 0,
  rewards numeric(78, 0) not null default 0,
  -- Indexes into the lists of node types and of levels: 0 = none.
  granted_type smallint not null default 0,
  reward_level smallint not null default 0,
  node_type smallint not null default 0,
  performance_level smallint not null default 0,
  team_level smallint not null default 0
) with (fillfactor = 70);
-- Users with a weight in a pool.
create index team_member_of_node on team_member (user_id) where node_type > 0;
create index team_member_of_level on team_member (user_id) where team_level > 0;
-- Direct referrals of inviters with very many, by their leg's performance; those of others are found by their bindings.
create index team_member_by_leg on team_member (inviter_id, listed_leg, user_id) where listed_leg > 0;

-- Accepted amounts of minted orders by UTC day of their settlement, in JU, attributed to the nearest member above the
-- order's owner with a node type, and to the nearest with a level, at the time of the settlement. Each order counts
-- once in each.
create table team_attribution (
  user_id bigint not null,
  day int not null,
  nodes numeric(78, 0) not null default 0 check (nodes >= 0 and nodes <> 'NaN'),
  levels numeric(78, 0) not null default 0 check (levels >= 0 and levels <> 'NaN'),
  primary key (user_id, day)
) with (fillfactor = 70);

-- The rolled-up users of a settled round; the row of a completed round stays as its checkpoint.
create table team_round (
  round_id bigint primary key,
  last_user bigint not null default 0,
  done boolean not null default false
);

-- The thresholds of node types and levels, announced seven days ahead: a member sees them before they count. The newest
-- row whose day has begun applies; days rise with versions.
create table team_setting (
  version int generated always as identity primary key,
  -- The UTC day from which it applies.
  from_day int not null,
  node_thresholds jsonb not null,
  level_thresholds jsonb not null,
  reason text not null,
  set_at timestamptz not null default now()
);
insert into team_setting (from_day, node_thresholds, level_thresholds, reason) values (
  0,
  '{"personal": {"joinedDirects": 3, "teamPerformance": "10000000000000000000000"},
    "community": {"joinedDirects": 10, "teamPerformance": "100000000000000000000000"},
    "super": {"joinedDirects": 30, "teamPerformance": "1000000000000000000000000"}}',
  '{"1": "10000000000000000000000", "2": "50000000000000000000000", "3": "200000000000000000000000",
    "4": "1000000000000000000000000", "5": "5000000000000000000000000"}',
  'first thresholds');
create trigger team_setting_is_announced before insert on team_setting
  for each row execute function require_announced_day();
create trigger team_setting_is_final before update or delete on team_setting
  for each statement execute function refuse_change();

-- The worker's progress; the lock on its row decides which worker rolls up.
create table team_progress (
  single boolean primary key default true check (single),
  -- Every round up to this one is settled and rolled up.
  rounds_below bigint not null default 0,
  -- The thresholds by which statuses are computed, and the user up to whom the recomputation is done; null = it is
  -- complete.
  status_version int not null default 1,
  status_after bigint,
  -- The number of rolled-up batches of settled rounds.
  batches bigint not null default 0,
  -- Identifies the last transaction that wrote team_member: a process whose cached tree has this version need not read
  -- it.
  tree_version uuid
);
insert into team_progress default values;

-- Node types and levels that operators granted; the newest of each kind applies, once the status includes it.
create table team_grant (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  node_type smallint check (node_type between 0 and 4),
  reward_level smallint check (reward_level between 0 and 5),
  reason text not null,
  granted_at timestamptz not null default now(),
  applied boolean not null default false,
  applied_at timestamptz,
  check (num_nonnulls(node_type, reward_level) > 0)
);
create index team_grant_to_apply on team_grant (id) where not applied;
create index team_grant_by_user on team_grant (user_id, id);
-- For operators' lists: grants of node types, and of levels.
create index team_grant_of_node_types on team_grant (id) where node_type is not null;
create index team_grant_of_levels on team_grant (id) where reward_level is not null;

-- Each change of a user's node type or level. The time is that of the change rather than of its transaction: the status
-- at the end of a day is computed from these rows.
create table team_status_change (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  node_type smallint not null,
  reward_level smallint not null,
  performance_level smallint not null,
  team_level smallint not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index team_status_change_by_user on team_status_change (user_id, id);
create index team_status_change_by_time on team_status_change (changed_at);
create trigger team_status_change_is_as_granted after insert on team_status_change referencing new table as changed
  for each statement execute function check_status_changes();

-- A user's team on one UTC day, by the day of the settlement: own minted and failed orders, direct referrals' minted
-- orders and the rewards for them, in JU; and newly bound direct referrals. Leaderboards of days, weeks and months sum
-- it up.
create table team_day (
  day date not null,
  user_id bigint not null,
  minted numeric(78, 0) not null default 0,
  liquidated numeric(78, 0) not null default 0,
  recommended numeric(78, 0) not null default 0,
  rewards numeric(78, 0) not null default 0,
  bound int not null default 0,
  primary key (day, user_id)
) with (fillfactor = 70);
create index team_day_by_user on team_day (user_id, day);

-- The first three of each leaderboard, and the first of those who show themselves, computed by the worker. Ranks count
-- everyone.
create table leaderboard_place (
  board text not null check (board in ('recommendation', 'mint', 'liquidation')),
  period text not null check (period in ('today', 'week', 'month', 'all')),
  place int not null,
  rank int not null,
  user_id bigint not null,
  amount numeric(78, 0) not null,
  primary key (board, period, place)
);
-- All amounts of a leaderboard with their ranks, highest first, in parts of the same number of amounts: a rank is read
-- from one part, however many users there are.
create table leaderboard_part (
  board text not null,
  period text not null,
  lowest numeric(78, 0) not null,
  amounts numeric[] not null,
  ranks int[] not null,
  primary key (board, period, lowest)
);
create table leaderboard_state (
  single boolean primary key default true check (single),
  computed_at timestamptz,
  -- The rolled-up batches and the day that the boards include; -1 = a user showed themselves since.
  batches bigint not null default 0,
  day date
);
insert into leaderboard_state default values;

-- Users who chose to be shown on the leaderboards, and their names. Only set_leaderboard_name() writes rows, and
-- remove_leaderboard_name() deletes one.
create table leaderboard_name (
  user_id bigint primary key,
  name text not null check (is_leaderboard_name(name)),
  since timestamptz not null default now()
);
create unique index leaderboard_name_is_unique on leaderboard_name (leaderboard_name_key(name));
-- Names that operators removed: no one can choose them or similar ones again.
create table removed_leaderboard_name (
  user_id bigint not null,
  name text not null,
  removed_at timestamptz not null default now(),
  -- Whether the user has chosen another name since, or to stay hidden.
  answered boolean not null default false,
  primary key (user_id, name)
);
create index removed_leaderboard_name_by_key on removed_leaderboard_name (leaderboard_name_key(name));

grant select on team_bind, team_member, team_round, team_setting, team_progress, team_grant, team_status_change,
  team_attribution, team_day, leaderboard_place, leaderboard_part, leaderboard_state, leaderboard_name
  to city_mint_api, city_mint_worker;
grant select on removed_leaderboard_name to city_mint_api;
-- Only operators set statuses and thresholds.
grant select on team_member to city_mint_operator;
-- The preview of an action reads what the action reads.
grant select on leaderboard_name to city_mint_operator, city_mint_ops;
grant select, insert on team_grant, team_setting to city_mint_operator;
-- The api shows the outcome of a request; the verifier checks the wallet's signature and has the request decided
-- (functions/team/decide-inviter-requests.sql).
grant select (user_id, nonce, inviter, asked_at, state, refusal) on inviter_request to city_mint_api;
grant select, update (attempts, due_at, last_error) on inviter_request to city_mint_verifier;
grant select, delete on team_bind_due to city_mint_worker;
-- Only functions write attributed amounts, the progress of rounds and applied grants (functions/team/). The worker
-- writes the figures of members and the statuses that result from them, but not the time of a change.
grant insert, update on team_member, team_day to city_mint_worker;
grant update (status_version, status_after, tree_version) on team_progress to city_mint_worker;
grant update on leaderboard_state to city_mint_worker;
grant insert (user_id, node_type, reward_level, performance_level, team_level) on team_status_change
  to city_mint_worker;
grant insert, delete on leaderboard_place, leaderboard_part to city_mint_worker;
