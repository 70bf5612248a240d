-- Returns the call in which a user's request id had an effect, `join` or `withdraw`; null when it had none. An id
-- belongs to one call, and its effect is never deleted.
create or replace function request_id_use(p_user bigint, p_request uuid) returns text language sql stable as $$
  select 'join' from mint_order where user_id = p_user and request_id = p_request
  union all
  select 'withdraw' from withdrawal where user_id = p_user and request_id = p_request
  limit 1
$$;
