-- Recharges and withdrawals of users, and the vouchers that were signed for them.
create table recharge (
  -- The chain event that credited it.
  seq bigint primary key,
  user_id bigint not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  block_number bigint not null,
  tx_hash text not null,
  gas_fee numeric(78, 0),
  credited_at timestamptz not null default now()
);
create index recharge_by_user on recharge (user_id, credited_at desc, seq desc);

create table withdrawal (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  request_id uuid not null,
  body_hash bytea not null,
  -- The id of its vouchers on chain; one for ever, so it can be paid once.
  voucher_id text not null unique check (voucher_id ~ '^0x[0-9a-f]{64}$'),
  account text not null,
  recipient text not null,
  currency smallint not null,
  amount numeric(78, 0) not null check (amount > 0 and amount <> 'NaN'),
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'signed', 'completed', 'returned')),
  requested_at timestamptz not null default now(),
  -- When the worker has something to do for it next; null = nothing.
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

grant select, insert on recharge to city_mint_indexer;
grant select, insert on withdrawal to city_mint_api;
grant select, update on withdrawal to city_mint_worker, city_mint_indexer;
grant select, insert on withdrawal_voucher to city_mint_worker;
grant select on recharge to city_mint_api, city_mint_worker;
grant select on withdrawal_voucher to city_mint_api, city_mint_indexer;
