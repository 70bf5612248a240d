-- Ends a settlement whose every part is paid. Throws unless the round's escrow and fees are zero to the unit and its
-- reservations were paid in full; then the later stages of a minted round get their due times, the reservations end,
-- and the phase plan continues (docs/money-rules.md#5-settlement).
create or replace function settlement_close(p_round bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r round := settlement_lock(p_round, array['settling', 'liquidating', 'cancelled']);
  last_step text := case r.state when 'settling' then 'fees' when 'liquidating' then 'losses' else 'compute' end;
  escrow numeric := ledger_balance(account_escrow(p_round));
  fees numeric := ledger_balance(account_fees(p_round));
  unpaid record;
begin
  if not exists (select 1 from round_step where round_id = p_round and step = last_step and chunk = 0)
    or exists (select 1 from round_part where round_id = p_round)
  then
    raise exception 'round % has steps to run', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into round_step (round_id, step, chunk) values (p_round, 'close', 0);
  if escrow <> 0 or fees <> 0 then
    raise exception 'round % settled with % in escrow and % in fees', p_round, escrow, fees
      using errcode = 'check_violation';
  end if;
  for unpaid in delete from fund_reservation where round_id = p_round returning fund, amount loop
    if unpaid.amount <> 0 then
      raise exception 'round % settled with % of the % reserved and not paid', p_round, unpaid.amount, unpaid.fund
        using errcode = 'check_violation';
    end if;
  end loop;
  if r.state = 'settling' then
    perform move_round(p_round, 'settling', 'minted', settlement_open_stages(p_round));
  else
    perform move_round(p_round, r.state, 'ended', null);
  end if;
  update phase_plan set due_at = clock_timestamp() where id = r.plan_id and state <> 'revoked';
end
$$;

revoke all on function settlement_close from public;
grant execute on function settlement_close to city_mint_worker;

-- Inserts the three stages of a minted round, the first one as paid; returns when the second one is due. No process may
-- call it: settlement_close does.
create or replace function settlement_open_stages(p_round bigint) returns timestamptz
  language plpgsql set search_path = public, pg_temp as $$
declare
  s round_settlement;
  delays jsonb := (select terms->'stageDelaysMs' from round_terms where round_id = p_round);
  due_times timestamptz[];
begin
  select * into strict s from round_settlement where round_id = p_round;
  due_times := array[s.settled_at, s.settled_at + (delays->>1)::bigint * interval '1 millisecond',
    s.settled_at + (delays->>2)::bigint * interval '1 millisecond'];
  insert into round_stage (round_id, stage, amount, due_at, paid_at)
  select p_round, n, s.stages[n], date_trunc('milliseconds', due_times[n]), case n when 1 then clock_timestamp() end
  from generate_series(1, 3) n;
  return date_trunc('milliseconds', due_times[2]);
end
$$;

revoke all on function settlement_open_stages from public;
