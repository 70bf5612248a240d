-- Stores the request of a session's user to be bound to an inviter, with the signed text of their wallet, until a
-- verifier has decided it. Each text makes one request. Deletes the user's refusals that are more than a day old:
-- their texts expired long before. Returns nothing.
create or replace function ask_inviter_binding(p_token bytea, p_nonce text, p_inviter text, p_call_id text,
  p_message text, p_signature text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asking bigint := session_user_of(p_token);
begin
  delete from inviter_request
  where user_id = asking and state = 'refused' and asked_at < clock_timestamp() - interval '1 day';
  insert into inviter_request (user_id, nonce, inviter, call_id, message, signature)
  values (asking, p_nonce, p_inviter, p_call_id, p_message, p_signature)
  on conflict do nothing;
end
$$;

revoke all on function ask_inviter_binding from public;
grant execute on function ask_inviter_binding to city_mint_api;
