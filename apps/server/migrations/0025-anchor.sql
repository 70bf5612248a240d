-- Roots to be anchored in the contract Anchors, where they cannot be rewritten, and the transactions that anchor them.
create table anchor (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('settlement', 'liabilities', 'journal')),
  -- The round, the tree of liabilities, or the number of the journal's entry.
  subject bigint not null,
  root bytea not null check (length(root) = 32),
  -- What the contract stores beside a root of liabilities.
  currency smallint,
  total numeric(78, 0) check (total >= 0 and total <> 'NaN'),
  as_of_block bigint,
  -- waiting: no transaction yet; sent: a transaction is signed and may be in a block; final: anchored in a final block;
  -- superseded: a later root of the same liabilities is anchored, which excludes this one; conflicting: another root is
  -- anchored for the same subject.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'final', 'superseded', 'conflicting')),
  -- The account and nonce of the transaction that anchors it.
  sender text,
  nonce bigint,
  tx_hash text,
  -- The block that contains the transaction, as last observed; a reorganisation may remove it until it is final.
  block_number bigint,
  block_hash text,
  -- Not tried before this time, and why the last attempt failed.
  due_at timestamptz not null default now(),
  last_error text,
  made_at timestamptz not null default now(),
  final_at timestamptz,
  unique (kind, subject),
  check ((kind = 'liabilities') = (currency is not null and total is not null and as_of_block is not null)),
  check (state <> 'sent' or (sender is not null and nonce is not null and tx_hash is not null)),
  check (state <> 'final' or (tx_hash is not null and block_number is not null and final_at is not null))
);
create index anchor_open on anchor (id) where state in ('waiting', 'sent');
create index anchor_conflicting on anchor (id) where state = 'conflicting';
-- No two roots are ever signed under one nonce, however many workers run and whenever one is killed.
create unique index anchor_nonce on anchor (sender, nonce) where state = 'sent';

-- Every transaction signed for a root, persisted before it is sent, so that exactly that one is sent again. The
-- transactions of a root share a nonce and rise in price, unless another transaction used the earlier nonce.
create table anchor_transaction (
  hash text primary key,
  anchor_id bigint not null,
  nonce bigint not null,
  gas numeric(78, 0) not null,
  gas_price numeric(78, 0) not null,
  raw text not null,
  made_at timestamptz not null default now(),
  sent_at timestamptz
);
create index anchor_transaction_by_anchor on anchor_transaction (anchor_id);

-- Trees from before this migration: every settlement, and the newest tree of each currency.
insert into anchor (kind, subject, root)
  select 'settlement', round_id, root from settlement_tree where orders > 0 order by round_id;
insert into anchor (kind, subject, root, currency, total, as_of_block)
  select distinct on (currency) 'liabilities', id, root, currency, total, block_number
  from liabilities_tree order by currency, id desc;

grant select on anchor to city_mint_api, city_mint_worker;
grant insert on anchor to city_mint_worker;
grant update (state, sender, nonce, tx_hash, block_number, block_hash, due_at, last_error, final_at) on anchor
  to city_mint_worker;
grant usage on sequence anchor_id_seq to city_mint_worker;
grant select, insert on anchor_transaction to city_mint_worker;
grant update (sent_at) on anchor_transaction to city_mint_worker;
