-- Locks a round, if it exists, and then the JU accounts of the sessions' users in the order of their ids, until the
-- transaction ends. Returns the users with valid sessions and their balances; locks nothing when there are none.
create or replace function lock_for_joins(p_round bigint, p_tokens bytea[])
  returns table (user_id bigint, available numeric(78, 0))
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  accounts bigint[] := array(
    select account_available(s.user_id, currency_ju())
    from unnest(p_tokens) t (token) cross join lateral valid_session(t.token) s);
begin
  if cardinality(accounts) > 0 then
    perform from round where id = p_round for update;
  end if;
  return query
    select ledger_account_owner(a.id), a.balance from ledger_account a
    where a.id = any (accounts) order by a.id for update;
end
$$;

revoke all on function lock_for_joins from public;
grant execute on function lock_for_joins to city_mint_api;
