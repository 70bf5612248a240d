-- Swaps in the JU/FMC pool through the product's router, from finalised blocks.
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

grant select, insert on swap to city_mint_indexer;
grant select on swap to city_mint_api;
