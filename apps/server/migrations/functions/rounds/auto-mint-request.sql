-- The request id of a user's automatic order of a round. Its UUID variant is invalid, so no caller can send the same.
create or replace function auto_mint_request(p_round bigint, p_user bigint) returns uuid
  language sql immutable strict parallel safe as $$
  select (lpad(to_hex(p_round), 16, '0') || lpad(to_hex(p_user), 16, '0'))::uuid
$$;
