-- The progress of the chain reader, the vault's events, and those of them that a reorg may still revert.
-- Uses: functions/switches/raise-alarm.sql, functions/platform/refuse-change.sql
create table chain_cursor (
  source text primary key,
  chain_id int not null,
  -- The hash of block 0, which identifies a node of another chain with the same id; null while no node has the block.
  genesis_hash text,
  -- Every block up to and including this one is processed, no later one.
  block_number bigint not null,
  block_hash text not null,
  block_at timestamptz not null,
  -- The vault's last sequence number that was read; the next event must have the following one.
  last_seq bigint not null default 0,
  -- Why the reader is halted until an operator resumes it; null = not halted.
  halt_reason text,
  updated_at timestamptz not null default now(),
  -- The nodes' last report: newest and finalised block with their own times, and the distance between them.
  head_number bigint,
  head_at timestamptz,
  finalized_number bigint,
  finalized_at timestamptz,
  confirmations_needed int
);
create trigger chain_cursor_raises_alarm after update of halt_reason on chain_cursor
  for each row when (old.halt_reason is null and new.halt_reason is not null) execute function raise_alarm('chain');

create table chain_event (
  -- The vault's own sequence number over all its events.
  seq bigint primary key,
  kind text not null check (kind in ('deposited', 'withdrawn', 'voucher-cancelled', 'funded', 'rescued', 'demanded')),
  block_number bigint not null,
  block_hash text not null,
  block_at timestamptz not null,
  tx_hash text not null,
  log_index int not null,
  payload jsonb not null,
  -- The sender's fee for the transaction; null where it was not looked up.
  gas_fee numeric(78, 0),
  indexed_at timestamptz not null default now(),
  unique (block_hash, log_index)
);
create trigger chain_event_is_never_changed before update or delete or truncate on chain_event
  for each statement execute function refuse_change();

-- Observed above the finalised block: shown with confirmations, never credited. Replaced as a whole at each poll.
create table chain_event_pending (
  seq bigint primary key,
  kind text not null,
  block_number bigint not null,
  block_at timestamptz not null,
  tx_hash text not null,
  payload jsonb not null
);

-- The nodes of the chain, as the indexer last saw each, with the call on which a node disagrees.
create table chain_node (
  -- Its host only: a URL may contain an API key.
  name text primary key,
  state text not null check (state in ('agrees', 'behind', 'silent', 'unclear', 'disagrees')),
  what text,
  since timestamptz not null default now(),
  reported_at timestamptz not null default now()
);

-- The indexer moves a cursor; it halts one only by chain_cursor_halt(), and cannot resume it.
grant select, insert (source, chain_id, genesis_hash, block_number, block_hash, block_at),
  update (genesis_hash, block_number, block_hash, block_at, last_seq, updated_at, head_number, head_at,
    finalized_number, finalized_at, confirmations_needed)
  on chain_cursor to city_mint_indexer;
grant select, insert on chain_event to city_mint_indexer;
grant select, insert, update, delete on chain_event_pending to city_mint_indexer;
grant select on chain_cursor, chain_event, chain_event_pending, chain_node to city_mint_api, city_mint_worker;
grant select, insert, update, delete on chain_node to city_mint_indexer;
grant select on chain_cursor, chain_node to city_mint_operator;
grant select on chain_cursor to city_mint_auditor;
