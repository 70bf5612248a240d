-- Inserts one machine for each claimed order, which mines from the next UTC day on for the lifetime set today, and its
-- grant to the exchange, due immediately. A machine's hash rate is the hash power of its claim, whatever the caller
-- passes. No mining day begins before the transaction ends (lock 4207300026,
-- apps/server/src/platform/database/advisory-locks.ts); otherwise a machine could appear on a day that was counted
-- without it. No process may call it: claim_machines does. Returns how many grants there are: fewer than orders where
-- one has no claim, or its user no account at the exchange.
create or replace function insert_machines(p_orders bigint[], p_call_id text) returns int
  language sql security definer set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock_shared(4207300026);
  with made as (
    insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    select c.user_id, c.order_id, c.round_id, c.hash_power, t.now, utc_day(t.now) + 1,
      utc_day(t.now) + s.machine_lifetime_days
    from hash_power_claim c
    cross join (select clock_timestamp() as now) t
    cross join lateral (
      select machine_lifetime_days from mining_setting where from_day <= utc_day(t.now) order by from_day desc limit 1
    ) s
    where c.order_id = any (p_orders)
    order by c.user_id, c.order_id
    returning id, user_id, hash_rate
  ), granted as (
    insert into exchange_grant (machine_id, user_id, uid, hash_rate, call_id)
    select made.id, made.user_id, a.uid, made.hash_rate, p_call_id
    from made join exchange_account a using (user_id) order by made.id
    returning 1
  ) select count(*)::int from granted
$$;

revoke all on function insert_machines from public;
