-- Changes of a user's auto-mint settings (docs/money-rules.md#4-join).
-- Uses: functions/session/valid-session.sql, functions/rounds/auto-mint-lock.sql

-- Locks a user's settings until the transaction ends and returns them; inserts those of a user who never set any. Waits
-- for an opening that is admitting, so that a user with a notification that auto-mint is off is not joined afterwards.
create or replace function auto_mint_lock_settings(p_user bigint) returns auto_mint
  language plpgsql set search_path = public, pg_temp as $$
declare
  current_settings auto_mint;
begin
  perform auto_mint_lock(false);
  insert into auto_mint (user_id, enabled, keep, per_round_maximum, stop_after_losses) values (p_user, false, 0, 0, 0)
  on conflict do nothing;
  select * into strict current_settings from auto_mint where user_id = p_user for update;
  return current_settings;
end
$$;

-- Writes changed settings of a user, whose row is locked, and returns them. Turning auto-mint on moves the user to the
-- end of the queue, resets the failed rounds, and stores the country.
create or replace function auto_mint_write_settings(p_wanted auto_mint, p_region text) returns auto_mint
  language plpgsql set search_path = public, pg_temp as $$
declare
  changed auto_mint;
begin
  update auto_mint a set
    keep = p_wanted.keep, per_round_maximum = p_wanted.per_round_maximum,
    stop_after_losses = p_wanted.stop_after_losses, parallel_rounds = p_wanted.parallel_rounds,
    version = a.version + 1, changed_at = clock_timestamp(), enabled = p_wanted.enabled,
    queue_position = case when not p_wanted.enabled then null
      when a.enabled then a.queue_position else nextval('auto_mint_queue') end,
    enabled_at = case when not p_wanted.enabled then null when a.enabled then a.enabled_at else clock_timestamp() end,
    off_reason = case when p_wanted.enabled then null when a.enabled then 'user' else a.off_reason end,
    failed_rounds = case when p_wanted.enabled and not a.enabled then 0 else a.failed_rounds end,
    region = case when p_wanted.enabled and not a.enabled then p_region else a.region end
  where a.user_id = p_wanted.user_id
  returning * into strict changed;
  return changed;
end
$$;

-- Locks the settings of a session's user and returns them.
create or replace function auto_mint_hold(p_token bytea) returns auto_mint
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return auto_mint_lock_settings(session_user_of(p_token));
end
$$;

-- Changes the settings of a session's user; returns them. Throws for settings that permit more without a maximum per
-- round: these take the wallet's signature (ask_auto_mint).
-- Twin: packages/domain/src/rounds/change-auto-mint.ts, compared by tests/model/ledger-model.db.test.ts.
create or replace function auto_mint_set(p_token bytea, p_enabled boolean, p_keep numeric, p_per_round_maximum numeric,
  p_stop_after_losses int, p_parallel_rounds int, p_region text)
  returns auto_mint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before auto_mint := auto_mint_lock_settings(session_user_of(p_token));
  wanted auto_mint := before;
begin
  -- As stored: a fraction of a unit is rounded before it is compared.
  wanted.enabled := p_enabled;
  wanted.keep := p_keep;
  wanted.per_round_maximum := p_per_round_maximum;
  wanted.stop_after_losses := p_stop_after_losses;
  wanted.parallel_rounds := p_parallel_rounds;
  if wanted.enabled and wanted.per_round_maximum = 0 and (not before.enabled or before.per_round_maximum > 0
    or wanted.keep < before.keep
    or (before.stop_after_losses > 0 and wanted.stop_after_losses not between 1 and before.stop_after_losses)
    or (before.parallel_rounds > 0 and wanted.parallel_rounds not between 1 and before.parallel_rounds))
  then
    raise exception 'auto-mint without a maximum takes the signature of the wallet' using errcode = 'check_violation';
  end if;
  return auto_mint_write_settings(wanted, p_region);
end
$$;

-- Stores the request of a session's user to turn auto-mint on without a maximum per round, or to permit more, with the
-- signed text of their wallet, until a verifier has decided it. Each text makes one request. Deletes the user's
-- requests that were decided more than a day ago. Returns nothing.
create or replace function ask_auto_mint(p_token bytea, p_nonce text, p_keep numeric, p_stop_after_losses int,
  p_parallel_rounds int, p_version int, p_region text, p_message text, p_signature text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asking bigint := session_user_of(p_token);
begin
  delete from auto_mint_request
  where user_id = asking and state <> 'waiting' and asked_at < clock_timestamp() - interval '1 day';
  insert into auto_mint_request (user_id, nonce, keep, stop_after_losses, parallel_rounds, version, region, message,
    signature)
  values (asking, p_nonce, p_keep, p_stop_after_losses, p_parallel_rounds, p_version, p_region, p_message, p_signature)
  on conflict do nothing;
  perform pg_notify('auto_mint_request_due', '');
end
$$;

-- Applies the settings of a waiting request, whose signature the caller has verified, unless others were set since they
-- were signed. Returns `done` or `stale`; null when the request does not wait.
create or replace function apply_auto_mint_request(p_user bigint, p_nonce text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked auto_mint_request;
  wanted auto_mint;
  is_stale boolean;
begin
  select * into asked from auto_mint_request
  where user_id = p_user and nonce = p_nonce and state = 'waiting' for update;
  if not found then
    return null;
  end if;
  wanted := auto_mint_lock_settings(p_user);
  is_stale := wanted.version <> asked.version;
  if not is_stale then
    wanted.enabled := true;
    wanted.keep := asked.keep;
    wanted.per_round_maximum := 0;
    wanted.stop_after_losses := asked.stop_after_losses;
    wanted.parallel_rounds := asked.parallel_rounds;
    perform auto_mint_write_settings(wanted, asked.region);
  end if;
  return auto_mint_decide_request(p_user, p_nonce, case when is_stale then 'stale' end);
end
$$;

-- Refuses a waiting request whose signature is not the wallet's, or whose text has expired. Returns the refusal; null
-- when the request does not wait.
create or replace function refuse_auto_mint_request(p_user bigint, p_nonce text, p_refusal text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_refusal is null or p_refusal not in ('signature-invalid', 'message-expired') then
    raise exception 'a request is not refused for being %', p_refusal using errcode = 'check_violation';
  end if;
  return auto_mint_decide_request(p_user, p_nonce, p_refusal);
end
$$;

-- Stores the decision on a waiting request and notifies the waiting api. Returns `done` or the refusal; null when the
-- request does not wait.
create or replace function auto_mint_decide_request(p_user bigint, p_nonce text, p_refusal text) returns text
  language plpgsql set search_path = public, pg_temp as $$
begin
  update auto_mint_request set state = case when p_refusal is null then 'done' else 'refused' end, refusal = p_refusal,
    last_error = null
  where user_id = p_user and nonce = p_nonce and state = 'waiting';
  if not found then
    return null;
  end if;
  perform pg_notify('auto_mint_request_decided', p_nonce);
  return coalesce(p_refusal, 'done');
end
$$;

revoke all on function auto_mint_lock_settings, auto_mint_write_settings, auto_mint_hold, auto_mint_set, ask_auto_mint,
  apply_auto_mint_request, refuse_auto_mint_request, auto_mint_decide_request from public;
grant execute on function auto_mint_hold, auto_mint_set, ask_auto_mint to city_mint_api;
grant execute on function apply_auto_mint_request, refuse_auto_mint_request to city_mint_verifier;
