-- Who operates the system, what they may change, and the log of every such act (docs/operating.md).

-- The calls of operators act as a role of their own: what participants' calls run as can change none of this.
do $$
begin
  begin
    create role city_mint_operator nologin;
  exception
    when duplicate_object or unique_violation then null;
  end;
  grant city_mint_operator to current_user;
  grant usage on schema public to city_mint_operator;
end
$$;

-- A sign-in text and a session are either a participant's or an operator's; neither serves for the other.
alter table sign_in_message add column scope text not null default 'participant' check (scope in ('participant', 'operator'));
alter table session add column scope text not null default 'participant' check (scope in ('participant', 'operator'));
-- How its owner names a session; the hash of the token stays inside.
alter table session add column id bigint generated always as identity;
create unique index session_by_id on session (id);

-- Operators besides those that the configuration names.
create table operator_account (
  address text primary key check (address ~ '^0x[0-9a-fA-F]{40}$'),
  added_at timestamptz not null default now(),
  removed_at timestamptz
);

-- Every act of an operator: who, what, before and after, why. Anyone may read it; nobody can change it.
create table operator_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  operator text not null,
  -- Who had proposed it, where an act takes two.
  proposed_by text,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text not null check (length(reason) between 1 and 500),
  -- The id of the call, as the logs of the processes have it.
  request_id text not null,
  check (proposed_by is null or proposed_by <> operator)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger operator_log_only_grows before update or delete on operator_log for each row execute function refuse_change();
create trigger operator_log_is_kept before truncate on operator_log for each statement execute function refuse_change();

-- Acts that loosen something wait here for a second person.
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

-- How long a withdrawal to an address that is new to its user is refused.
create table withdrawal_hold (
  single boolean primary key default true check (single),
  hours int not null check (hours between 0 and 720)
);
insert into withdrawal_hold (hours) values (48);
-- When a user first asked for a withdrawal to an address.
create table withdrawal_recipient (
  user_id bigint not null,
  recipient text not null,
  first_asked_at timestamptz not null default now(),
  primary key (user_id, recipient)
);

alter table withdrawal drop constraint withdrawal_returned_because_check;
alter table withdrawal add constraint withdrawal_returned_because_check
  check (returned_because in ('expired', 'cancelled', 'rejected'));
create index withdrawal_waiting on withdrawal (id) where state = 'requested';

-- Final deposits that wait because recharging is paused; credited, and gone from here, when it goes on.
create table recharge_waiting (
  seq bigint primary key,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  -- What the crediting needs: the event and its log, as read from the chain.
  deposit jsonb not null,
  recorded_at timestamptz not null default now()
);

alter table ledger_transfer_roles drop constraint ledger_transfer_roles_mover_check;
alter table ledger_transfer_roles add constraint ledger_transfer_roles_mover_check
  check (mover in ('city_mint_api', 'city_mint_worker', 'city_mint_indexer', 'city_mint_operator'));
-- A withdrawal that an operator rejects goes back; the treasury funds the reserve.
insert into ledger_transfer_roles values (4, 'city_mint_operator'), (19, 'city_mint_operator');

grant execute on function ledger_open_accounts, ledger_lock_accounts, ledger_post_transfer to city_mint_operator;
grant select on ledger_account, ledger_transfer, app_user, session, phase_plan, city, withdrawal, reserve_funding
  to city_mint_operator;
grant update (ended_at, ended_why) on session to city_mint_operator;
grant select, update on system_switch, withdrawal_limit, withdrawal_hold, reserve_setting to city_mint_operator;
grant update (state, due_at, returned_at, returned_because) on withdrawal to city_mint_operator;
grant insert on phase_plan, city, reserve_funding to city_mint_operator;
grant update (name, latitude, longitude) on city to city_mint_operator;
grant select, insert, update, delete on text_override to city_mint_operator;
grant select, insert, update on operator_account, operator_proposal to city_mint_operator;
grant select, insert on operator_log to city_mint_operator;
grant select on operator_account, operator_proposal, operator_log, withdrawal_hold to city_mint_api;
grant select, insert on withdrawal_recipient to city_mint_api;
grant select, insert, delete on recharge_waiting to city_mint_indexer;
grant select on recharge_waiting to city_mint_api, city_mint_worker;
