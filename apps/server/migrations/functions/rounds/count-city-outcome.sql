-- Trigger: counts a settled round of a city, so that cities are shown without reading all rounds. Only the owner's
-- rights can write the counts.
create or replace function count_city_outcome() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update city set minted = minted + (new.outcome = 'minted')::int, failed = failed + (new.outcome = 'failed')::int
  where id = (select city_id from round where id = new.round_id);
  return null;
end
$$;

revoke all on function count_city_outcome from public;
