-- Naming, binding and freeing of a participant's account at the exchange (docs/money-rules.md#7-hash-power-and-mining).
-- Uses: functions/session/valid-session.sql

-- Stores the account that a session's user claims to own, with the code that the exchange showed and the signed text of
-- their wallet, until a worker has verified them and asked the exchange. Replaces the user's previous claim; ignored if
-- the user has a bound account.
create or replace function ask_exchange_confirmation(p_token bytea, p_uid text, p_code text, p_call_id text,
  p_message text, p_signature text)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into exchange_confirmation (user_id, uid, code, call_id, message, signature)
  select named.user_id, p_uid, p_code, p_call_id, p_message, p_signature from session_user_of(p_token) named (user_id)
  where not exists (select 1 from exchange_account a where a.user_id = named.user_id)
  on conflict (user_id) do update set uid = excluded.uid, code = excluded.code, call_id = excluded.call_id,
    message = excluded.message, signature = excluded.signature, asked_at = clock_timestamp(),
    request_id = gen_random_uuid(), state = 'waiting', attempts = 0, due_at = clock_timestamp(), last_error = null
$$;

-- Binds the account of a request that the exchange confirmed. Addresses the user's unacknowledged grants to it. Returns
-- the user; null when the request no longer waits, or another user has the account.
create or replace function bind_exchange_account(p_request uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked exchange_confirmation;
begin
  select * into asked from exchange_confirmation where request_id = p_request and state = 'waiting' for update;
  if not found then return null; end if;
  insert into exchange_account (user_id, uid) values (asked.user_id, asked.uid) on conflict do nothing;
  if not found then
    update exchange_confirmation set state = 'taken' where user_id = asked.user_id;
    return null;
  end if;
  update exchange_grant set uid = asked.uid, attempts = 0, due_at = clock_timestamp()
  where machine_id in (select id from machine where user_id = asked.user_id)
    and state <> 'acknowledged' and uid <> asked.uid;
  delete from exchange_confirmation where user_id = asked.user_id;
  return asked.user_id;
end $$;

-- Frees the account that a user has bound: nothing more is sent to it, and anyone whom the exchange confirms can bind
-- it, including this user. Returns false when there is none.
create or replace function free_exchange_account(p_user bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with freed as (delete from exchange_account where user_id = p_user returning 1)
  select exists (select 1 from freed)
$$;

revoke all on function ask_exchange_confirmation, bind_exchange_account, free_exchange_account from public;
grant execute on function ask_exchange_confirmation to city_mint_api;
grant execute on function bind_exchange_account to city_mint_worker;
grant execute on function free_exchange_account to city_mint_operator;
