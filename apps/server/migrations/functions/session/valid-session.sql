-- Returns the session of a token (the bytes that the client sent); no row when there is none, or it is over: it was
-- ended, or is older than 24 hours, or was not used for two. Only functions that run with the owner's rights call it:
-- what the api does for a user, it does by the token of their session, whose hash is all that a table holds.
create or replace function valid_session(p_token bytea) returns setof session
  language sql stable rows 1 as $$
  -- First by its hash, which `offset 0` does not merge with the rest. While the table has no statistics, the planner
  -- would otherwise also read the whole index of expiries, once for each join: 20 times slower at 40,000 sessions.
  select * from (select * from session where token_hash = sha256(p_token) offset 0) found
  where ended_at is null and expires_at > now() and last_used_at > now() - interval '2 hours'
$$;

-- Returns the user of a session; throws where the token has no valid one.
create or replace function session_user_of(p_token bytea) returns bigint
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  found_user bigint := (select user_id from valid_session(p_token));
begin
  if found_user is null then
    raise exception 'no valid session has this token' using errcode = '28S01';
  end if;
  return found_user;
end
$$;

-- The same for many tokens, in their order.
create or replace function session_users_of(p_tokens bytea[]) returns bigint[]
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(session_user_of(token) order by n), '{}')
  from unnest(p_tokens) with ordinality t (token, n)
$$;

revoke all on function valid_session, session_user_of, session_users_of from public;
