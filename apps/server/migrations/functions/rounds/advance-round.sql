-- Moves of a round by the worker. Each checks its condition by the database's clock and the stored rows, so that no
-- login can end a window, fail a round or begin a settlement at will (docs/money-rules.md#3-states).

-- Returns since when joins have been paused, in UTC; null while they are not. Never a time that is yet to come.
create or replace function joins_paused_since() returns timestamptz
  language sql set search_path = public, pg_temp as $$
  select least(paused_since, clock_timestamp()) from system_switch where name = 'joins' and paused
$$;

revoke all on function joins_paused_since from public;

-- Returns whether joins have been paused for longer than a limit, so that rounds are cancelled. Throws for less than an
-- hour: the worker's setting is at least that (PAUSE_CANCELS_AFTER_HOURS).
-- Twin: packages/domain/src/rounds/paused-window.ts, compared by
-- apps/server/src/rounds/lifecycle/paused-windows.db.test.ts.
create or replace function joins_paused_longer(p_limit_ms bigint) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
begin
  if p_limit_ms < 3600000 then
    raise exception 'a pause of % ms cancels no round', p_limit_ms using errcode = 'check_violation';
  end if;
  return coalesce(clock_timestamp() - joins_paused_since() > p_limit_ms * interval '1 millisecond', false);
end
$$;

revoke all on function joins_paused_longer from public;

-- Opens a scheduled round whose opening has passed, once auto-mint has joined all of its users; full when they filled
-- it. While joins are paused it opens only if the pause began during its opening and has lasted longer than the limit:
-- then it is cancelled next, and its first participants get their principal back.
create or replace function open_round(p_round bigint, p_pause_limit_ms bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r round;
begin
  select * into r from round where id = p_round and state = 'scheduled' and opens_at <= clock_timestamp() for update;
  if not found or exists (select 1 from round_suspension where round_id = p_round) then
    raise exception 'round % does not open', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
  if joins_paused_longer(p_pause_limit_ms) and r.order_count > 0 then
    perform move_round(p_round, 'scheduled', 'open', clock_timestamp());
    return;
  end if;
  if joins_paused_since() is not null
    or not exists (select 1 from auto_mint_opening where round_id = p_round and finished_at is not null)
  then
    raise exception 'round % has users to join before it opens', p_round
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform move_round(p_round, 'scheduled', 'open', r.closes_at);
  if r.filled = r.quota then
    perform move_round(p_round, 'open', 'full', clock_timestamp());
  end if;
end
$$;

revoke all on function open_round from public;
grant execute on function open_round to city_mint_worker;

-- Fails an open round whose window is over and whose quota is not reached. While joins are paused no window ends. The
-- phase ends with this round, so no further opening is planned.
-- Twin: packages/domain/src/rounds/paused-window.ts, compared by
-- apps/server/src/rounds/lifecycle/paused-windows.db.test.ts.
create or replace function fail_round(p_round bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r round;
begin
  select * into r from round where id = p_round and state = 'open' for update;
  if not found or r.filled >= r.quota or exists (select 1 from round_suspension where round_id = p_round)
    -- Whole milliseconds, like the domain.
    or date_trunc('milliseconds', r.closes_at) > coalesce(joins_paused_since(), clock_timestamp())
  then
    raise exception 'round % has not failed', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform move_round(p_round, 'open', 'failed', clock_timestamp());
  update phase_plan set next_phase_time = null where id = r.plan_id;
end
$$;

revoke all on function fail_round from public;
grant execute on function fail_round to city_mint_worker;

-- Begins the settlement of a full round, or of a failed one once its loss is counted for all users whom auto-mint
-- joined.
create or replace function begin_settlement(p_round bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r round := settlement_lock(p_round, array['full', 'failed']);
  joined_orders int := (select joined from auto_mint_opening where round_id = p_round);
  counted_orders int := (select max(chunk) from round_step where round_id = p_round and step = 'auto-mint-losses');
begin
  if r.state = 'full' then
    perform move_round(p_round, 'full', 'settling', clock_timestamp());
  elsif coalesce(counted_orders, 0) >= coalesce(joined_orders, 0) then
    perform move_round(p_round, 'failed', 'liquidating', clock_timestamp());
  else
    raise exception 'round % has losses to count', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;

revoke all on function begin_settlement from public;
grant execute on function begin_settlement to city_mint_worker;

-- Cancels a round because a pause of joins has lasted longer than the limit.
create or replace function cancel_paused_round(p_round bigint, p_pause_limit_ms bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return joins_paused_longer(p_pause_limit_ms) and cancel_round(p_round, 'pause',
    format('joins were paused for more than %s hours', trim_scale(p_pause_limit_ms / 3600000.0)));
end
$$;

revoke all on function cancel_paused_round from public;
grant execute on function cancel_paused_round to city_mint_worker;

-- Ends one suspension that has lasted longer than the limit, so that no one keeps a round's money by suspending it: a
-- round that is open or full is cancelled, and any other continues. Returns the round and whether it was cancelled; no
-- row when there is none. Throws for less than an hour, like joins_paused_longer.
create or replace function lapse_suspension(p_limit_ms bigint)
  returns table (round_id bigint, is_cancelled boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_limit_ms < 3600000 then
    raise exception 'a suspension of % ms does not lapse', p_limit_ms using errcode = 'check_violation';
  end if;
  select r.id into round_id from round r join round_suspension s on s.round_id = r.id
  where s.since < clock_timestamp() - p_limit_ms * interval '1 millisecond'
  order by s.since limit 1 for update of r skip locked;
  if not found then
    return;
  end if;
  is_cancelled := cancel_round(round_id, 'suspension',
    format('it was suspended for more than %s hours', trim_scale(p_limit_ms / 3600000.0)));
  delete from round_suspension s where s.round_id = lapse_suspension.round_id;
  return next;
end
$$;

revoke all on function lapse_suspension from public;
grant execute on function lapse_suspension to city_mint_worker;
