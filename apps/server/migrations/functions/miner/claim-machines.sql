-- Claims all unclaimed hash power of these users, each with an account at the exchange, of rounds whose liquidation is
-- done: each claimed order becomes a machine and a grant to the exchange (docs/money-rules.md#7-hash-power-and-mining).
-- Nothing else claims hash power, so that no one can claim it for others without their machines. `p_call_id` is the
-- request id of the claiming call. Returns how many orders were claimed; throws where a user has no account.
create or replace function claim_machines(p_users bigint[], p_call_id text) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  orders bigint[];
begin
  select array_agg(order_id) into orders from claim_hash_power(p_users);
  if orders is null then
    return 0;
  end if;
  if insert_machines(orders, p_call_id) <> cardinality(orders) then
    raise exception 'hash power was claimed without an exchange account' using errcode = 'check_violation';
  end if;
  return cardinality(orders);
end
$$;

revoke all on function claim_machines from public;
grant execute on function claim_machines to city_mint_worker;

-- The same for the user of a session, for the api.
create or replace function claim_own_machines(p_token bytea, p_call_id text) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return claim_machines(array[session_user_of(p_token)], p_call_id);
end
$$;

revoke all on function claim_own_machines from public;
grant execute on function claim_own_machines to city_mint_api;
