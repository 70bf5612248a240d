-- Operators' functions for grants to the exchange.

-- Schedules a grant that raised an alarm to be resent with the same id. Returns false when it raised none.
create or replace function exchange_grant_release(p_machine bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with released as (
    update exchange_grant set state = 'waiting', attempts = 0, due_at = clock_timestamp()
    where machine_id = p_machine and state = 'alarm' returning 1
  ) select exists (select 1 from released)
$$;

-- Schedules the next attempt of a waiting grant for now. Returns false when it is not waiting.
create or replace function exchange_grant_retry_now(p_machine bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with rescheduled as (
    update exchange_grant set due_at = clock_timestamp() where machine_id = p_machine and state = 'waiting' returning 1
  ) select exists (select 1 from rescheduled)
$$;

revoke all on function exchange_grant_release, exchange_grant_retry_now from public;
grant execute on function exchange_grant_release, exchange_grant_retry_now to city_mint_operator;
