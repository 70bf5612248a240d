-- Returns the exit key of a session's user: deriveExitKey of packages/domain. The api has no other way to a key.
-- Uses: functions/session/valid-session.sql
create or replace function exit_key(p_token bytea) returns bytea
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own_user bigint := session_user_of(p_token);
begin
  return (
    select sha256('\x03'::bytea || m.secret || decode(substr(u.address, 3), 'hex'))
    from exit_master m cross join app_user u where u.id = own_user
  );
end
$$;

revoke all on function exit_key from public;
grant execute on function exit_key to city_mint_api;
