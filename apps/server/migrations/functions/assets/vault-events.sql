-- Reads the vault's events as the indexer stored them, once and for good (chain_event). Amounts, accounts and vouchers
-- of every transfer that enters or leaves the vault come from these rows only.

-- The code of a currency by its name; null for any other name.
-- Uses: functions/ledger/domain-constants.sql
create or replace function currency_named(p_name text) returns int immutable strict parallel safe
  return case p_name when 'JU' then currency_ju() when 'FMC' then currency_fmc() end;

-- Throws unless each of these sequence numbers is an event of this kind.
create or replace function assert_vault_events(p_sequences bigint[], p_kind text) returns void
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  found_sequences bigint[];
begin
  select coalesce(array_agg(seq), '{}') into found_sequences
  from chain_event where seq = any (p_sequences) and kind = p_kind;
  if not found_sequences @> p_sequences then
    raise exception 'no event % among %', p_kind, p_sequences using errcode = 'no_data_found';
  end if;
end
$$;

revoke all on function assert_vault_events from public;
