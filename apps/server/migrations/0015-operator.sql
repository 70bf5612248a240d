-- Operators, the log of their actions, and the actions that wait for a second operator (docs/operating/actions.md).
-- Uses: functions/platform/refuse-change.sql

-- Operators whom operators added or removed, or whose role they set. Those named in the configuration are approvers
-- unless the row says otherwise; a removed one is not an operator, even if the configuration names it.
create table operator_account (
  address text primary key check (address ~ '^0x[0-9a-fA-F]{40}$'),
  -- A viewer reads; an operator also performs actions that require one operator, and proposes others; an approver also
  -- confirms.
  role text not null check (role in ('viewer', 'operator', 'approver')),
  -- Null for an operator who is only in the configuration.
  added_at timestamptz,
  removed_at timestamptz
);

-- Every operator action: operator, action, before and after, reason; and, as `refuse` and the action, every one that
-- was refused after its signature was accepted, with the refusal in `after`. Public and append-only.
create table operator_log (
  id bigint generated always as identity primary key,
  -- Entries are written one at a time, so that their times are in the order of their ids.
  at timestamptz not null default clock_timestamp(),
  operator text not null,
  -- The proposing operator, where an action requires two.
  proposed_by text,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text not null check (length(reason) between 1 and 500),
  -- The X-Request-Id of the call, which identifies it in the logs of all processes.
  request_id text not null,
  proposal_id bigint,
  -- The version of the changed subject, as the operator read it before signing.
  version text not null check (version ~ '^0x[0-9a-f]{64}$'),
  -- The EIP-712 data that the operator signed, its id, and the signature: every reader can verify them.
  signed jsonb not null,
  signed_id uuid not null unique,
  signature text not null check (signature ~ '^0x[0-9a-fA-F]{130}$'),
  check (proposed_by is null or proposed_by <> operator)
);
-- The last change of a subject is part of its version.
create index operator_log_subject on operator_log (subject, id);
-- For filters of the console.
create index operator_log_at on operator_log (at, id);
create index operator_log_operator on operator_log (operator, id);
create index operator_log_action on operator_log (action, id);
create index operator_log_operator_action on operator_log (operator, action, id);
create index operator_log_proposal on operator_log (proposal_id, id) where proposal_id is not null;
create trigger operator_log_is_append_only before update or delete or truncate on operator_log
  for each statement execute function refuse_change();

-- Drafts of plans: the fields as typed by an operator, visible to all operators. They have no effect: only a signed
-- action makes a plan.
create table plan_draft (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  -- Incremented by each change: a save based on an earlier version is refused.
  version int not null default 1,
  saved_by text not null,
  saved_at timestamptz not null default now()
);

-- Ids of received signed actions, including refused ones, so that each is used once. Those in the log stay there.
create table operator_signed_id (
  id uuid primary key,
  -- The EIP-712 hash of the signed data.
  digest text not null check (digest ~ '^0x[0-9a-f]{64}$'),
  -- The answer of a refused one, which a repeated request gets again.
  refusal jsonb,
  received_at timestamptz not null default now()
);
create index operator_signed_id_received_at on operator_signed_id (received_at);

-- Actions that loosen a restriction wait here for a second operator.
create table operator_proposal (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  params jsonb not null,
  before jsonb,
  after jsonb,
  -- The version of its subject, as the proposer read it; a change of the subject ends the proposal.
  version text not null check (version ~ '^0x[0-9a-f]{64}$'),
  reason text not null,
  proposed_by text not null,
  proposed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- `outdated`: its subject has changed; `lapsed`: its proposer may no longer propose it.
  state text not null default 'open'
    check (state in ('open', 'confirmed', 'rejected', 'outdated', 'lapsed', 'expired')),
  decided_by text,
  decided_at timestamptz,
  check (state <> 'confirmed' or (decided_by is not null and decided_by <> proposed_by)),
  check ((state = 'open') = (decided_at is null))
);
create index operator_proposal_open on operator_proposal (subject, id) where state = 'open';
create index operator_proposal_open_of on operator_proposal (proposed_by) where state = 'open';
create index operator_proposal_current on operator_proposal (expires_at, proposed_by) where state = 'open';
-- For filters of the console.
create index operator_proposal_state on operator_proposal (state, id);
create index operator_proposal_state_action on operator_proposal (state, action, id);
create index operator_proposal_closed on operator_proposal (id) where state <> 'open';
create index operator_proposal_closed_action on operator_proposal (action, id) where state <> 'open';

-- Operators' requests, until a worker has performed them. No field of the row is trusted: a worker verifies the
-- signature of an action. Its answer wakes the requesting process.
create table operator_request (
  id uuid primary key,
  request jsonb not null,
  call_id text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- A worker takes it before this time, or not at all: its caller has been answered `busy`.
  expires_at timestamptz not null default clock_timestamp() + interval '5 seconds',
  taken_at timestamptz,
  answer jsonb
);
create index operator_request_waiting on operator_request (asked_at) where taken_at is null;

grant select, insert (id, request, call_id) on operator_request to city_mint_ops;
grant select, delete, update (taken_at, answer) on operator_request to city_mint_operator;
-- Tables that operators' calls show.
grant select on ledger_journal, ledger_transfer_kinds to city_mint_ops;
grant select on alarm, chain_cursor, chain_node, city, contact_link, exchange_account, exchange_grant, faq_entry,
  faq_text, fund_reservation, ledger_account, ledger_journal_head, ledger_transfer, mining_setting, operator_account,
  operator_log, operator_payout, operator_proposal, payout_recipient, phase_plan, pool_setting, region_rule,
  reserve_funding, reserve_setting, round, round_cancellation, round_settlement, round_suspension, round_terms,
  round_transition, system_switch, team_grant, team_member, team_setting, text_override, unknown_payment, withdrawal,
  withdrawal_hold, withdrawal_limit, withdrawal_voucher to city_mint_ops;
-- Columns that they show of participants: all except those that sign, open or confirm something.
grant select on cached_machine, cached_mined_checkpoint, chain_event_pending, hash_power_claim, machine, machine_day,
  mining_day, mint_order, order_settlement, pool_day, pool_share, round_stage, team_bind to city_mint_ops;
grant select (user_id, uid, state, asked_at, attempts, last_error) on exchange_confirmation to city_mint_ops;
grant select, insert, update, delete on plan_draft to city_mint_ops;
grant select, insert, update on operator_account to city_mint_operator;
grant select, insert on operator_log, operator_proposal to city_mint_operator;
grant select, insert, delete, update (refusal) on operator_signed_id to city_mint_operator;
-- Operators decide proposals; the proposer never changes.
grant update (state, decided_by, decided_at) on operator_proposal to city_mint_operator;
grant select on operator_account, operator_proposal, operator_log to city_mint_api;
