-- Locks, until the transaction ends, the rows that decide whether p_user can be bound to p_inviter (null = no inviter).
-- Returns the current inviter of p_user, and everyone above p_inviter. A user without referrals is above no one, and
-- while the row is locked no one can be bound below. Only a user with referrals could close a circle: such bindings
-- wait for each other (lock 4207300013, apps/server/src/platform/database/advisory-locks.ts), so the ancestors that
-- they read cannot change. Rows are locked in the order of their ids, so that two users who bind each other do not
-- deadlock.
create or replace function lock_for_bind(p_user bigint, p_inviter bigint, out bound_to bigint, out above bigint[])
  language plpgsql as $$
begin
  above := '{}';
  insert into participant (user_id)
  select distinct u from unnest(array[p_user, p_inviter]) u where u is not null order by u
  on conflict do nothing;
  if p_inviter < p_user then
    perform 1 from participant where user_id = p_inviter for key share;
  end if;
  select inviter_id into bound_to from participant where user_id = p_user for update;
  if p_inviter > p_user then
    perform 1 from participant where user_id = p_inviter for key share;
  end if;
  if bound_to is null and p_inviter <> p_user and exists (select 1 from participant where inviter_id = p_user) then
    perform pg_advisory_xact_lock(4207300013);
    with recursive up as (
      select inviter_id as id from participant where user_id = p_inviter and inviter_id is not null
      union
      select p.inviter_id from up join participant p on p.user_id = up.id where p.inviter_id is not null
    )
    select coalesce(array_agg(id), '{}') into above from up;
  end if;
end
$$;

revoke all on function lock_for_bind from public;
