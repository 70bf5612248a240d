-- Counts the last accepted disclosure for the rows of app_user that one statement updated. It adds to the slot of the
-- connection, so that users who accept concurrently seldom wait for each other; statements that do wait lock rows in
-- one order.
create or replace function session_count_consents() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into consent_count as counted (hash, slot, users)
  select changes.hash, pg_backend_pid() % 16, sum(changes.users)
  from (
    select consent_hash, 1 from changed_to where consent_hash is not null
    union all
    select consent_hash, -1 from changed_from where consent_hash is not null
  ) changes (hash, users)
  group by changes.hash having sum(changes.users) <> 0 order by changes.hash
  on conflict (hash, slot) do update set users = counted.users + excluded.users;
  return null;
end
$$;
revoke all on function session_count_consents from public;
