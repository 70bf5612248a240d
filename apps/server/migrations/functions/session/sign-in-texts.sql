-- Sign-in texts are not stored. A nonce is 100 hex digits: the time of its text in milliseconds (12), random digits
-- (16), the account (40), and a code (32) that authenticates these with chain, domain and uri. So no one can exhaust
-- the open texts of an account, and a text that the server did not compose is rejected.

-- Throws unless the caller may compose texts of this scope. The functions below run with the owner's rights, so they
-- identify the caller by the role that it set, or that it logged in as.
create or replace function sign_in_assert_scope(p_scope text) returns void
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  caller text := coalesce(nullif(current_setting('role'), 'none'), session_user);
begin
  if not exists (select 1 from sign_in_key where scope = p_scope and pg_has_role(caller, role_name, 'usage')) then
    raise exception '% may not sign in a %', caller, p_scope using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- The time when a text expires.
create or replace function sign_in_expiry(p_nonce text) returns timestamptz immutable strict parallel safe
  return to_timestamp((('x' || lpad(left(p_nonce, 12), 16, '0'))::bit(64)::bigint) / 1000.0) + interval '10 minutes';

-- The code of a nonce's first 68 digits with chain, domain and uri: 16 bytes of a keyed hash (nested, with two keys).
create or replace function sign_in_code(p_scope text, p_head text, p_chain_id int, p_domain text, p_uri text)
  returns text language sql stable set search_path = public, pg_temp as $$
  select encode(substr(sha256(outer_key || sha256(
    inner_key || convert_to(concat_ws(E'\n', p_scope, p_head, p_chain_id, p_domain, p_uri), 'UTF8'))), 1, 16), 'hex')
  from sign_in_key where scope = p_scope
$$;

-- Returns a fresh nonce for each text of a batch, in its order; `issued_at` and `expires_at` are part of the text.
create or replace function sign_in_compose(
  p_scope text, p_addresses text[], p_domains text[], p_uris text[], p_chain_id int
) returns table (nonce text, issued_at timestamptz, expires_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  perform sign_in_assert_scope(p_scope);
  return query
    select composed.nonce, sign_in_expiry(composed.nonce) - interval '10 minutes', sign_in_expiry(composed.nonce)
    from (
      select heads.ord, heads.head || sign_in_code(p_scope, heads.head, p_chain_id, heads.domain, heads.uri) as nonce
      from (
        select texts.ord, texts.domain, texts.uri,
          lpad(to_hex(now_ms), 12, '0') || left(replace(gen_random_uuid()::text, '-', ''), 16)
            || lower(substr(texts.address, 3)) as head
        from unnest(p_addresses, p_domains, p_uris) with ordinality texts (address, domain, uri, ord)
      ) heads
    ) composed
    order by composed.ord;
end
$$;

-- Returns the account (in lower case), place and times of each text of a batch whose nonce the server composed for one
-- of these places, with its number in the batch; including expired texts, excluding used ones.
create or replace function sign_in_find(
  p_scope text, p_nonces text[], p_domains text[], p_uris text[], p_chain_id int
) returns table (ord int, address text, domain text, uri text, issued_at timestamptz, expires_at timestamptz,
  expired boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform sign_in_assert_scope(p_scope);
  return query
    select texts.ord::int, '0x' || substr(texts.nonce, 29, 40), places.domain, places.uri,
      sign_in_expiry(texts.nonce) - interval '10 minutes', sign_in_expiry(texts.nonce),
      sign_in_expiry(texts.nonce) <= clock_timestamp()
    from unnest(p_nonces) with ordinality texts (nonce, ord)
    cross join unnest(p_domains, p_uris) places (domain, uri)
    where right(texts.nonce, 32) = sign_in_code(p_scope, left(texts.nonce, 68), p_chain_id, places.domain, places.uri)
      and not exists (select 1 from sign_in_nonce_used used where used.nonce = texts.nonce);
end
$$;

-- Uses up the nonce of a text, for a wrong signature.
create or replace function sign_in_spend(p_scope text, p_nonce text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform sign_in_assert_scope(p_scope);
  insert into sign_in_nonce_used (nonce, expires_at) values (p_nonce, sign_in_expiry(p_nonce)) on conflict do nothing;
end
$$;

revoke all on function sign_in_assert_scope, sign_in_code, sign_in_compose, sign_in_find, sign_in_spend from public;
grant execute on function sign_in_compose to city_mint_api, city_mint_ops;
grant execute on function sign_in_find, sign_in_spend to city_mint_ops;
