-- How far the chain was read, what the vault reported, and what it has reported but the chain may still take back.
create table chain_cursor (
  source text primary key,
  chain_id int not null,
  -- The chain's block 0: a node of another chain with the same id is noticed by it.
  genesis_hash text not null,
  -- Everything up to and with this block is taken, nothing after it.
  block_number bigint not null,
  block_hash text not null,
  block_at timestamptz not null,
  -- The vault's last sequence number read; the next event must carry the next one.
  last_seq bigint not null default 0,
  -- Why reading stopped for good, until a person has looked; null = it goes on.
  halted_because text,
  updated_at timestamptz not null default now(),
  -- What the nodes said last: the newest and the finalised block with their own times, and how far they lie apart.
  head_number bigint,
  head_at timestamptz,
  finalized_number bigint,
  finalized_at timestamptz,
  confirmations_needed int
);

create table chain_event (
  -- The vault's own sequence number over all its events.
  seq bigint primary key,
  kind text not null check (kind in ('deposited', 'withdrawn', 'voucher-cancelled', 'funded', 'rescued')),
  block_number bigint not null,
  block_hash text not null,
  block_at timestamptz not null,
  tx_hash text not null,
  log_index int not null,
  payload jsonb not null,
  indexed_at timestamptz not null default now(),
  unique (block_hash, log_index)
);

-- Seen above the finalised block: shown with its confirmations, never credited. Rewritten as a whole at each look.
create table chain_event_pending (
  seq bigint primary key,
  kind text not null,
  block_number bigint not null,
  block_at timestamptz not null,
  tx_hash text not null,
  payload jsonb not null
);

grant select, insert, update on chain_cursor to city_mint_indexer;
grant select, insert on chain_event to city_mint_indexer;
grant select, insert, update, delete on chain_event_pending to city_mint_indexer;
grant select on chain_cursor, chain_event, chain_event_pending to city_mint_api, city_mint_worker;
