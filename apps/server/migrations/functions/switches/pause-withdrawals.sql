-- Pauses withdrawals until operators resume them; the first reason stays. Each call raises an alarm, even if they are
-- paused already. Returns whether they were running. Processes that find a fault call it; none of them can resume.
create or replace function pause_withdrawals(p_reason text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_running boolean;
begin
  update system_switch set paused = true, reason = p_reason, changed_by = null, changed_at = now()
  where name = 'withdrawals' and not paused;
  was_running := found;
  if not was_running then
    update system_switch set paused = true where name = 'withdrawals';
  end if;
  return was_running;
end
$$;

revoke all on function pause_withdrawals from public;
grant execute on function pause_withdrawals to city_mint_indexer, city_mint_worker;
