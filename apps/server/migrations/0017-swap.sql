-- Swaps in the JU/FMC pool, however they were made, and the reverted ones of those that the page sent; and the price in
-- that pool, from finalised blocks.
create table swap (
  id bigint generated always as identity primary key,
  tx_hash text not null,
  -- Its index among the pool's swaps in its transaction, from 0, which does not depend on the block.
  position int not null,
  block_number bigint not null,
  block_hash text not null,
  block_at timestamptz not null,
  -- False while a reorganisation may remove its block; the next poll then moves or deletes the row.
  is_final boolean not null,
  outcome text not null check (outcome in ('swapped', 'reverted')),
  -- The wallet that swapped, EIP-55.
  account text not null,
  -- EIP-55.
  pool text not null,
  sold_currency smallint not null check (sold_currency in (0, 1)),
  -- For a reverted swap the maximum to sell, and the minimum to receive.
  sold numeric(78, 0) not null check (sold >= 0 and sold <> 'NaN'),
  received numeric(78, 0) not null check (received >= 0 and received <> 'NaN'),
  -- As passed to the router; null where the call has none.
  minimum_received numeric(78, 0) check (minimum_received >= 0 and minimum_received <> 'NaN'),
  maximum_sold numeric(78, 0) check (maximum_sold >= 0 and maximum_sold <> 'NaN'),
  -- The account's fee for the whole transaction; null where another wallet paid it.
  gas_fee numeric(78, 0),
  unique (tx_hash, position),
  check (outcome = 'reverted' or sold > 0 and received > 0)
);
create index swap_by_account on swap (account, block_number desc, id desc);
create index swap_not_final on swap (block_number) where not is_final;
create trigger swap_is_never_changed_once_final before update or delete on swap
  for each row when (old.is_final) execute function refuse_change();

-- Transactions as reported by wallets: only the chain decides their outcome.
create table swap_report (
  account text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  -- The slippage limit that the user chose.
  limit_bps int not null check (limit_bps between 1 and 5000),
  reported_at timestamptz not null default now(),
  -- How often its receipt was requested, and when it is next; null once a final block decides the outcome.
  checks int not null default 0,
  next_check_at timestamptz default now(),
  primary key (account, tx_hash)
);
create index swap_report_to_check on swap_report (next_check_at) where next_check_at is not null;
create index swap_report_by_time on swap_report (account, reported_at);

-- The pool's reserves after each block that changed them. The price of a row is valid until the next row, so that the
-- mean over any period is the difference of two sums.
create table pool_price (
  block_number bigint primary key,
  block_hash text not null,
  at timestamptz not null,
  ju numeric(78, 0) not null check (ju >= 0 and ju <> 'NaN'),
  fmc numeric(78, 0) not null check (fmc >= 0 and fmc <> 'NaN'),
  -- JU per FMC, times 10^36, rounded down; null while one of the reserves is empty.
  price numeric(78, 0) check (price >= 0 and price <> 'NaN'),
  -- Since the first row: the sum of each price times the milliseconds for which it was valid, the milliseconds with a
  -- price, and the number of changes of the pool.
  weighted numeric not null,
  priced_ms bigint not null,
  changes bigint not null
);
create index pool_price_by_time on pool_price (at desc, block_number desc);

grant select, insert, update, delete on swap to city_mint_indexer;
grant select, insert on pool_price to city_mint_indexer;
grant select on swap, pool_price to city_mint_api;
-- For the price beside the FMC of a plan.
grant select on pool_price to city_mint_ops;
grant select on swap_report to city_mint_api;
grant select, delete, update (checks, next_check_at) on swap_report to city_mint_indexer;
