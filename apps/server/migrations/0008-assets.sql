-- Recharges and withdrawals of users, the vouchers signed for them, their limits, and payouts of the
-- operator.
-- Uses: functions/platform/refuse-change.sql
create table recharge (
  -- The chain event that credited it.
  seq bigint primary key,
  user_id bigint not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  block_number bigint not null,
  -- The time of the block with the user's transaction; the ledger has it since credited_at.
  block_at timestamptz not null,
  tx_hash text not null,
  gas_fee numeric(78, 0),
  credited_at timestamptz not null default now()
);
create index recharge_by_user on recharge (user_id, block_at desc, seq desc);
create index recharge_by_transaction on recharge (tx_hash);
create index recharge_by_credit on recharge (currency, credited_at) include (user_id, amount);

-- Final deposits that wait because recharging is paused; credited, and deleted here, when it is resumed.
create table recharge_waiting (
  seq bigint primary key,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  -- What crediting needs: the event and its log, as read from the chain.
  deposit jsonb not null,
  recorded_at timestamptz not null default now()
);

create table withdrawal (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  request_id uuid not null,
  body_hash bytea not null,
  -- The id of its vouchers on chain: random and never another, so that it is paid once.
  voucher_id text not null unique check (voucher_id ~ '^0x[0-9a-f]{64}$'),
  account text not null,
  recipient text not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  -- Whether the amount was above what needs an operator's approval; part of the answer to the request, so it never
  -- changes.
  approval_needed boolean not null default false,
  -- A payout of the operator's: operator_payout has its row.
  is_payout boolean not null default false,
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'signed', 'completed', 'returned')),
  -- To the millisecond, as lists and their cursors show it.
  requested_at timestamptz(3) not null default now(),
  -- When the worker has something to sign for it next; null = nothing.
  due_at timestamptz default now(),
  -- When an operator asked that no more vouchers are signed for it.
  cancel_asked_at timestamptz,
  -- The two operators who approved an amount above the threshold; neither is the user who requested it.
  proposed_by text,
  approved_by text,
  -- The time of the block that paid it; the ledger has that since booked_at.
  completed_at timestamptz,
  booked_at timestamptz,
  returned_at timestamptz,
  return_reason text check (return_reason in ('expired', 'cancelled', 'rejected')),
  tx_hash text,
  block_number bigint,
  gas_fee numeric(78, 0),
  -- The X-Request-Id of the call that asked for it, by which the logs of all processes name it; null where no call did.
  call_id text check (call_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  unique (user_id, request_id),
  constraint withdrawal_approved_by_two check (
    num_nonnulls(proposed_by, approved_by) <> 1 and proposed_by <> approved_by
    and proposed_by not in (account, recipient) and approved_by not in (account, recipient))
);
-- With what operators filter and sort one user's by.
create index withdrawal_by_user on withdrawal (user_id, requested_at desc, id desc) include (currency, amount, state);
-- By when its last transfer was made: those of a statement's period.
create index withdrawal_by_transfer on withdrawal (user_id, greatest(requested_at, booked_at, returned_at));
create index withdrawal_due on withdrawal (due_at) where due_at is not null;
create index withdrawal_signed on withdrawal (id) where state = 'signed';
create index withdrawal_waiting on withdrawal (id) where state = 'requested';
create index withdrawal_by_day on withdrawal (currency, requested_at, id);
-- The lists of operators: of all users, of a state, by time or within a currency by amount.
create index withdrawal_by_time on withdrawal (requested_at, id);
create index withdrawal_by_state on withdrawal (state, requested_at, id);
create index withdrawal_by_amount on withdrawal (currency, amount, id);
create index withdrawal_by_state_and_amount on withdrawal (currency, state, amount, id);
create index withdrawal_by_transaction on withdrawal (tx_hash) where tx_hash is not null;

-- Each signature made for a withdrawal; the last deadline decides when it may be returned.
create table withdrawal_voucher (
  withdrawal_id bigint not null,
  number int not null,
  valid_after timestamptz not null,
  deadline timestamptz not null,
  signature text not null,
  signed_at timestamptz not null default now(),
  primary key (withdrawal_id, number)
);

