-- Halts a source until an operator resumes it; the first reason stays. Returns whether it was not halted before.
create or replace function chain_cursor_halt(p_source text, p_halt_reason text) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with halted as (
    update chain_cursor set halt_reason = p_halt_reason, updated_at = now()
    where source = p_source and halt_reason is null and p_halt_reason is not null
    returning 1
  ) select exists (select 1 from halted)
$$;

revoke all on function chain_cursor_halt from public;
grant execute on function chain_cursor_halt to city_mint_indexer;
