-- Deletes at most `p_limit` expired rows of each kind: sessions a week after their end, sign-in nonces after the expiry
-- of their texts, requested sign-ins after two minutes, confirmations an hour after theirs. Returns how many rows it
-- deleted.
create or replace function session_purge(p_limit int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted int;
  total int := 0;
begin
  delete from session where id in (
    select id from session where expires_at < now() - interval '7 days'
    order by expires_at limit p_limit for update skip locked);
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from operator_session where token_hash in (
    select token_hash from operator_session where expires_at < now() - interval '7 days'
    order by expires_at limit p_limit for update skip locked);
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from sign_in_nonce_used where nonce in (
    select nonce from sign_in_nonce_used where expires_at < now() - interval '1 minute'
    order by expires_at limit p_limit for update skip locked);
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from sign_in_request where token_hash in (
    select token_hash from sign_in_request where asked_at < now() - interval '2 minutes'
    limit p_limit for update skip locked);
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from confirmation where nonce in (
    select nonce from confirmation where expires_at < now() - interval '1 hour'
    order by expires_at limit p_limit for update skip locked);
  get diagnostics deleted = row_count;
  return total + deleted;
end
$$;

revoke all on function session_purge from public;
grant execute on function session_purge to city_mint_worker;
