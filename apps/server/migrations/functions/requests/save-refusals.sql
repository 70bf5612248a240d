-- Stores refusals of the sessions' users, so that a repeated request gets the same answer; an existing one of the same
-- id stays. Throws where a token has no valid session.
-- Uses: functions/session/valid-session.sql
create or replace function save_refusals(p_tokens bytea[], p_requests uuid[], p_action text, p_body_hashes bytea[],
  p_errors text[], p_details json[])
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into request_refusal (user_id, request_id, action, body_hash, error, details)
  select t.user_id, t.request, p_action, t.body_hash, t.error, t.details
  from unnest(session_users_of(p_tokens), p_requests, p_body_hashes, p_errors, p_details)
    as t (user_id, request, body_hash, error, details)
  on conflict do nothing
$$;

revoke all on function save_refusals from public;
grant execute on function save_refusals to city_mint_api;
