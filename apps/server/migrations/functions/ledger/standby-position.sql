-- How far this standby has replayed: its cluster, the timeline that it receives (null while it receives nothing), and
-- the position in bytes. No row on a primary. Without pg_read_all_stats the schema's owner sees no timeline.
create or replace function standby_position() returns table (system text, timeline int, bytes numeric)
  language sql stable security definer set search_path = public, pg_temp as $$
  select control.system_identifier::text, receiver.received_tli, pg_last_wal_replay_lsn() - '0/0'
  from pg_control_system() control
  left join pg_stat_wal_receiver receiver on receiver.status = 'streaming'
  where pg_is_in_recovery()
$$;

revoke all on function standby_position from public;
grant execute on function standby_position to city_mint_api;
