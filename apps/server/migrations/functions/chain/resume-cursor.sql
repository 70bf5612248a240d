-- Resumes a source that was halted for this reason; where a block was changed, from its new hash. Returns false when
-- the source is not halted for it.
create or replace function chain_cursor_resume(p_source text, p_halt_reason text, p_hash text) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with resumed as (
    update chain_cursor set halt_reason = null, block_hash = coalesce(p_hash, block_hash)
    where source = p_source and halt_reason = p_halt_reason and (p_hash is null or halt_reason like 'block-changed%')
    returning 1
  ) select exists (select 1 from resumed)
$$;

revoke all on function chain_cursor_resume from public;
grant execute on function chain_cursor_resume to city_mint_operator;
