-- Cancels a round that is open or full and not being settled yet, for operators or because a pause has lasted too long:
-- every principal is returned whole (docs/money-rules.md#3-states). Its phase ends with it, so no opening is planned
-- after it; if it was suspended it is resumed, since its money is to be returned. Returns whether it was cancelled.
-- Operators move rounds by this function and by revoke_plan() only, the worker by those of advance-round.sql.
create or replace function cancel_round(p_round bigint, p_by text, p_reason text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state_before text;
  ended_plan bigint;
begin
  select state, plan_id into state_before, ended_plan
  from round where id = p_round and state in ('open', 'full') for update;
  if not found then
    return false;
  end if;
  perform move_round(p_round, state_before, 'cancelled', clock_timestamp());
  insert into round_cancellation (round_id, cancelled_by, reason) values (p_round, p_by, p_reason);
  delete from round_suspension where round_id = p_round;
  update phase_plan set next_phase_time = null where id = ended_plan;
  perform pg_notify('round_due', p_round::text);
  return true;
end
$$;

revoke all on function cancel_round from public;
grant execute on function cancel_round to city_mint_operator;
