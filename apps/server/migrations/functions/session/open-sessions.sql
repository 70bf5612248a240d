-- Opens participants' sessions for signed texts, in one statement for a batch: uses up each nonce, inserts new users
-- with their empty accounts, and sessions of 24 hours under the hashes of their tokens. Addresses are EIP-55. Returns
-- the user and the session's end with its number in the batch; nothing for a nonce that the server did not compose for
-- this account and place, that was used, or whose text has expired. Uses: functions/session/sign-in-texts.sql,
-- functions/ledger/account-ids.sql
-- Uses: functions/session/sign-in-texts.sql, functions/ledger/account-ids.sql
create or replace function sign_in_open_sessions(
  p_nonces text[], p_addresses text[], p_domains text[], p_uris text[], p_chain_id int, p_token_hashes bytea[]
) returns table (
  ord int, id bigint, address text, registered_at timestamptz, consent_hash text, consent_at timestamptz,
  expires_at timestamptz
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  opened int[];
  new_users bigint[];
begin
  perform sign_in_assert_scope('participant');
  with authentic as (
    select nonce, min(ord)::int as ord
    from unnest(p_nonces, p_addresses, p_domains, p_uris) with ordinality texts (nonce, address, domain, uri, ord)
    where right(nonce, 32) = sign_in_code('participant', left(nonce, 68), p_chain_id, domain, uri)
      and lower(address) = '0x' || substr(nonce, 29, 40) and sign_in_expiry(nonce) > clock_timestamp()
    group by nonce
  ), used as (
    insert into sign_in_nonce_used (nonce, expires_at)
    select nonce, sign_in_expiry(nonce) from authentic order by nonce
    on conflict do nothing returning nonce
  )
  select array_agg(authentic.ord) into opened from authentic join used using (nonce);
  with inserted as (
    insert into app_user (address) select distinct p_addresses[n] from unnest(opened) n order by 1
    on conflict do nothing returning app_user.id
  )
  select array_agg(inserted.id) into new_users from inserted;
  perform ledger_open_accounts(array_agg(opening.account))
  from unnest(new_users) user_id, unnest(array[currency_ju(), currency_fmc()]) currency,
    unnest(array[account_available(user_id, currency), account_withdrawing(user_id, currency)]) opening (account)
  having count(*) > 0;
  return query
    with wanted as (
      select texts.ord::int as ord, texts.address, texts.token_hash
      from unnest(p_addresses, p_token_hashes) with ordinality texts (address, token_hash, ord)
      where texts.ord = any(opened)
    ), inserted as (
      insert into session (token_hash, user_id, expires_at)
      select wanted.token_hash, u.id, now() + interval '24 hours'
      from wanted join app_user u on u.address = wanted.address
      returning session.token_hash, session.expires_at
    )
    select wanted.ord, u.id, u.address, u.registered_at, u.consent_hash, u.consent_at, inserted.expires_at
    from wanted join inserted on inserted.token_hash = wanted.token_hash
    join app_user u on u.address = wanted.address;
end
$$;

revoke all on function sign_in_open_sessions from public;
grant execute on function sign_in_open_sessions to city_mint_api;
