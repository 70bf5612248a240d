-- Makes a signed withdrawal of a session's user due for another voucher. Returns false when there is none, or it is
-- already due.
-- Uses: functions/session/valid-session.sql
create or replace function withdrawal_sign_again(p_token bytea, p_withdrawal bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with due as (
    update withdrawal set due_at = now()
    where id = p_withdrawal and user_id = session_user_of(p_token) and state = 'signed' and due_at is null
      and cancel_asked_at is null
    returning pg_notify('withdrawal_due', '')
  ) select exists (select 1 from due)
$$;

revoke all on function withdrawal_sign_again from public;
grant execute on function withdrawal_sign_again to city_mint_api;
