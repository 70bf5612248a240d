-- Records that a session's user accepted a disclosure. Returns when the user first did.
create or replace function accept_disclosure(p_token bytea, p_hash text) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  accepting bigint := session_user_of(p_token);
  first_at timestamptz;
begin
  insert into consent (user_id, hash) values (accepting, p_hash) on conflict do nothing;
  select accepted_at into strict first_at from consent where user_id = accepting and hash = p_hash;
  update app_user set consent_hash = p_hash, consent_at = first_at where id = accepting;
  return first_at;
end
$$;

revoke all on function accept_disclosure from public;
grant execute on function accept_disclosure to city_mint_api;
