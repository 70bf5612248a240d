-- Recharges and withdrawals of users, and the vouchers that were signed for them.
create table recharge (
  -- The chain event that credited it.
  seq bigint primary key,
  user_id bigint not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  block_number bigint not null,
  -- When the user's transaction went into the chain; the ledger has it since credited_at.
  block_at timestamptz not null,
  tx_hash text not null,
  gas_fee numeric(78, 0),
  credited_at timestamptz not null default now()
);
create index recharge_by_user on recharge (user_id, block_at desc, seq desc);

create table withdrawal (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  request_id uuid not null,
  body_hash bytea not null,
  -- The id of its vouchers on chain: random, one for ever, so it can be paid once.
  voucher_id text not null unique check (voucher_id ~ '^0x[0-9a-f]{64}$'),
  account text not null,
  recipient text not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  -- Whether it was over what goes out without the operator's approval; the first answer to the request says so for ever.
  approval_needed boolean not null default false,
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'signed', 'completed', 'returned')),
  -- To the millisecond, as lists and their cursors show it.
  requested_at timestamptz(3) not null default now(),
  -- When the worker has something to sign for it next; null = nothing.
  due_at timestamptz default now(),
  completed_at timestamptz,
  returned_at timestamptz,
  returned_because text check (returned_because in ('expired', 'cancelled')),
  tx_hash text,
  block_number bigint,
  gas_fee numeric(78, 0),
  unique (user_id, request_id)
);
create index withdrawal_by_user on withdrawal (user_id, requested_at desc, id desc);
create index withdrawal_due on withdrawal (due_at) where due_at is not null;
create index withdrawal_signed on withdrawal (id) where state = 'signed';
create index withdrawal_by_day on withdrawal (currency, requested_at);

-- Each signature ever given for a withdrawal; the last deadline decides when it may be returned.
create table withdrawal_voucher (
  withdrawal_id bigint not null,
  number int not null,
  valid_after timestamptz not null,
  deadline timestamptz not null,
  signature text not null,
  signed_at timestamptz not null default now(),
  primary key (withdrawal_id, number)
);

-- What may leave, in base units: at once, per user and for all in any 24 hours, and above which the operator approves (null = never).
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

grant select, insert on recharge to city_mint_indexer;
grant select, insert on withdrawal to city_mint_api;
-- Asking for a new signature of one's own expired voucher is all that a user can change.
grant update (due_at) on withdrawal to city_mint_api;
grant select, update on withdrawal to city_mint_worker, city_mint_indexer;
grant select, insert on withdrawal_voucher to city_mint_worker;
grant select on recharge to city_mint_api, city_mint_worker;
grant select on withdrawal_voucher to city_mint_api, city_mint_indexer;
grant select on withdrawal_limit to city_mint_api, city_mint_worker;
