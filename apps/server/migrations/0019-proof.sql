-- Proofs of reserves and of settlements: sum trees over all balances of a currency, trees over what each round paid.
create table liabilities_tree (
  id bigint generated always as identity primary key,
  currency smallint not null,
  root bytea not null check (length(root) = 32),
  -- The sum of all leaves, in base units.
  total numeric(78, 0) not null check (total >= 0 and total <> 'NaN'),
  leaves int not null,
  -- What the vault held at the end of this block; the ledger contains every event up to it and none after it.
  block_number bigint not null,
  vault_balance numeric(78, 0) not null,
  -- Each leaf's salt is derived from it, so that no balance can be found by trying amounts.
  secret bytea not null check (length(secret) = 32),
  made_at timestamptz not null default now()
);
create index liabilities_tree_newest on liabilities_tree (currency, id desc);

-- The leaves of the newest trees in chunks of 1,024: address (20 bytes) and amount (32 bytes) of each, and the chunk's
-- root.
create table liabilities_chunk (
  tree_id bigint not null,
  chunk int not null,
  first_owner bigint not null,
  leaves bytea not null,
  hash bytea not null check (length(hash) = 32),
  sum numeric(78, 0) not null,
  primary key (tree_id, chunk)
);

-- Rounds whose settlement tree is made; `chunk_roots` are the roots of 1,024 ranks each, 32 bytes a root.
create table settlement_tree (
  round_id bigint primary key,
  root bytea not null check (length(root) = 32),
  orders int not null,
  chunk_roots bytea not null,
  made_at timestamptz not null default now()
);

grant select on liabilities_tree, liabilities_chunk, settlement_tree to city_mint_api, city_mint_worker;
grant insert on liabilities_tree, liabilities_chunk, settlement_tree to city_mint_worker;
grant delete on liabilities_chunk to city_mint_worker;
grant usage on sequence liabilities_tree_id_seq to city_mint_worker;
