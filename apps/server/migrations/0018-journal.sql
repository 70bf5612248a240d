-- The ledger's journal: transfers sealed in a chain of hashes, away from the joins' way, so that no later change of history goes unseen.

-- Each entry seals all transfers of a range of ids, in the order of the ids. Its hash is made from the hash of the entry before and from a
-- hash of each transfer in full; `digests` keeps 16 bytes of each transfer (id, and the first 8 of its hash), by which a changed one is named.
create table ledger_journal (
  number bigint primary key check (number > 0),
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  transfers int not null check (transfers > 0),
  digests bytea not null check (length(digests) = transfers * 16),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default now()
);

-- The newest entry, once more and apart, so that an end that was cut off is noticed; and how far ids may be sealed: up to `safe_id`, as soon as
-- every transaction that was open when it was read, all older than `safe_xid`, has ended. No commit comes late behind a seal.
create table ledger_journal_head (
  single boolean primary key default true check (single),
  number bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  last_id bigint not null default 0,
  safe_id bigint,
  safe_xid xid8,
  -- What a look back found to be changed, until a person has looked; null = nothing.
  broken text,
  checked_at timestamptz
);
insert into ledger_journal_head default values;

create function ledger_journal_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'journal entries are never changed' using errcode = 'restrict_violation';
end
$$;
create trigger ledger_journal_is_final before update or delete on ledger_journal
  for each statement execute function ledger_journal_refuse_change();
create trigger ledger_journal_is_kept before truncate on ledger_journal
  for each statement execute function ledger_journal_refuse_change();

-- Up to where transfer ids were given out. Behind a function, for a reader of the journal needs nothing else of the sequence.
create function ledger_last_transfer_id() returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  select case when is_called then last_value else 0 end from ledger_transfer_id_seq
$$;
revoke all on function ledger_last_transfer_id from public;
grant execute on function ledger_last_transfer_id to city_mint_worker;

grant select on ledger_journal, ledger_journal_head to city_mint_api, city_mint_worker;
grant insert on ledger_journal to city_mint_worker;
grant update on ledger_journal_head to city_mint_worker;
