-- Returns the last transfer id that was assigned, 0 for none, so that sealing the journal needs no other right to the
-- sequence.
create or replace function ledger_last_transfer_id() returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  select case when is_called then last_value else 0 end from ledger_transfer_id_seq
$$;

revoke all on function ledger_last_transfer_id from public;
grant execute on function ledger_last_transfer_id to city_mint_worker;
