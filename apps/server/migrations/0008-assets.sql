-- Recharges and withdrawals of users, signed vouchers, limits, and payouts of the operator.
-- Uses: functions/platform/refuse-change.sql
create table recharge (
  -- The chain event that credited it.
  seq bigint primary key,
  user_id bigint not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  block_number bigint not null,
  -- The time of the block with the user's transaction; the ledger has the deposit since credited_at.
  block_at timestamptz not null,
  tx_hash text not null,
  gas_fee numeric(78, 0),
  credited_at timestamptz not null default now()
);
create index recharge_by_user on recharge (user_id, block_at desc, seq desc);
create index recharge_by_transaction on recharge (tx_hash);
create index recharge_by_credit on recharge (currency, credited_at) include (user_id, amount);

-- Final deposits that wait because recharging is paused; on resumption they are credited and deleted here.
create table recharge_waiting (
  -- The chain event; account, currency and amount are its own.
  seq bigint primary key,
  account text not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  recorded_at timestamptz not null default now()
);

create table withdrawal (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  request_id uuid not null,
  body_hash bytea not null,
  -- The id of its vouchers on chain: random and constant, so that it is paid once.
  voucher_id text not null unique check (voucher_id ~ '^0x[0-9a-f]{64}$'),
  account text not null,
  recipient text not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  -- Whether the amount required an operator's approval; part of the answer to the request, so it never changes.
  approval_needed boolean not null default false,
  -- A payout to the operator, with a row in operator_payout.
  is_payout boolean not null default false,
  -- The account demanded it on the chain: no limit applies while its demand covers it (freeze_demanded).
  is_demanded boolean not null default false,
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'signed', 'completed', 'returned')),
  -- In milliseconds, as lists and their cursors show it.
  requested_at timestamptz(3) not null default now(),
  -- When the worker next has to sign a voucher for it; null = not due.
  due_at timestamptz default now(),
  -- When an operator stopped further vouchers for it.
  cancel_asked_at timestamptz,
  -- The two operators who approved an amount above the threshold; neither is the requesting user.
  proposed_by text,
  approved_by text,
  -- The time of the block that paid it; the ledger has the payment since booked_at.
  completed_at timestamptz,
  booked_at timestamptz,
  returned_at timestamptz,
  return_reason text check (return_reason in ('expired', 'cancelled', 'rejected', 'demanded')),
  tx_hash text,
  block_number bigint,
  gas_fee numeric(78, 0),
  -- The X-Request-Id of the requesting call, which identifies it in the logs of all processes; null without a call.
  call_id text check (call_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  unique (user_id, request_id),
  constraint withdrawal_approved_by_two check (
    num_nonnulls(proposed_by, approved_by) <> 1 and proposed_by <> approved_by
    and proposed_by not in (account, recipient) and approved_by not in (account, recipient))
);
-- With the columns by which operators filter and sort one user's withdrawals.
create index withdrawal_by_user on withdrawal (user_id, requested_at desc, id desc) include (currency, amount, state);
-- By the time of the last transfer, for the period of a statement.
create index withdrawal_by_transfer on withdrawal (user_id, greatest(requested_at, booked_at, returned_at));
create index withdrawal_due on withdrawal (due_at) where due_at is not null;
create index withdrawal_signed on withdrawal (id) where state = 'signed';
create index withdrawal_waiting on withdrawal (id) where state = 'requested';
create index withdrawal_by_day on withdrawal (currency, requested_at, id);
-- For operators' lists: of all users, by state, by time, or within a currency by amount.
create index withdrawal_by_time on withdrawal (requested_at, id);
create index withdrawal_by_state on withdrawal (state, requested_at, id);
create index withdrawal_by_amount on withdrawal (currency, amount, id);
create index withdrawal_by_state_and_amount on withdrawal (currency, state, amount, id);
create index withdrawal_by_transaction on withdrawal (tx_hash) where tx_hash is not null;

