-- A sign-in is requested by the api, and decided by a verifier, because SQL verifies no signature: the login of the api
-- opens no session, whatever it stores.

-- Stores requests to open a session under the hash of its token, and notifies the verifiers. Returns for each, in their
-- order, null or why it was not stored: a nonce that the server did not compose for one of these places, or that was
-- used, or whose text has expired.
-- Uses: functions/session/sign-in-texts.sql
create or replace function sign_in_submit(
  p_nonces text[], p_token_hashes bytea[], p_signatures text[], p_domains text[], p_uris text[], p_chain_id int
) returns text[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refusals text[];
begin
  perform sign_in_assert_scope('participant');
  with checked as materialized (
    select texts.ord, texts.nonce, texts.token_hash, texts.signature,
      case
        when not exists (
          select from unnest(p_domains, p_uris) places (domain, uri)
          where right(texts.nonce, 32)
            = sign_in_code('participant', left(texts.nonce, 68), p_chain_id, places.domain, places.uri)
        ) or exists (select from sign_in_nonce_used used where used.nonce = texts.nonce) then 'nonce-used-or-unknown'
        when sign_in_expiry(texts.nonce) <= clock_timestamp() then 'message-expired'
      end as refusal
    from unnest(p_nonces, p_token_hashes, p_signatures) with ordinality texts (nonce, token_hash, signature, ord)
  ), stored as (
    insert into sign_in_request (token_hash, nonce, signature)
    select token_hash, nonce, signature from checked where refusal is null on conflict do nothing
  )
  select array_agg(refusal order by ord) into refusals from checked;
  perform pg_notify('sign_in_requested', '');
  return refusals;
end
$$;

-- Deletes these requests, if they are decided or `p_ends` says that their caller waits no longer, and returns for each
-- its number and its refusal, or its session with the user. Nothing for an undecided one: no verifier opens it later.
create or replace function sign_in_collect(p_token_hashes bytea[], p_ends boolean[]) returns table (
  ord int, refusal text, id bigint, address text, registered_at timestamptz, consent_hash text, consent_at timestamptz,
  expires_at timestamptz
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  numbers int[];
  outcomes text[];
begin
  perform sign_in_assert_scope('participant');
  with asked as materialized (
    select r.token_hash, each.ord
    from unnest(p_token_hashes, p_ends) with ordinality each (token_hash, ends, ord)
    join sign_in_request r on r.token_hash = each.token_hash
    where r.outcome is not null or each.ends
    order by r.token_hash for update of r
  ), deleted as (
    delete from sign_in_request r using asked where r.token_hash = asked.token_hash returning asked.ord, r.outcome
  )
  select array_agg(deleted.ord), array_agg(deleted.outcome) into numbers, outcomes from deleted
  where deleted.outcome is not null;
  -- In another statement: its snapshot has the session that a verifier opened while the deletion waited for it.
  return query
    select collected.ord, nullif(collected.outcome, 'opened'), u.id, u.address, u.registered_at, u.consent_hash,
      u.consent_at, s.expires_at
    from unnest(numbers, outcomes) collected (ord, outcome)
    left join session s on collected.outcome = 'opened' and s.token_hash = p_token_hashes[collected.ord]
    left join app_user u on u.id = s.user_id;
end
$$;

revoke all on function sign_in_submit, sign_in_collect from public;
grant execute on function sign_in_submit, sign_in_collect to city_mint_api;
