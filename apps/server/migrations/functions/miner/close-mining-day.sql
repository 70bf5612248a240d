-- Closes a mining day whose halves are paid, and releases the emission that none of its machines received. Throws
-- unless the day has begun, its halves are paid, and it is not closed. Returns nothing.
create or replace function close_mining_day(p_day int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rest numeric;
begin
  perform pg_advisory_xact_lock(4207300024);
  update mining_day set paid_at = clock_timestamp()
  where day = p_day and emission is not null and paid_at is null
    and not exists (select from mining_day_part where day = p_day and not is_paid)
  returning emission - paid into rest;
  if not found then
    raise exception 'mining day % has not begun, or is not paid, or is closed', p_day
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  update fund_lock set emission_frozen = emission_frozen - rest;
end
$$;

revoke all on function close_mining_day from public;
grant execute on function close_mining_day to city_mint_worker;
