-- Locks a round until the transaction ends and returns its row; no row if it does not exist.
create or replace function lock_round(p_round bigint) returns setof round
  language sql security definer set search_path = public, pg_temp as $$
  select * from round where id = p_round for update
$$;

revoke all on function lock_round from public;
grant execute on function lock_round to city_mint_api;
