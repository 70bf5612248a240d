-- Ending and prolonging of sessions by those who have a token of the user.
-- Uses: functions/session/valid-session.sql

-- Ends the session of a token, unless it is over. Returns nothing.
create or replace function session_end(p_token bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update session set ended_at = now(), end_reason = 'logout'
  where id in (select id from valid_session(p_token))
$$;

-- Ends the session of this id, or without an id all but the token's own, of the user of a valid session. Returns how
-- many it ended.
create or replace function session_revoke(p_token bytea, p_id bigint) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended int;
begin
  update session set ended_at = now(), end_reason = 'revoked'
  where user_id = session_user_of(p_token) and ended_at is null
    and case when p_id is null then token_hash <> sha256(p_token) else id = p_id end;
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Stores that these sessions are in use, which prolongs them to two hours from now; skips expired ones, and rows that
-- another process has locked, so that no two calls wait for each other.
create or replace function session_touch(p_tokens bytea[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update session set last_used_at = now() where id in (
    select s.id from session s
    where s.id = any (array(select v.id from unnest(p_tokens) t (token) cross join lateral valid_session(t.token) v))
      and s.last_used_at <= now() - interval '1 minute'
    order by s.id for update skip locked)
$$;

revoke all on function session_end, session_revoke, session_touch from public;
grant execute on function session_end, session_revoke, session_touch to city_mint_api;
