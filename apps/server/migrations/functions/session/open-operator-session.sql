-- Opens an operator's session of eight hours under the hash of its token, for a signed text: uses up its nonce. The
-- address is EIP-55. Returns the session's end; null for a nonce that was not composed for an operator's sign-in with
-- this account and place, that was used, or whose text has expired, and for a removed operator. SQL cannot verify the
-- signature: it is stored with the session, which only opens data that this role may read anyway.
-- Uses: functions/session/sign-in-texts.sql
create or replace function operator_session_open(
  p_nonce text, p_address text, p_domain text, p_uri text, p_chain_id int, p_token_hash bytea,
  p_signature text
) returns timestamptz language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ends_at timestamptz;
begin
  perform sign_in_assert_scope('operator');
  if right(p_nonce, 32) is distinct from sign_in_code('operator', left(p_nonce, 68), p_chain_id, p_domain, p_uri)
    or lower(p_address) is distinct from '0x' || substr(p_nonce, 29, 40)
    or sign_in_expiry(p_nonce) <= clock_timestamp()
    or exists (select 1 from operator_account where address = p_address and removed_at is not null)
  then
    return null;
  end if;
  insert into sign_in_nonce_used (nonce, expires_at) values (p_nonce, sign_in_expiry(p_nonce)) on conflict do nothing;
  if not found then
    return null;
  end if;
  insert into operator_session (token_hash, address, nonce, signature, expires_at)
  values (p_token_hash, p_address, p_nonce, p_signature, now() + interval '8 hours') returning expires_at into ends_at;
  return ends_at;
end
$$;

revoke all on function operator_session_open from public;
grant execute on function operator_session_open to city_mint_ops;
