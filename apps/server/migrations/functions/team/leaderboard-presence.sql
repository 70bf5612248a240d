-- Removes a session's user from the leaderboards, or readmits them; makes the leaderboards due at the next interval.
create or replace function set_leaderboard_presence(p_token bytea, p_opted_out boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asking bigint := session_user_of(p_token);
begin
  if p_opted_out then
    insert into leaderboard_absence (user_id) values (asking) on conflict do nothing;
  else
    delete from leaderboard_absence where user_id = asking;
  end if;
  update leaderboard_state set batches = -1;
end
$$;

revoke all on function set_leaderboard_presence from public;
grant execute on function set_leaderboard_presence to city_mint_api;
