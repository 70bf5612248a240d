-- The texts that the user of a session may sign, each for one action.

-- Stores a text under its nonce.
create or replace function confirmation_store(p_token bytea, p_nonce text, p_action text, p_fields jsonb,
  p_message text, p_created_at timestamptz, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into confirmation (nonce, user_id, action, fields, message, created_at, expires_at)
  values (p_nonce, session_user_of(p_token), p_action, p_fields, p_message, p_created_at, p_expires_at);
end
$$;

-- Deletes a text of the session's user, so that it is used once. Returns whether there was one.
create or replace function confirmation_use(p_token bytea, p_nonce text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from confirmation where nonce = p_nonce and user_id = session_user_of(p_token);
  return found;
end
$$;

revoke all on function confirmation_store, confirmation_use from public;
grant execute on function confirmation_store, confirmation_use to city_mint_api;
