-- Decisions on requested sign-ins. The caller has verified the wallets' signatures, which SQL cannot; it opens only
-- sessions that the api requested, each for the account in its authenticated nonce.

-- Leases at most `p_limit` requests of the last minute for `p_lease_ms`, and returns each with the account (in lower
-- case), place and times of its text; the place is null when the server composed it for none of these. A request whose
-- lease expires is leased again: its verifier ended before it decided.
-- Uses: functions/session/sign-in-texts.sql
create or replace function sign_in_take(
  p_domains text[], p_uris text[], p_chain_id int, p_limit int, p_lease_ms int
) returns table (
  token_hash bytea, nonce text, signature text, address text, domain text, uri text, issued_at timestamptz,
  expires_at timestamptz
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select r.token_hash from sign_in_request r
      where r.outcome is null and r.due_at <= clock_timestamp() and r.asked_at > clock_timestamp() - interval '1 minute'
      order by r.due_at limit p_limit for update skip locked
    ), leased as (
      update sign_in_request r set due_at = clock_timestamp() + p_lease_ms * interval '1 millisecond'
      from due where r.token_hash = due.token_hash returning r.token_hash, r.nonce, r.signature
    )
    select leased.token_hash, leased.nonce, leased.signature, '0x' || substr(leased.nonce, 29, 40), place.domain,
      place.uri, sign_in_expiry(leased.nonce) - interval '10 minutes', sign_in_expiry(leased.nonce)
    from leased left join lateral (
      select places.domain, places.uri from unnest(p_domains, p_uris) places (domain, uri)
      where right(leased.nonce, 32)
        = sign_in_code('participant', left(leased.nonce, 68), p_chain_id, places.domain, places.uri)
      limit 1
    ) place on true;
end
$$;

-- Decides waiting requests: refuses one with its refusal, or opens its session of 24 hours and inserts its user, if
-- new, with empty accounts. Addresses are EIP-55. Each opened session and each wrong signature uses the nonce up, which
-- only the first of several requests can. Notifies the api of each decision.
-- Uses: functions/session/sign-in-texts.sql, functions/ledger/account-ids.sql
create or replace function sign_in_decide(p_token_hashes bytea[], p_addresses text[], p_refusals text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  opened_hashes bytea[];
  opened_addresses text[];
  new_users bigint[];
begin
  with asked as materialized (
    select r.token_hash, r.nonce, decided.address, decided.refusal, decided.ord
    from unnest(p_token_hashes, p_addresses, p_refusals) with ordinality decided (token_hash, address, refusal, ord)
    join sign_in_request r on r.token_hash = decided.token_hash
    where r.outcome is null and lower(decided.address) = '0x' || substr(r.nonce, 29, 40)
    order by r.token_hash for update of r
  ), first as (
    select distinct on (nonce) nonce, token_hash, refusal from asked
    where (refusal is null or refusal = 'signature-invalid') and sign_in_expiry(nonce) > clock_timestamp()
    order by nonce, ord
  ), used as (
    insert into sign_in_nonce_used (nonce, expires_at)
    select nonce, sign_in_expiry(nonce) from first order by nonce on conflict do nothing returning nonce
  ), decided as (
    update sign_in_request r set outcome = case
        when asked.refusal is not null then asked.refusal
        when asked.token_hash = (select first.token_hash from first join used using (nonce)
          where first.nonce = asked.nonce) then 'opened'
        else 'nonce-used-or-unknown'
      end
    from asked where r.token_hash = asked.token_hash
    returning r.token_hash, asked.address, r.outcome, pg_notify('sign_in_decided', encode(r.token_hash, 'hex'))
  )
  select array_agg(token_hash), array_agg(address) into opened_hashes, opened_addresses from decided
  where outcome = 'opened';
  with inserted as (
    insert into app_user (address) select distinct address from unnest(opened_addresses) each (address) order by 1
    on conflict do nothing returning id
  )
  select array_agg(id) into new_users from inserted;
  perform ledger_open_accounts(array_agg(opening.account))
  from unnest(new_users) user_id, unnest(array[currency_ju(), currency_fmc()]) currency,
    unnest(array[account_available(user_id, currency), account_withdrawing(user_id, currency)]) opening (account)
  having count(*) > 0;
  insert into session (token_hash, user_id, expires_at)
  select opened.token_hash, u.id, now() + interval '24 hours'
  from unnest(opened_hashes, opened_addresses) opened (token_hash, address) join app_user u using (address)
  -- A request under the hash of another session's token must not stop the others.
  on conflict do nothing;
end
$$;

revoke all on function sign_in_take, sign_in_decide from public;
grant execute on function sign_in_take, sign_in_decide to city_mint_verifier;
