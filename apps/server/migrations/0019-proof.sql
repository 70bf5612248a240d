-- Proof of what is owed: sum trees over all balances of a currency, and trees over what each settlement paid.
create table liabilities_tree (
  id bigint generated always as identity primary key,
  currency smallint not null,
  root bytea not null check (length(root) = 32),
  -- All that is owed in this currency, in base units.
  total numeric(78, 0) not null check (total >= 0 and total <> 'NaN'),
  leaves int not null,
  -- What the vault held at the end of this block; everything up to and with it is in the ledger, and nothing after it.
  block_number bigint not null,
  vault_balance numeric(78, 0) not null,
  -- The salt of each leaf is made from it: nobody can find out a balance by trying amounts.
  secret bytea not null check (length(secret) = 32),
  made_at timestamptz not null default now()
);
create index liabilities_tree_newest on liabilities_tree (currency, id desc);

-- The leaves of the newest trees, 1,024 at a time: address (20 bytes) and amount (32 bytes) of each, with the node above them all.
create table liabilities_chunk (
  tree_id bigint not null,
  chunk int not null,
  first_owner bigint not null,
  leaves bytea not null,
  hash bytea not null check (length(hash) = 32),
  sum numeric(78, 0) not null,
  primary key (tree_id, chunk)
);

-- Rounds whose settlement has its tree; `chunks` are the nodes above 1,024 ranks each, 32 bytes a node.
create table settlement_tree (
  round_id bigint primary key,
  root bytea not null check (length(root) = 32),
  orders int not null,
  chunks bytea not null,
  made_at timestamptz not null default now()
);

grant select on liabilities_tree, liabilities_chunk, settlement_tree to city_mint_api, city_mint_worker;
grant insert on liabilities_tree, liabilities_chunk, settlement_tree to city_mint_worker;
grant delete on liabilities_chunk to city_mint_worker;
grant usage on sequence liabilities_tree_id_seq to city_mint_worker;
