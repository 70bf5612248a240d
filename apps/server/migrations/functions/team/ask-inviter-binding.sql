-- Stores a user's request to be bound to an inviter, with the signed text of their wallet, until a verifier has
-- decided it. Each text makes one request, only for an existing user. Deletes the user's refusals that are more
-- than a day old: their texts expired long before. Returns nothing.
create or replace function ask_inviter_binding(p_user bigint, p_nonce text, p_inviter text, p_call_id text,
  p_message text, p_signature text)
  returns void language sql security definer set search_path = public, pg_temp as $$
  delete from inviter_request
  where user_id = p_user and state = 'refused' and asked_at < clock_timestamp() - interval '1 day';
  insert into inviter_request (user_id, nonce, inviter, call_id, message, signature)
  select id, p_nonce, p_inviter, p_call_id, p_message, p_signature from app_user where id = p_user
  on conflict do nothing
$$;

revoke all on function ask_inviter_binding from public;
grant execute on function ask_inviter_binding to city_mint_api;
