-- Decisions on waiting requests to be bound to an inviter. The caller has verified the wallet's signature, which SQL
-- cannot; it cannot choose user or inviter.

-- Binds the user of a waiting request to the inviter that the request names, or refuses by the rules of teams. Returns
-- `bound` or the refusal; null when the request does not wait.
create or replace function bind_requested_inviter(p_user bigint, p_nonce text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named bigint;
  refusal_found text;
begin
  perform from inviter_request where user_id = p_user and nonce = p_nonce and state = 'waiting' for update;
  if not found then
    return null;
  end if;
  select u.id into named from inviter_request r join app_user u on u.address = r.inviter
  where r.user_id = p_user and r.nonce = p_nonce;
  refusal_found := bind_inviter(p_user, named);
  if refusal_found is null then
    insert into team_bind (user_id, inviter_id) values (p_user, named);
  end if;
  update inviter_request set state = case when refusal_found is null then 'bound' else 'refused' end,
    refusal = refusal_found, last_error = null
  where user_id = p_user and nonce = p_nonce;
  return coalesce(refusal_found, 'bound');
end
$$;

-- Refuses a waiting request whose signature is not the wallet's, or whose text has expired. Returns the refusal; null
-- when the request does not wait.
create or replace function refuse_unverified_inviter(p_user bigint, p_nonce text, p_refusal text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_refusal is null or p_refusal not in ('signature-invalid', 'message-expired') then
    raise exception 'a request is not refused for being %', p_refusal using errcode = 'check_violation';
  end if;
  update inviter_request set state = 'refused', refusal = p_refusal, last_error = null
  where user_id = p_user and nonce = p_nonce and state = 'waiting';
  return case when found then p_refusal end;
end
$$;

revoke all on function bind_requested_inviter, refuse_unverified_inviter from public;
grant execute on function bind_requested_inviter, refuse_unverified_inviter to city_mint_verifier;