-- Each signature made for a withdrawal; the last deadline determines when it may be returned. The vault pays none
-- without the auditor's signature.
create table withdrawal_voucher (
  withdrawal_id bigint not null,
  number int not null,
  valid_after timestamptz not null,
  deadline timestamptz not null,
  signature text not null,
  cosignature text,
  signed_at timestamptz not null default now(),
  primary key (withdrawal_id, number)
);
create index withdrawal_voucher_uncosigned on withdrawal_voucher (signed_at) where cosignature is null;

-- Payments of the vault without a withdrawal (a restored database, a stolen key): the reader is halted until two
-- operators have decided against which account each is booked.
create table unknown_payment (
  -- The payment's sequence number in the vault.
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
  -- The signer of the voucher in the transaction's calldata, and whether it proves the payment.
  examined_at timestamptz,
  voucher_signer text,
  proven boolean not null default false,
  booked_against text check (booked_against in ('account', 'treasury')),
  decided_at timestamptz,
  -- When its event was applied, the account that paid (null = the system's), the booked amount, and in how many parts.
  applied_at timestamptz,
  user_id bigint,
  covered numeric(78, 0) not null default 0 check (covered between 0 and amount),
  parts int not null default 0
);
create index unknown_payment_by_user on unknown_payment (user_id) where user_id is not null;

-- The deposits and withdrawals of each account by the events that the ledger has applied, in base units: `totalsOf` of
-- the contract. The proof of liabilities states it, and would else read every deposit and payment.
create table vault_total (
  account text primary key,
  deposited_ju numeric(78, 0) not null,
  withdrawn_ju numeric(78, 0) not null,
  deposited_fmc numeric(78, 0) not null,
  withdrawn_fmc numeric(78, 0) not null,
  check (least(deposited_ju, withdrawn_ju, deposited_fmc, withdrawn_fmc) >= 0
    and greatest(deposited_ju, withdrawn_ju, deposited_fmc, withdrawn_fmc) <> 'NaN')
) with (fillfactor = 80);

-- The last demand on the chain of each account and currency: the account has all of it once its withdrawals
-- (`totalsOf`) are `until`. The block is that of the demand, or of its last reduction; the first one is that of the
-- account's first demand.
create table demand (
  account text not null,
  currency smallint not null,
  user_id bigint not null,
  until numeric(78, 0) not null check (until >= 0 and until <> 'NaN'),
  demanded_at timestamptz not null,
  seq bigint not null,
  block_number bigint not null,
  first_block bigint not null,
  primary key (account, currency),
  unique (user_id, currency)
);

-- Withdrawal limits in base units: per withdrawal, per user and for all users in any 24 hours, and the amount above
-- which an operator approves (null = none).
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

-- When a user first requested a withdrawal to an address.
create table withdrawal_recipient (
  user_id bigint not null,
  recipient text not null,
  first_asked_at timestamptz not null default now(),
  primary key (user_id, recipient)
);

-- Wallets of the operator that may receive payouts, after the same waiting time as a new address.
create table payout_recipient (
  address text primary key check (address ~ '^0x[0-9a-fA-F]{40}$'),
  registered_at timestamptz not null default now(),
  removed_at timestamptz
);

-- Payouts of the operator's earnings, with purposes; each is processed like a withdrawal.
create table operator_payout (
  withdrawal_id bigint primary key,
  source text not null check (source in ('treasury', 'launch-costs')),
  recipient text not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  purpose text not null check (length(purpose) between 3 and 500),
  -- Hash of the invoice or contract that it pays.
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

-- The vault at the end of a block, as a majority of the nodes showed it to a worker. Only for operators to read; no
-- decision uses it.
create table vault_reading (
  single boolean primary key default true check (single),
  vault text not null check (vault ~ '^0x[0-9a-fA-F]{40}$'),
  block_number bigint not null,
  -- The vault pays vouchers of this address; the zero address = it pays none.
  signer text not null check (signer ~ '^0x[0-9a-fA-F]{40}$'),
  auditor text not null check (auditor ~ '^0x[0-9a-fA-F]{40}$'),
  deposits_paused boolean not null,
  withdrawals_paused boolean not null,
  -- The number of its last event.
  last_seq bigint not null,
  read_at timestamptz not null default now()
);

-- For each of its tokens: the rule, the accounted amount, and the remaining amount of the window; base units.
create table vault_token_reading (
  currency smallint primary key,
  listed boolean not null,
  minimum_deposit numeric(78, 0) not null,
  window_seconds bigint not null,
  window_cap numeric(78, 0) not null,
  window_left numeric(78, 0) not null,
  -- The loosest allowed rule.
  ceiling_seconds bigint not null,
  ceiling_cap numeric(78, 0) not null,
  accounted numeric(78, 0) not null
);

-- The last comparison of the ledger with the vault at the last applied block, by a worker. A voucher is only signed and
-- an expired withdrawal only returned if they agreed: the indexer, which writes the events, cannot write this.
create table vault_comparison (
  single boolean primary key default true check (single),
  block_number bigint not null,
  -- The block's own time, as a majority of the nodes reports it.
  block_at timestamptz not null,
  -- Balances and the number of the last event are the vault's, and so is each stored event, which is applied.
  agrees boolean not null,
  -- Every stored event up to this number was compared with the vault's logs. Events never change.
  checked_seq bigint not null default 0,
  -- The newest withdrawal whose request the balances include. Requests are serialized, so those before it are too.
  last_withdrawal_id bigint not null,
  compared_at timestamptz not null
);

grant select, insert, update on vault_comparison to city_mint_worker;
grant select, insert, update on vault_reading, vault_token_reading to city_mint_worker;
grant select on vault_reading, vault_token_reading, recharge to city_mint_ops;
grant select on recharge, vault_comparison to city_mint_indexer;
grant select on recharge to city_mint_api, city_mint_worker;
grant select on recharge_waiting to city_mint_api, city_mint_worker, city_mint_indexer;
-- No process changes a withdrawal's state directly: the api calls withdrawal_request() and withdrawal_sign_again(),
-- workers those of functions/assets/sign-withdrawals.sql, operators approve_withdrawal() and reject_withdrawal().
grant select on withdrawal to city_mint_api;
grant select on withdrawal to city_mint_worker, city_mint_indexer;
grant select, update (cancel_asked_at) on withdrawal to city_mint_operator;
grant select on withdrawal_voucher to city_mint_api, city_mint_worker, city_mint_indexer, city_mint_operator;
grant select on withdrawal_limit to city_mint_api, city_mint_worker;
grant select, update on withdrawal_limit, withdrawal_hold to city_mint_operator;
grant select on withdrawal_hold, withdrawal_recipient to city_mint_api, city_mint_worker;
grant select on recharge, withdrawal_recipient to city_mint_ops;
grant select on vault_total to city_mint_api, city_mint_worker;
grant select on demand to city_mint_worker;
grant select on unknown_payment to city_mint_auditor;
-- The auditor examines each voucher before it signs it, too.
grant select on withdrawal, withdrawal_voucher, withdrawal_limit, withdrawal_hold, withdrawal_recipient, recharge
  to city_mint_auditor;
-- The indexer records a payment; a worker examines its voucher; only operators decide.
grant select, insert (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number, block_at)
  on unknown_payment to city_mint_indexer;
grant select, update (examined_at, voucher_signer, proven) on unknown_payment to city_mint_worker;
grant select on unknown_payment to city_mint_api;
grant select, update (booked_against, decided_at) on unknown_payment to city_mint_operator;
grant select on payout_recipient, operator_payout to city_mint_api, city_mint_worker, city_mint_operator;
grant select on operator_payout to city_mint_auditor;
grant insert (address), update (registered_at, removed_at) on payout_recipient to city_mint_operator;
