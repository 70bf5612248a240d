-- Proofs of reserves and of settlements: sum trees over all balances of a currency, trees over the payments of each
-- round, and their anchoring on the chain.
-- Uses: functions/platform/refuse-change.sql
create table liabilities_tree (
  id bigint generated always as identity primary key,
  currency smallint not null,
  root bytea not null check (length(root) = 32),
  -- The sum of all leaves, in base units.
  total numeric(78, 0) not null check (total >= 0 and total <> 'NaN'),
  -- The deposits and withdrawals of all accounts, as the vault counts them.
  deposited numeric(78, 0) not null,
  withdrawn numeric(78, 0) not null,
  leaves int not null,
  -- The entry of the journal after whose last transfer it states the liabilities, so that the auditor can make the same
  -- tree from its own books.
  entry bigint not null,
  -- The vault's balance at the end of this block. That entry and the earlier ones contain every event up to it, and no
  -- later one.
  block_number bigint not null,
  vault_balance numeric(78, 0) not null,
  -- The random parts of each balance are derived from it.
  secret bytea not null check (length(secret) = 32),
  made_at timestamptz not null default now()
);
create index liabilities_tree_newest on liabilities_tree (currency, id desc);
-- The last tree of a day.
create index liabilities_tree_by_time on liabilities_tree (currency, made_at, id);
-- For the files of trees.
create index liabilities_tree_by_root on liabilities_tree (root);

-- The secret from which the exit key of every account is derived, and so the names of its leaves in all trees; one row,
-- which never changes: exit files contain their keys. A thief of it learns which published leaves are an account's,
-- not more: no key moves money.
create table exit_master (
  is_only boolean primary key default true check (is_only),
  secret bytea not null check (length(secret) = 32)
);
-- A UUID has 122 random bits.
insert into exit_master (secret)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
create trigger exit_master_is_constant before update or delete or truncate on exit_master
  for each statement execute function refuse_change();

-- The leaves of the newest trees and of the newest anchored one, in the order of their names, in chunks of 1,024: name
-- (32 bytes), amount and locked
-- amount (16 bytes each) of each. For each group of 32 leaves the first name, and the hash and sum of its root, 32
-- bytes each; and the chunk's root. A proof reads 32 leaves.
create table liabilities_chunk (
  tree_id bigint not null,
  chunk int not null,
  first_name bytea not null check (length(first_name) = 32),
  leaves bytea not null,
  groups bytea not null check (length(groups) = 96 * ((length(leaves) / 64 + 31) / 32)),
  hash bytea not null check (length(hash) = 32),
  sum numeric(78, 0) not null,
  primary key (tree_id, chunk)
);
-- Names are random, so compressing them would take time and gain nothing. Uncompressed values can be read in parts.
alter table liabilities_chunk alter column leaves set storage external, alter column groups set storage external;
create index liabilities_chunk_by_name on liabilities_chunk (tree_id, first_name);

-- Rounds with a settlement tree; `chunk_roots` are the roots of 1,024 ranks each, 32 bytes per root.
create table settlement_tree (
  round_id bigint primary key,
  root bytea not null check (length(root) = 32),
  orders int not null,
  chunk_roots bytea not null,
  made_at timestamptz not null default now()
);

-- Roots to be anchored in the contract Anchors, where they cannot be rewritten, and the transactions that anchor them.
create table anchor (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('settlement', 'liabilities', 'journal')),
  -- The round, the tree of liabilities, or the number of the journal's entry.
  subject bigint not null,
  root bytea not null check (length(root) = 32),
  -- Further values that the contract stores with a root of liabilities.
  currency smallint,
  total numeric(78, 0) check (total >= 0 and total <> 'NaN'),
  deposited numeric(78, 0),
  withdrawn numeric(78, 0),
  as_of_block bigint,
  -- The auditor's signature of the root and its subject, without which the contract refuses it; null = not signed.
  cosignature bytea check (length(cosignature) = 65),
  -- waiting: no transaction yet; sent: a transaction is signed and may be in a block; final: anchored in a final block;
  -- superseded: a later root of the same liabilities is anchored, which excludes this one, or its leaves are no longer
  -- stored; conflicting: another root is anchored for the same subject.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'final', 'superseded', 'conflicting')),
  -- The account and nonce of the transaction that anchors it.
  sender text,
  nonce bigint,
  tx_hash text,
  -- The block that contains the transaction, as last observed; a reorganisation may remove it until it is final.
  block_number bigint,
  block_hash text,
  -- The earliest time of the next attempt, and the error of the last one.
  due_at timestamptz not null default now(),
  last_error text,
  made_at timestamptz not null default now(),
  final_at timestamptz,
  unique (kind, subject),
  check ((kind = 'liabilities') = (currency is not null and total is not null and deposited is not null
    and withdrawn is not null and as_of_block is not null)),
  check (state <> 'sent' or (sender is not null and nonce is not null and tx_hash is not null)),
  check (state <> 'final' or (tx_hash is not null and block_number is not null and final_at is not null))
);
-- For operators' lists.
create index anchor_by_kind on anchor (kind, id);
create index anchor_by_state on anchor (state, id);
create index anchor_by_kind_and_state on anchor (kind, state, id);
create index anchor_open on anchor (id) where state in ('waiting', 'sent');
create index anchor_conflicting on anchor (id) where state = 'conflicting';
-- No two roots are ever signed with the same nonce, however many workers run or are killed.
create unique index anchor_nonce on anchor (sender, nonce) where state = 'sent';

-- Every transaction signed for a root, persisted before it is sent, so that the same one is resent. The transactions of
-- a root share a nonce and have rising prices, unless another transaction used the earlier nonce.
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

grant select on liabilities_tree, exit_master to city_mint_worker;
grant select on liabilities_chunk, settlement_tree, anchor to city_mint_api, city_mint_worker;
-- The api and operators see roots and totals, never the secrets that blind the leaves. A session's user gets their own
-- exit key by exit_key.
grant select (id, currency, root, total, leaves, entry, block_number, vault_balance, made_at) on liabilities_tree
  to city_mint_api;
grant select (id, currency, root, total, leaves, block_number, vault_balance, made_at) on liabilities_tree
  to city_mint_ops;
grant select on anchor to city_mint_ops, city_mint_auditor;
grant insert on liabilities_tree, liabilities_chunk, settlement_tree to city_mint_worker;
grant insert (kind, subject, root, currency, total, deposited, withdrawn, as_of_block) on anchor to city_mint_worker;
grant delete on liabilities_chunk to city_mint_worker;
grant usage on sequence liabilities_tree_id_seq, anchor_id_seq to city_mint_worker;
grant update (state, sender, nonce, tx_hash, block_number, block_hash, due_at, last_error, final_at) on anchor
  to city_mint_worker;
grant select, insert on anchor_transaction to city_mint_worker;
grant update (sent_at) on anchor_transaction to city_mint_worker;
