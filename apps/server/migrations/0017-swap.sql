-- Swaps in the JU/FMC pool through the product's router, and the price in that pool, from finalised blocks.
create table swap (
  id bigint generated always as identity primary key,
  block_number bigint not null,
  block_hash text not null,
  log_index int not null,
  block_at timestamptz not null,
  tx_hash text not null,
  -- The signer of the transaction, EIP-55.
  account text not null,
  sold_currency smallint not null check (sold_currency in (0, 1)),
  sold numeric(78, 0) not null check (sold > 0 and sold <> 'NaN'),
  received numeric(78, 0) not null check (received > 0 and received <> 'NaN'),
  -- As passed to the router; null where the call names none.
  minimum_received numeric(78, 0) check (minimum_received >= 0 and minimum_received <> 'NaN'),
  -- What the signer paid for the whole transaction.
  gas_fee numeric(78, 0),
  unique (block_hash, log_index)
);
create index swap_by_account on swap (account, id desc);

-- What the pool holds after each block that changed it. The price of a row holds until the next row, so that any time's
-- mean is the difference of two sums.
create table pool_price (
  block_number bigint primary key,
  block_hash text not null,
  at timestamptz not null,
  ju numeric(78, 0) not null check (ju >= 0 and ju <> 'NaN'),
  fmc numeric(78, 0) not null check (fmc >= 0 and fmc <> 'NaN'),
  -- JU for one FMC, times 10^36, rounded down; null while the pool lacks one of both.
  price numeric(78, 0) check (price >= 0 and price <> 'NaN'),
  -- Since the first row: the sum of each price times the milliseconds that it held, the milliseconds in which there was
  -- a price, and how often the pool changed.
  weighted numeric not null,
  priced_ms bigint not null,
  changes bigint not null
);
create index pool_price_by_time on pool_price (at desc, block_number desc);

grant select, insert on swap, pool_price to city_mint_indexer;
grant select on swap, pool_price to city_mint_api;
