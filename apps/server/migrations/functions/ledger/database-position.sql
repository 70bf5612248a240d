-- Where this database is in its history: its cluster, its timeline (null on a standby), the newest sealed entry of the
-- journal, and the hash of one entry, null without it. Each process remembers it (platform/database/fence.ts).
create or replace function database_position(p_entry bigint)
  returns table (system text, timeline int, entry bigint, hash text, known_hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select system_identifier::text from pg_control_system()),
    case when not pg_is_in_recovery()
      then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end,
    h.number, encode(h.hash, 'hex'),
    (select encode(j.hash, 'hex') from ledger_journal j where j.number = p_entry)
  from ledger_journal_head h
$$;

revoke all on function database_position from public;
grant execute on function database_position to city_mint_api, city_mint_worker, city_mint_indexer, city_mint_operator,
  city_mint_ops, city_mint_auditor, city_mint_verifier;