-- Payments of the vault that no withdrawal explains (a restored database, a stolen key): reading is halted until two
-- operators have said against what each is booked.
create table unknown_payment (
  -- The vault's own number of the payment.
  seq bigint primary key,
  voucher_id text not null,
  account text not null,
  recipient text not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  tx_hash text not null,
  block_number bigint not null,
  block_at timestamptz not null,
  found_at timestamptz not null default now(),
  -- Who signed the voucher in the transaction's calldata, and whether that proves the payment.
  examined_at timestamptz,
  voucher_signer text,
  proven boolean not null default false,
  booked_against text check (booked_against in ('account', 'treasury')),
  decided_at timestamptz,
  -- When its event was applied, whose account paid (null = the system's), and how much is booked, in how many parts.
  applied_at timestamptz,
  user_id bigint,
  covered numeric(78, 0) not null default 0 check (covered between 0 and amount),
  parts int not null default 0
);
create index unknown_payment_by_user on unknown_payment (user_id) where user_id is not null;

-- The most that may be withdrawn, in base units: at once, by a user and by all users in any 24 hours, and the amount
-- above which an operator approves (null = none).
create table withdrawal_limit (
  currency smallint primary key,
  per_withdrawal numeric(78, 0) not null check (per_withdrawal >= 0 and per_withdrawal <> 'NaN'),
  per_user_day numeric(78, 0) not null check (per_user_day >= 0 and per_user_day <> 'NaN'),
  per_day numeric(78, 0) not null check (per_day >= 0 and per_day <> 'NaN'),
  approval_above numeric(78, 0) check (approval_above >= 0 and approval_above <> 'NaN')
);
insert into withdrawal_limit values
  (0, 50000 * 10::numeric ^ 18, 100000 * 10::numeric ^ 18, 1000000 * 10::numeric ^ 18, null),
  (1, 500000 * 10::numeric ^ 18, 1000000 * 10::numeric ^ 18, 10000000 * 10::numeric ^ 18, null);

-- How long withdrawals to an address that is new to its user are refused.
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

-- Wallets of the operator's that may receive payouts, once they have been registered as long as a new address waits.
create table payout_recipient (
  address text primary key check (address ~ '^0x[0-9a-fA-F]{40}$'),
  registered_at timestamptz not null default now(),
  removed_at timestamptz
);

-- What the operator was paid of what it earned, and for what; each goes the way of a withdrawal.
create table operator_payout (
  withdrawal_id bigint primary key,
  source text not null check (source in ('treasury', 'launch-costs')),
  recipient text not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  purpose text not null check (length(purpose) between 3 and 500),
  -- Of the invoice or contract that it pays.
  document_hash text not null check (document_hash ~ '^0x[0-9a-f]{64}$'),
  proposed_by text not null,
  approved_by text not null,
  paid_at timestamptz not null default now(),
  constraint operator_payout_by_two check (proposed_by <> approved_by and recipient not in (proposed_by, approved_by))
);
create index operator_payout_by_time on operator_payout (source, paid_at);
create index operator_payout_by_source on operator_payout (source, withdrawal_id);
create index operator_payout_by_recipient on operator_payout (recipient, withdrawal_id);
create index operator_payout_by_both on operator_payout (recipient, source, withdrawal_id);
create trigger operator_payout_is_never_changed before update or delete or truncate on operator_payout
  for each statement execute function refuse_change();

-- The vault as a majority of the nodes showed it to a worker at the end of a block. For operators; decides nothing.
create table vault_reading (
  single boolean primary key default true check (single),
  vault text not null check (vault ~ '^0x[0-9a-fA-F]{40}$'),
  block_number bigint not null,
  -- Whose vouchers it pays; the zero address = it pays none.
  signer text not null check (signer ~ '^0x[0-9a-fA-F]{40}$'),
  deposits_paused boolean not null,
  withdrawals_paused boolean not null,
  -- The number of its last event.
  last_seq bigint not null,
  read_at timestamptz not null default now()
);

-- The rule of each of its tokens, what it accounts for, and what its window still permits; base units.
create table vault_token_reading (
  currency smallint primary key,
  listed boolean not null,
  minimum_deposit numeric(78, 0) not null,
  window_seconds bigint not null,
  window_cap numeric(78, 0) not null,
  window_left numeric(78, 0) not null,
  -- The loosest rule that it can ever have.
  ceiling_seconds bigint not null,
  ceiling_cap numeric(78, 0) not null,
  accounted numeric(78, 0) not null
);

grant select, insert, update on vault_reading, vault_token_reading to city_mint_worker;
grant select on vault_reading, vault_token_reading, recharge to city_mint_ops;
grant select, insert on recharge to city_mint_indexer;
grant select on recharge to city_mint_api, city_mint_worker;
grant select, insert, delete on recharge_waiting to city_mint_indexer;
grant select on recharge_waiting to city_mint_api, city_mint_worker;
-- The api changes no withdrawal: it calls withdrawal_request() and withdrawal_sign_again().
grant select on withdrawal to city_mint_api;
grant select, update (state, due_at) on withdrawal to city_mint_worker;
grant select, update (state, due_at, completed_at, booked_at, returned_at, return_reason, tx_hash, block_number,
    gas_fee)
  on withdrawal to city_mint_indexer;
grant select, update (state, due_at, returned_at, return_reason, cancel_asked_at, proposed_by, approved_by)
  on withdrawal to city_mint_operator;
grant select, insert on withdrawal_voucher to city_mint_worker;
grant select on withdrawal_voucher to city_mint_api, city_mint_indexer, city_mint_operator;
grant select on withdrawal_limit to city_mint_api, city_mint_worker;
grant select, update on withdrawal_limit, withdrawal_hold to city_mint_operator;
grant select on withdrawal_hold, withdrawal_recipient to city_mint_api, city_mint_worker;
grant select on recharge, withdrawal_recipient to city_mint_ops;
-- The watcher reads what the ledger knows of payments, and nothing else.
grant select (voucher_id, account, recipient, currency, amount, state) on withdrawal to city_mint_watcher;
grant select on unknown_payment to city_mint_watcher;
grant select, insert, update on unknown_payment to city_mint_indexer;
grant select on unknown_payment to city_mint_api, city_mint_worker;
grant select, update (booked_against, decided_at) on unknown_payment to city_mint_operator;
grant select on payout_recipient, operator_payout to city_mint_api, city_mint_worker, city_mint_operator;
grant insert (address), update (registered_at, removed_at) on payout_recipient to city_mint_operator;
