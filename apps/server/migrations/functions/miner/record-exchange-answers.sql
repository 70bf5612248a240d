-- Records what the exchange answered. The caller has verified its signature; it changes only what still waits.

-- Records the answer to a grant that was sent to this account: `acknowledged`, an `alarm` with its reason, or `waiting`
-- for the next attempt in `p_pause_ms`. Returns false when the grant does not wait, or is for another account.
create or replace function record_grant_answer(p_machine bigint, p_uid text, p_state text, p_problem text,
  p_pause_ms int) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with recorded as (
    update exchange_grant set state = p_state, last_error = p_problem,
      acknowledged_at = case p_state when 'acknowledged' then clock_timestamp() end,
      due_at = clock_timestamp() + p_pause_ms * interval '1 millisecond'
    where machine_id = p_machine and uid = p_uid and state = 'waiting' returning 1
  ) select exists (select 1 from recorded)
$$;

-- Records that the exchange did not confirm the account of a waiting request. Returns false when it does not wait.
create or replace function reject_exchange_account(p_request uuid, p_problem text) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with rejected as (
    update exchange_confirmation set state = 'rejected', last_error = p_problem
    where request_id = p_request and state = 'waiting' returning 1
  ) select exists (select 1 from rejected)
$$;

revoke all on function record_grant_answer, reject_exchange_account from public;
grant execute on function record_grant_answer, reject_exchange_account to city_mint_worker;
