-- Marks the next `p_limit` grants as applied, in the order in which they were made, and returns them: the caller writes
-- the statuses in the same transaction. A grant is returned once, so that one which a later grant replaced is not
-- applied again.
create or replace function take_team_grants(p_limit int) returns setof team_grant
  language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    update team_grant set applied = true, applied_at = clock_timestamp()
    where id in (select id from team_grant where not applied order by id limit p_limit) returning *
  ) select * from taken order by id
$$;

revoke all on function take_team_grants from public;
grant execute on function take_team_grants to city_mint_worker;
